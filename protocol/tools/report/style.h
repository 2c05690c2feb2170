// The style sheet: light, dark and print. Nothing is told apart by colour alone.
#pragma once

inline constexpr const char* REPORT_STYLE = R"(
:root { --paper: #fff; --ink: #1c2127; --soft: #5c6672; --rule: #c9cfd6; --grid: #e8ebee;
  --a: #0b66b2; --b: #9a6700; --over: #cc3311; --good: #2a9d6e; --normal: #cfe0f0; --extend: #eaf1f8;
  --lag: #7a6aa8; --card: #f6f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181c; --ink: #e6e9ec; --soft: #9aa5b1; --rule: #454d57; --grid: #272c33;
    --a: #58aef5; --b: #e0ac4a; --over: #ff7b5e; --good: #4cc79a; --normal: #27425c;
    --extend: #1d2b39; --lag: #a99be0; --card: #1c2026; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 40px 32px 56px; max-width: 1128px; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue",
  Arial, sans-serif; font-variant-numeric: tabular-nums; }
.kicker { margin: 0; color: var(--soft); font-size: 13px; letter-spacing: .06em;
  text-transform: uppercase; }
h1 { margin: 2px 0 4px; font-size: 30px; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 48px 0 8px; padding-top: 20px; border-top: 1px solid var(--rule); font-size: 20px; }
.lede { margin: 0; color: var(--soft); }
small { color: var(--soft); font-size: 14px; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px;
  margin: 28px 0 8px; }
.tile { padding: 12px 14px; background: var(--card); border-radius: 6px; border-left: 3px solid
  var(--rule); }
.tile.alarm { border-left-color: var(--over); }
.tile dt { color: var(--soft); font-size: 13px; }
.tile dd { margin: 0; font-size: 24px; line-height: 1.25; font-weight: 600; }
.tile.alarm dd { color: var(--over); }
.tile dd.note { color: var(--soft); font-size: 13px; font-weight: 400; }
figure { margin: 32px 0 0; break-inside: avoid; }
figcaption { margin-bottom: 6px; color: var(--soft); }
figcaption b { color: var(--ink); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr));
  gap: 8px 40px; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--soft); font-size: 13px; }
svg .name { font-weight: 600; font-size: 14px; }
svg .legend { fill: var(--ink); }
svg .small { font-size: 12px; }
svg .mark, svg .small { paint-order: stroke; stroke: var(--paper); stroke-width: 3px;
  stroke-linejoin: round; }
.grid { stroke: var(--grid); }
.base { stroke: var(--rule); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.line.a { stroke: var(--a); }
.line.b { stroke: var(--b); stroke-dasharray: 6 3; }
.area { opacity: .16; }
.a { fill: var(--a); } .b { fill: var(--b); } .over { fill: var(--over); }
.good { fill: var(--good); } .lag { fill: var(--lag); }
.normal { fill: var(--normal); } .extend { fill: var(--extend); }
.line.a, .line.b { fill: none; }
.line.limit { stroke: var(--ink); stroke-width: 1; }
.ring, .cross { fill: none; stroke: var(--over); stroke-width: 2; }
svg .ink-a { fill: var(--a); } svg .ink-b { fill: var(--b); } svg .ink-over { fill: var(--over); }
rect:hover { opacity: .75; }
.scroll { overflow-x: auto; margin-top: 28px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { padding-bottom: 6px; text-align: left; font-weight: 600; }
th, td { padding: 4px 10px; border-bottom: 1px solid var(--grid); text-align: right;
  white-space: nowrap; }
thead th { border-bottom-color: var(--rule); color: var(--soft); font-weight: 500; }
th:first-child, td:first-child { padding-left: 0; text-align: left; }
.overruns th:last-child, .overruns td:last-child { text-align: left; white-space: normal;
  min-width: 260px; }
@media screen { section figure, details figure { overflow-x: auto; }
  section svg, details svg { min-width: 720px; } }
h1, h2, summary, .lede { overflow-wrap: anywhere; }
.players th:first-child, .games td:nth-child(2) { white-space: normal; overflow-wrap: anywhere;
  min-width: 100px; }
.games { font-size: 13px; }
.games th, .games td { padding: 3px 6px; }
.games th { white-space: normal; vertical-align: bottom; }
.games th:nth-child(-n+3), .games td:nth-child(-n+3) { text-align: left; }
.games td:nth-child(3) { white-space: normal; overflow-wrap: anywhere; min-width: 130px; }
tr.alarm td { color: var(--over); }
details { margin-top: 12px; border-bottom: 1px solid var(--grid); padding-bottom: 12px; }
summary { cursor: pointer; font-weight: 600; }
footer { margin-top: 48px; padding-top: 16px; border-top: 1px solid var(--rule);
  color: var(--soft); font-size: 13px; }
footer p { max-width: 78ch; margin: 0 0 8px; }
footer ul { margin: 0; padding-left: 18px; }
@media print { body { max-width: none; padding: 0; font-size: 11px; }
  .tiles { grid-template-columns: repeat(6, 1fr); } .tile { padding: 6px 8px; border: 1px solid
  var(--rule); } .tile dd { font-size: 16px; } .tile dt, .tile dd.note { font-size: 10px; }
  table, .games { font-size: 9px; } th, td, .games th, .games td { padding: 2px 5px; }
  tr, .tiles { break-inside: avoid; } caption, thead { break-after: avoid; }
  rect, path { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";
