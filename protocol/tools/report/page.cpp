#include "protocol/tools/report/page.h"

#include <algorithm>
#include <set>

#include "protocol/tools/report/distributions.h"
#include "protocol/tools/report/html.h"
#include "protocol/tools/report/plot.h"
#include "protocol/tools/report/story.h"
#include "protocol/tools/report/style.h"

namespace {

constexpr size_t STORIES_ALL = 4;     // up to this number all games are shown
constexpr size_t STORIES_OF_MANY = 6; // else only the most notable
constexpr size_t ROWS_MAX = 2000;

struct Page {
    Html html;
    const std::vector<ReportFile>* files;
    std::vector<ReportGame> games;
    ReportCount count; // of the engine whose log it is; of both sides for PGN
    int others_forfeits;
    int64_t lowest_ms, longest_ms;
    std::vector<double> lags;
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

void count_side(Page* page, const ReportGame& game, Colour colour) {
    if (!is_counted(game, colour)) {
        page->others_forfeits += game.forfeit == colour;
        return;
    }
    const ReportSide& side = game.side[colour];
    report_count(game, colour, &page->count);
    page->lowest_ms = report_lower_ms(page->lowest_ms, report_lowest_ms(side));
    page->longest_ms = std::max(page->longest_ms, report_longest_ms(side));
    for (const ReportMove& move : side.moves)
        if (move.lag_ms != REPORT_UNKNOWN) page->lags.push_back(double(move.lag_ms));
}

Page make_page(const std::vector<ReportFile>& files) {
    Page page = {{}, &files, {}, {}, 0, REPORT_UNKNOWN, REPORT_UNKNOWN, {}};
    for (const ReportFile& file : files)
        page.games.insert(page.games.end(), file.games.begin(), file.games.end());
    for (const ReportGame& game : page.games)
        for (const Colour colour : {WHITE, BLACK}) count_side(&page, game, colour);
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

std::set<std::string> controls_of(const Page& page) {
    std::set<std::string> controls;
    for (const ReportGame& game : page.games) controls.insert(report_control_text(game.control));
    return controls;
}

bool has_controls(const Page& page) {
    return controls_of(page).size() > 1;
}

bool has_log(const Page& page) {
    return std::any_of(page.games.begin(), page.games.end(),
                       [](const ReportGame& game) { return game.own != COLOUR_NB; });
}

std::string controls_text(const Page& page) {
    const std::set<std::string> controls = controls_of(page);
    if (controls.size() == 1) return *controls.begin();
    return plot_count_text(controls.size(), "time control", "time controls");
}

std::string title_text(const Page& page) {
    if (page.games.size() == 1) return pair_text(page.games[0]);
    return plot_count_text(page.games.size(), "game", "games");
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
    std::string line = controls_text(*page);
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

std::string overrun_note(const ReportCount& count) {
    if (count.overruns == 0) return "no move after a drop";
    return std::to_string(count.resolved) + " found an acceptable move";
}

void write_tiles(Page* page) {
    Html* html = &page->html;
    const ReportCount& count = page->count;
    html_open(html, "dl", {{"class", "tiles"}});
    write_tile(html, "Lost on time", std::to_string(count.forfeits),
               page->others_forfeits > 0
                   ? "and " +
                         plot_count_text(size_t(page->others_forfeits), "opponent", "opponents")
                   : "in " + plot_count_text(page->games.size(), "game", "games"),
               count.forfeits > 0);
    write_tile(html, "Near misses", std::to_string(count.near_misses),
               "in " + plot_count_text(size_t(count.timed), "timed move", "timed moves"),
               count.near_misses > 0);
    if (has_log(*page))
        write_tile(html, "Overruns", std::to_string(count.overruns), overrun_note(count));
    write_tile(html, "Lowest clock", plot_time_text(page->lowest_ms), "when a move was made");
    write_tile(html, "Longest think", plot_time_text(page->longest_ms), "for one move");
    if (!page->lags.empty()) {
        const int64_t median_ms = int64_t(report_quantile(&page->lags, 0.5));
        const int64_t most_ms = int64_t(report_quantile(&page->lags, 1));
        write_tile(html, "Lag", plot_time_text(median_ms),
                   "median; " + plot_time_text(most_ms) + " at most");
    }
    html_close(html);
}

// Sorted by forfeits, then near misses, then overruns.
std::vector<size_t> notable_games(const Page& page) {
    std::vector<std::pair<int, size_t>> weights;
    for (size_t i = 0; i < page.games.size(); ++i) {
        const ReportCount count = count_game(page.games[i]);
        weights.push_back(
            {-(1000000 * count.forfeits + 1000 * count.near_misses + count.overruns), i});
    }
    std::sort(weights.begin(), weights.end());
    weights.resize(std::min(weights.size(), STORIES_OF_MANY));
    std::vector<size_t> games;
    for (const auto& weight : weights) games.push_back(weight.second);
    return games;
}

void write_stories(Page* page) {
    Html* html = &page->html;
    const bool many = page->games.size() > STORIES_ALL;
    std::vector<size_t> told;
    for (size_t i = 0; i < page->games.size() && !many; ++i) told.push_back(i);
    if (many) told = notable_games(*page);
    const std::vector<ReportPlayer> players = report_players(page->games);
    const std::string lead = players.empty() ? "" : players[0].name;
    if (many) html_element(html, "h2", {}, "Games worth a look");
    for (const size_t i : told) {
        const ReportGame& game = page->games[i];
        // The first of many is unfolded, to show what the others contain.
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

// One cell for one counted side, or "White / Black".
template <typename Cell> std::string cells(const ReportGame& game, const Cell& cell_of) {
    std::string text;
    for (const Colour colour : {WHITE, BLACK})
        if (is_counted(game, colour))
            text += (text.empty() ? "" : " / ") + cell_of(game.side[colour]);
    return text;
}

template <int MOVE> std::string cell_share(const ReportGame& game) {
    return cells(game, [&](const ReportSide& side) {
        const double share = report_share_left(game, side, MOVE);
        return share < 0 ? "\u2013" : plot_percent_text(share);
    });
}

std::string cell_moves(const ReportGame& game) {
    return std::to_string(std::max(game.side[WHITE].moves.size(), game.side[BLACK].moves.size()));
}

std::string cell_control(const ReportGame& game) {
    return report_control_text(game.control);
}

std::string cell_lowest(const ReportGame& game) {
    return cells(game,
                 [](const ReportSide& side) { return plot_time_text(report_lowest_ms(side)); });
}

std::string cell_longest(const ReportGame& game) {
    return cells(game,
                 [](const ReportSide& side) { return plot_time_text(report_longest_ms(side)); });
}

std::string cell_overruns(const ReportGame& game) {
    return std::to_string(count_game(game).overruns);
}

std::string cell_near(const ReportGame& game) {
    return std::to_string(count_game(game).near_misses);
}

struct Column {
    const char* name;
    std::string (*cell)(const ReportGame& game);
    bool (*is_needed)(const Page& page); // nullptr: always
};

const Column COLUMNS[] = {
    {"White \u2013 Black", pair_text, nullptr}, {"result", result_text, nullptr},
    {"control", cell_control, has_controls},    {"moves", cell_moves, nullptr},
    {"after 20", cell_share<20>, nullptr},      {"after 40", cell_share<40>, nullptr},
    {"after 60", cell_share<60>, nullptr},      {"lowest", cell_lowest, nullptr},
    {"longest", cell_longest, nullptr},         {"overruns", cell_overruns, has_log},
    {"near misses", cell_near, nullptr},
};

void write_game_row(Html* html, const std::vector<const Column*>& columns, const ReportGame& game,
                    size_t index) {
    const ReportCount count = count_game(game);
    if (count.forfeits > 0 || count.near_misses > 0)
        html_open(html, "tr", {{"class", "alarm"}});
    else
        html_open(html, "tr");
    html_cells(html, {std::to_string(index + 1)});
    for (const Column* column : columns) html_cells(html, {column->cell(game)});
    html_close(html);
}

void write_games(Page* page) {
    Html* html = &page->html;
    std::vector<const Column*> columns;
    std::vector<std::string> names = {"#"};
    for (const Column& column : COLUMNS) {
        if (column.is_needed && !column.is_needed(*page)) continue;
        columns.push_back(&column);
        names.push_back(column.name);
    }
    html_element(html, "h2", {}, "Every game");
    html_table_begin(html, "games", "", names);
    const size_t rows = std::min(page->games.size(), ROWS_MAX);
    for (size_t i = 0; i < rows; ++i) write_game_row(html, columns, page->games[i], i);
    html_table_end(html);
    if (page->games.size() > rows)
        html_element(html, "p", {},
                     "The charts hold " +
                         plot_count_text(page->games.size() - rows, "more.", "more."));
}

std::string file_text(const ReportFile& file) {
    std::string text = file.name + ": " + plot_count_text(file.games.size(), "game", "games") +
                       " in " + plot_count_text(size_t(file.lines), "line", "lines");
    if (file.skipped > 0)
        text += ", " + plot_count_text(size_t(file.skipped), "line", "lines") +
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
    const auto has = [&](bool (*is)(const ReportGame& game)) {
        return std::any_of(page->games.begin(), page->games.end(), is);
    };
    if (has([](const ReportGame& game) { return game.own == COLOUR_NB; }))
        html_element(html, "p", {},
                     "Clocks of PGN games are computed from the times in the comments and are as "
                     "exact as those.");
    if (has([](const ReportGame& game) { return game.rough; }))
        html_element(html, "p", {},
                     "Near misses are not counted in games with times rounded to tenths of a "
                     "second or worse.");
    html_open(html, "ul");
    for (const ReportFile& file : *page->files) html_element(html, "li", {}, file_text(file));
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
