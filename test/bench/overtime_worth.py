#!/usr/bin/env python3
"""Measures the value of overtime: how often it occurred in the games of some logs, and whether it found better moves.

    test/bench/overtime_worth.py LOG... [--program ./overtime] [--times 10] [--most 200]

The logs are written by --LogFile, in games with `post`. For each move that went beyond NormalMoveTime because the
score had dropped, the best move at NormalMoveTime and the move played are compared with the move of a search that is
--times as long. Logs of games on node clocks (nps) are searched by nodes.
"""
import argparse
import random
import re
import subprocess

THOUGHT = re.compile(r"\d+ -?\d+ (\d+) \d+ .*?([a-hKQRBNO][\w=+#-]*)")
FIELD = re.compile(r"(\w+)=(\S+)")
BARE_MOVE = re.compile(r"([a-h][1-8]){2}[nbrqNBRQ]?$|[O0]-[O0](-[O0])?$")
SETTINGS = ("new", "setboard", "variant", "nps")


class Game:
    """The game so far, as read from a log."""

    def __init__(self):
        self.settings, self.moves, self.thoughts = [], [], []

    def hear(self, text):
        word = text.split(" ")[0]
        if word == "new":
            self.__init__()
        if word in SETTINGS:
            self.settings.append(text)
        elif word == "usermove" or BARE_MOVE.match(word):
            self.moves.append(text.split()[-1])
            self.thoughts = []
        elif word == "undo":
            self.moves = self.moves[:-1]
        elif word == "remove":
            self.moves = self.moves[:-2]


def overtime(game, fields):
    """Returns the case to search again if the last move played overtime, else None. `fields` is its "# tm" line."""
    normal_ms, used_ms = int(fields["N"]), int(fields["used"])
    early = [move for ms, move in game.thoughts if ms <= normal_ms]
    if fields["drop"] == "-" or used_ms <= normal_ms or not early:
        return None
    return {"settings": game.settings[:], "moves": game.moves[:-1], "used_ms": used_ms,
            "kind": ("failed low" if fields["drop"].startswith("low") else "dropped") + ", " +
                    ("resolved" if fields["stop"] == "resolved" else "not resolved"),
            "normal": early[-1], "played": game.thoughts[-1][1]}


def read(path):
    """Returns the number of the engine's moves in a log, and the cases of overtime."""
    game, moves, cases = Game(), 0, []
    for line in open(path, errors="replace"):
        _, mark, text = (line.rstrip("\n").split(" ", 2) + ["", ""])[:3]
        thought = THOUGHT.match(text) if mark == ">" else None
        if mark == "<":
            game.hear(text)
        elif thought:
            game.thoughts.append((10 * int(thought[1]), thought[2]))
        elif mark == ">" and text.startswith("move "):
            game.moves.append(text[5:])
        elif text.startswith("# tm "):
            moves += 1
            case = overtime(game, dict(FIELD.findall(text)))
            cases += [case] if case else []
    return moves, cases


def search(program, case, times):
    """Returns the best move of a search that is `times` as long as the move of the case took."""
    lines = ["xboard", "post"] + case["settings"] + ["easy", "force"]
    lines += ["usermove " + move for move in case["moves"]]
    lines += ["st %.3f" % (times * case["used_ms"] / 1000), "go", ""]
    process = subprocess.Popen([program, "--no-config"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("\n".join(lines))
    process.stdin.flush()
    best = None
    for line in process.stdout:
        thought = THOUGHT.match(line.strip())
        best = thought[2] if thought else best
        if line.startswith("move "):
            break
    process.communicate("quit\n", timeout=10)
    return best


def percent(part, whole):
    return "%3.0f %%" % (100 * part / whole) if whole else "    -"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+")
    parser.add_argument("--program", default="./overtime")
    parser.add_argument("--times", type=float, default=10)
    parser.add_argument("--most", type=int, default=200, help="number of cases searched again, chosen at random")
    options = parser.parse_args()
    read_logs = [read(path) for path in options.logs]
    moves = sum(count for count, _ in read_logs)
    cases = [case for _, some in read_logs for case in some]
    print("%d moves, overtime in %d (%s)" % (moves, len(cases), percent(len(cases), moves).strip()))
    random.Random(1).shuffle(cases)
    looked_at = cases[:options.most]
    for case in looked_at:
        case["best"] = search(options.program, case, options.times)
    print("%-25s %6s %8s   as a search %g times as long:" % ("", "moves", "changed", options.times))
    print("%-25s %6s %8s   %10s %10s" % ("", "", "", "at N", "played"))
    kinds = sorted({case["kind"] for case in looked_at})
    rows = [(kind, [case for case in looked_at if case["kind"] == kind]) for kind in kinds]
    rows.append(("all", looked_at))
    rows.append(("where the move changed", [case for case in looked_at if case["normal"] != case["played"]]))
    for name, row in rows:
        changed = sum(case["normal"] != case["played"] for case in row)
        agree = [sum(case[which] == case["best"] for case in row) for which in ("normal", "played")]
        print("%-25s %6d %8s   %10s %10s" % (name, len(row), percent(changed, len(row)),
                                             percent(agree[0], len(row)), percent(agree[1], len(row))))


if __name__ == "__main__":
    main()
