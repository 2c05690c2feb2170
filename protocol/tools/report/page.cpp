#include "protocol/tools/report/page.h"

#include <algorithm>
#include <set>

#include "protocol/tools/report/html.h"
#include "protocol/tools/report/many_games.h"
#include "protocol/tools/report/one_game.h"
#include "protocol/tools/report/plot.h"
#include "protocol/tools/report/style.h"

namespace {

constexpr size_t STORIES_ALL = 4;     // up to this number of games each one is shown
constexpr size_t STORIES_OF_MANY = 6; // of more games only so many are shown
constexpr size_t ROWS_MAX = 2000;

struct Page {
    Html html;
    const std::vector<ReportFile>& files;
    std::vector<ReportGame> games;
    ReportCount count; // of the engine whose log it is; of both sides for PGN
    int others_forfeits = 0;
    std::vector<double> lags;
    std::set<std::string> controls;
    bool has_log = false, has_pgn = false, has_rough = false; // of some game
};

bool is_counted(const ReportGame& game, Colour colour) {
    return game.own == COLOUR_NB || game.own == colour;
}

ReportCount count_game(const ReportGame& game) {
    ReportCount count;
    for (const Colour colour : {WHITE, BLACK})
        if (is_counted(game, colour)) report_count(game, colour, &count);
    return count;
}

Page make_page(const std::vector<ReportFile>& files) {
    Page page = {{}, files, {}, {}, 0, {}, {}};
    for (const ReportFile& file : files)
        page.games.insert(page.games.end(), file.games.begin(), file.games.end());
    for (const ReportGame& game : page.games) {
        page.controls.insert(report_control_text(game.control));
        (game.own == COLOUR_NB ? page.has_pgn : page.has_log) = true;
        page.has_rough |= game.rough;
        for (const Colour colour : {WHITE, BLACK}) {
            if (!is_counted(game, colour)) {
                page.others_forfeits += game.forfeit == colour;
                continue;
            }
            report_count(game, colour, &page.count);
            for (const ReportMove& move : game.side[colour].moves)
                if (move.lag_ms != REPORT_UNKNOWN) page.lags.push_back(double(move.lag_ms));
        }
    }
    return page;
}

std::string pair_text(const ReportGame& game) {
    return game.side[WHITE].name + " \u2013 " + game.side[BLACK].name;
}

std::string result_text(const ReportGame& game) {
    const std::string token = game.result == "1/2-1/2" ? "\u00bd\u2013\u00bd"
                              : game.result == "1-0"   ? "1\u20130"
                              : game.result == "0-1"   ? "0\u20131"
                                                       : "unfinished";
    return game.reason.empty() ? token : token + ", " + game.reason;
}

std::string title_text(const Page& page) {
    if (page.games.size() == 1) return pair_text(page.games[0]);
    return plot_count_text(page.games.size(), "game");
}

void write_head(Page* page) {
    Html* html = &page->html;
    html->text = "<!DOCTYPE html>\n";
    html_open(html, "html", {{"lang", "en"}});
    html_open(html, "head");
    html_empty(html, "meta", {{"charset", "utf-8"}});
    html_empty(html, "meta",
               {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    html_empty(html, "meta", {{"name", "color-scheme"}, {"content", "light dark"}});
    html_element(html, "title", {}, "Where the time went: " + title_text(*page));
    html_open(html, "style");
    html->text += REPORT_STYLE;
    html_close(html);
    html_close(html);
}

void write_header(Page* page) {
    Html* html = &page->html;
    html_open(html, "header");
    html_element(html, "p", {{"class", "kicker"}}, "Where the time went");
    html_element(html, "h1", {}, title_text(*page));
    std::string line = plot_count_text(page->controls.size(), "time control");
    if (page->controls.size() == 1) line = *page->controls.begin();
    if (page->games.size() == 1) {
        line += " \u00b7 " + result_text(page->games[0]);
        if (!page->games[0].date.empty()) line += " \u00b7 " + page->games[0].date;
    }
    html_element(html, "p", {{"class", "lede"}}, line);
    html_close(html);
}

void write_tile(Html* html, const std::string& name, const std::string& value,
                const std::string& note, bool alarm = false) {
    html_open(html, "div", {{"class", alarm ? "tile alarm" : "tile"}});
    html_element(html, "dt", {}, name);
    html_element(html, "dd", {}, value);
    html_element(html, "dd", {{"class", "note"}}, note);
    html_close(html);
}

void write_tiles(Page* page) {
    Html* html = &page->html;
    const ReportCount& count = page->count;
    const auto others = size_t(page->others_forfeits);
    html_open(html, "dl", {{"class", "tiles"}});
    write_tile(html, "Lost on time", std::to_string(count.forfeits),
               others > 0 ? "and " + plot_count_text(others, "opponent")
                          : "in " + plot_count_text(page->games.size(), "game"),
               count.forfeits > 0);
    write_tile(html, "Near misses", std::to_string(count.near_misses),
               "in " + plot_count_text(size_t(count.timed), "timed move"), count.near_misses > 0);
    if (page->has_log)
        write_tile(html, "Overruns", std::to_string(count.overruns),
                   count.overruns == 0
                       ? "no move after a drop"
                       : std::to_string(count.resolved) + " found an acceptable move");
    write_tile(html, "Lowest clock", plot_time_text(count.lowest_ms), "when a move was made");
    write_tile(html, "Longest think", plot_time_text(count.longest_ms), "for one move");
    if (!page->lags.empty())
        write_tile(html, "Lag", plot_time_text(int64_t(report_quantile(&page->lags, 0.5))),
                   "median; " + plot_time_text(int64_t(report_quantile(&page->lags, 1))) +
                       " at most");
    html_close(html);
}

// The games shown one by one: all in their order, or of many games those with the most losses on
// time, then near misses of a loss on time, then overruns.
std::vector<size_t> told_games(const Page& page) {
    std::vector<std::pair<int, size_t>> weights;
    for (size_t i = 0; i < page.games.size(); ++i) {
        const ReportCount count = count_game(page.games[i]);
        weights.emplace_back(
            -(1000000 * count.forfeits + 1000 * count.near_misses + count.overruns), i);
    }
    if (weights.size() > STORIES_ALL) {
        std::sort(weights.begin(), weights.end());
        weights.resize(std::min(weights.size(), STORIES_OF_MANY));
    }
    std::vector<size_t> games;
    for (const auto& weight : weights) games.push_back(weight.second);
    return games;
}

void write_stories(Page* page) {
    Html* html = &page->html;
    const bool many = page->games.size() > STORIES_ALL;
    const std::vector<size_t> told = told_games(*page);
    const std::vector<ReportPlayer> players = report_players(page->games);
    const std::string lead = players.empty() ? "" : players[0].name;
    if (many) html_element(html, "h2", {}, "Games worth a look");
    for (const size_t i : told) {
        const ReportGame& game = page->games[i];
        // Of many games only the first is unfolded, to show what the folded games contain.
        if (many && i == told[0])
            html_open(html, "details", {{"open", ""}});
        else
            html_open(html, many ? "details" : "section");
        if (page->games.size() > 1) {
            html_open(html, many ? "summary" : "h2");
            html_text(html, std::to_string(i + 1) + ". " + pair_text(game));
            html_element(html, "small", {},
                         " " + result_text(game) + " \u00b7 " + report_control_text(game.control));
            html_close(html);
        }
        report_story_write(html, game, lead);
        html_close(html);
    }
}

// The text of a cell: the value of the counted side, or "WHITE / BLACK" if both sides count.
template <typename Cell> std::string cells(const ReportGame& game, const Cell& cell_of) {
    std::string text;
    for (const Colour colour : {WHITE, BLACK})
        if (is_counted(game, colour))
            text += (text.empty() ? "" : " / ") + cell_of(game.side[colour]);
    return text;
}

// The row of a game in the table of games: pairs of a column's name and the cell.
std::vector<std::pair<std::string, std::string>> game_cells(const Page& page, size_t index) {
    const ReportGame& game = page.games[index];
    const ReportCount count = count_game(game);
    const size_t moves = std::max(game.side[WHITE].moves.size(), game.side[BLACK].moves.size());
    std::vector<std::pair<std::string, std::string>> row = {
        {"#", std::to_string(index + 1)},
        {"White \u2013 Black", pair_text(game)},
        {"result", result_text(game)},
    };
    if (page.controls.size() > 1) row.emplace_back("control", report_control_text(game.control));
    row.emplace_back("moves", std::to_string(moves));
    for (const int look : REPORT_LOOK_MOVE)
        row.emplace_back("after " + std::to_string(look), cells(game, [&](const ReportSide& side) {
                             const double share = report_share_left(game, side, look);
                             return share < 0 ? "\u2013" : plot_percent_text(share);
                         }));
    row.emplace_back("lowest", cells(game, [](const ReportSide& side) {
                         return plot_time_text(report_lowest_ms(side));
                     }));
    row.emplace_back("longest", cells(game, [](const ReportSide& side) {
                         return plot_time_text(report_longest_ms(side));
                     }));
    if (page.has_log) row.emplace_back("overruns", std::to_string(count.overruns));
    row.emplace_back("near misses", std::to_string(count.near_misses));
    return row;
}

void write_games(Page* page) {
    Html* html = &page->html;
    std::vector<std::string> names;
    for (const auto& cell : game_cells(*page, 0)) names.push_back(cell.first);
    html_element(html, "h2", {}, "Every game");
    html_table_begin(html, "games", "", names);
    const size_t rows = std::min(page->games.size(), ROWS_MAX);
    for (size_t i = 0; i < rows; ++i) {
        const ReportCount count = count_game(page->games[i]);
        if (count.forfeits > 0 || count.near_misses > 0)
            html_open(html, "tr", {{"class", "alarm"}});
        else
            html_open(html, "tr");
        for (const auto& cell : game_cells(*page, i)) html_cells(html, {cell.second});
        html_close(html);
    }
    html_table_end(html);
    if (page->games.size() > rows)
        html_element(html, "p", {},
                     "The charts hold " + std::to_string(page->games.size() - rows) + " more.");
}

std::string file_text(const ReportFile& file) {
    std::string text = file.name + ": " + plot_count_text(file.games.size(), "game") + " in " +
                       plot_count_text(size_t(file.lines), "line");
    if (file.skipped > 0)
        text += ", " + plot_count_text(size_t(file.skipped), "line") +
                " skipped, the first is line " + std::to_string(file.first_skipped);
    return text + ".";
}

void write_notes(Page* page) {
    Html* html = &page->html;
    html_open(html, "footer");
    html_element(
        html, "p", {},
        "A near miss is a move made with less than a fiftieth of the base on the clock, a "
        "second at most. An overrun is a move that took longer than NormalMoveTime because "
        "the score had dropped; \"low\" means that the best move failed low and was not yet "
        "searched again. Lag is the time the GUI charges beyond the time used.");
    if (page->has_pgn)
        html_element(html, "p", {},
                     "Clocks of PGN games are computed from the times in the comments and are as "
                     "exact as those.");
    if (page->has_rough)
        html_element(html, "p", {},
                     "Near misses are not counted in games with times rounded to tenths of a "
                     "second or worse.");
    html_open(html, "ul");
    for (const ReportFile& file : page->files) html_element(html, "li", {}, file_text(file));
    html_close(html);
    html_close(html);
}

} // namespace

std::string report_page(const std::vector<ReportFile>& files) {
    Page page = make_page(files);
    write_head(&page);
    html_open(&page.html, "body");
    write_header(&page);
    html_open(&page.html, "main");
    write_tiles(&page);
    if (page.games.size() > STORIES_ALL) report_many_write(&page.html, page.games);
    write_stories(&page);
    if (page.games.size() > 1) write_games(&page);
    html_close(&page.html);
    write_notes(&page);
    html_close(&page.html);
    html_close(&page.html);
    return page.html.text;
}
