#include "protocol/tools/report/page.h"

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/io/log.h"
#include "protocol/tools/report/html.h"
#include "protocol/tools/report/many_games.h"
#include "protocol/tools/report/plot.h"
#include "protocol/tools/report/read_log.h"
#include "protocol/tools/report/read_pgn.h"

namespace {

ReportFile read(void (*reader)(std::istream&, ReportFile*), const char* name,
                const std::string& text) {
    ReportFile file;
    file.name = name;
    std::istringstream input(text);
    reader(input, &file);
    return file;
}

ReportFile read_log(const std::string& text) {
    return read(report_log_read, "game.log", text);
}

ReportFile read_pgn(const std::string& text) {
    return read(report_pgn_read, "game.pgn", text);
}

// The log of a game under cutechess-cli, in whose third move the engine played overtime. The log
// also has lines of the protocol, which the report does not read.
const std::string LOG =
    "# Overtime 0.1 log\n"
    "18 < xboard\n"
    "487 < level 0 1:40 2\n"
    "496 < go\n"
    "600 > 1 30 0 2 e2e4\n"
    "1212 > move e2e4\n"
    "1212 = # game ply=0 own=white moves=0 base=100000 I=2000 opponent=Some <Other> & Co\n"
    "1212 = # tm rival T=100000 I=2000 M=0 N=900 E=2800 used=716 stop=normal drop=- resolved=- "
    "G=30 "
    "lag=0 O=100000 ply=0 move=e4 last=- score=30 depth=9 before=-\n"
    "1859 < usermove e7e5\n"
    "2744 > # tm rival T=101100 I=2000 M=0 N=900 E=2800 used=885 stop=easy drop=- resolved=- G=30 "
    "lag=184 O=99000 ply=2 move=Nf3 last=e5 score=30 depth=9 before=-\n"
    "3955 = # tm rival T=102210 I=2000 M=0 N=900 E=2800 used=1702 stop=resolved drop=120@d9 "
    "resolved=d9/4 G=10 lag=5 O=98000 ply=4 move=Bc4 last=Nc6 score=10 depth=9 before=Bb5/25 "
    "new=1\n"
    "4000 = # result ply=5 last=Bc4 1-0 {Black forfeits on time}\n";

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Returns the end of the tag that begins at `at`. A quoted value may contain ">".
size_t tag_end(const std::string& page, size_t at) {
    for (bool quoted = false; at < page.size(); ++at) {
        if (page[at] == '"') quoted = !quoted;
        if (page[at] == '>' && !quoted) return at;
    }
    return std::string::npos;
}

// Returns the name of the first HTML element that is not closed in order; empty if there is none.
std::string unbalanced(const std::string& page) {
    std::vector<std::string> open;
    for (size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
        const size_t end = tag_end(page, at);
        if (end == std::string::npos) return "a tag without an end";
        if (page[at + 1] == '!' || page[end - 1] == '/') continue;
        const bool closes = page[at + 1] == '/';
        const size_t name = at + (closes ? 2 : 1);
        const std::string element = page.substr(name, page.find_first_of(" >", name) - name);
        if (!closes) {
            open.push_back(element);
        } else {
            if (open.empty() || open.back() != element) return "</" + element + ">";
            open.pop_back();
        }
    }
    return open.empty() ? "" : "<" + open.back() + ">";
}

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
    return count;
}

// Returns a PGN as cutechess-cli writes it, with `moves` moves of each side.
std::string make_pgn(int moves, const std::string& time, const std::string& tags) {
    std::string text = "[White \"A\"]\n[Black \"B\"]\n" + tags + "\n";
    for (int i = 1; i <= moves; ++i)
        text += std::to_string(i) + ". Nf3 {+0.10/9 " + time + "} Nf6 {-0.10/9 0.50s}\n";
    return text + "{Draw by adjudication} 1/2-1/2\n\n";
}

} // namespace

TEST_CASE("report: every move is read from a log") {
    const ReportFile file = read_log(LOG);
    CHECK(file.skipped == 0);
    REQUIRE(file.games.size() == 1);
    const ReportGame& game = file.games[0];
    CHECK(game.own == WHITE);
    CHECK(game.side[WHITE].name == "Overtime 0.1");
    CHECK(game.side[BLACK].name == "Some <Other> & Co");
    CHECK(game.control.base_ms == 100000);
    CHECK(game.control.increment_ms == 2000);
    CHECK(game.result == "1-0");
    CHECK(game.reason == "Black forfeits on time");
    CHECK(game.forfeit == BLACK);
    const std::vector<ReportMove>& own = game.side[WHITE].moves;
    REQUIRE(own.size() == 3);
    CHECK(own[0].text == "e4");
    CHECK(own[0].used_ms == 716);
    CHECK(own[0].sent_ms == 99100); // our clock at the next move, less the increment
    CHECK(own[0].left_ms == 101100);
    CHECK(own[0].lag_ms == 184); // the line of the next move tells it
    CHECK(own[1].stop == "easy");
    CHECK(own[1].lag_ms == 5);
    CHECK(own[2].lag_ms == REPORT_UNKNOWN);
    CHECK(own[2].sent_ms == 102210 - 1702); // computed, as there is no later reading of the clock
    CHECK(own[2].left_ms == 102210 - 1702 + 2000);
    const std::vector<ReportMove>& other = game.side[BLACK].moves;
    REQUIRE(other.size() == 2);
    CHECK(other[0].text == "e5");
    CHECK(other[0].left_ms == 99000);
    CHECK(other[0].used_ms == 3000);
    CHECK(other[1].used_ms == 3000);
}

TEST_CASE("report: an overrun is shown with its drop and what it found") {
    const ReportFile file = read_log(LOG);
    const ReportMove& move = file.games.at(0).side[WHITE].moves.at(2);
    CHECK(report_is_overrun(move));
    CHECK(move.normal_ms == 900);
    CHECK(move.extend_ms == 2800);
    CHECK(move.drop_cp == 120);
    CHECK(move.drop_depth == 9);
    CHECK(move.resolved_depth == 9);
    CHECK(move.resolved_move == 4);
    CHECK(move.before_cp == 25);
    CHECK(move.after_cp == 10);
    CHECK(move.candidate == "Bb5");
    ReportCount count;
    report_count(file.games[0], WHITE, &count);
    CHECK(count.moves == 3);
    CHECK(count.overruns == 1);
    CHECK(count.resolved == 1);
    CHECK(count.forfeits == 0);
    report_count(file.games[0], BLACK, &count);
    CHECK(count.forfeits == 1);
    const std::string page = report_page({file});
    CHECK(has(page, "acceptable move at depth 9, root move 4; Bc4 instead of Bb5; score +0.25 "
                    "before, +0.10 played"));
    CHECK(has(page, "\u22121.20"));
    CHECK(has(page, "802 ms")); // beyond NormalMoveTime
}

TEST_CASE("report: an overrun that kept the best move is not shown as a change") {
    std::string text = LOG;
    text.replace(text.find("before=Bb5"), 10, "before=Bc4");
    const ReportFile file = read_log(text);
    CHECK(file.games.at(0).side[WHITE].moves.at(2).before_cp == 25);
    CHECK(!has(report_page({file}), "instead of"));
}

TEST_CASE("report: an overrun may have begun because the best move failed low") {
    std::string text = LOG;
    text.replace(text.find("drop=120@d9"), 11, "drop=low@d9");
    const ReportFile file = read_log(text);
    CHECK(file.skipped == 0);
    const ReportMove& move = file.games.at(0).side[WHITE].moves.at(2);
    CHECK(report_is_overrun(move));
    CHECK(move.drop_cp == 0);
    CHECK(move.drop_depth == 9);
    const std::string page = report_page({file});
    CHECK(has(page, "best move failed low at depth 9"));
    CHECK(has(page, "<td>low</td>"));
    for (const char* broken : {"low@d", "low@dx", "low"}) {
        text = LOG;
        text.replace(text.find("drop=120@d9"), 11, std::string("drop=") + broken);
        CHECK(read_log(text).skipped == 1);
    }
}

TEST_CASE(
    "report: a move is an overrun if the score dropped and it took more than NormalMoveTime") {
    ReportMove move;
    move.normal_ms = 900;
    move.extend_ms = 2800;
    move.used_ms = 901;
    CHECK_FALSE(report_is_overrun(move));
    move.drop_cp = 100;
    move.drop_depth = 9;
    CHECK(report_is_overrun(move));
    move.used_ms = 900;
    CHECK_FALSE(report_is_overrun(move));
    move.normal_ms = REPORT_UNKNOWN;
    CHECK_FALSE(report_is_overrun(move));
}

namespace {

std::string tm_line(const std::string& fields) {
    return "9 = # tm rival I=0 M=0 N=10 E=20 used=7 stop=normal drop=- resolved=- G=5 lag=0 " +
           fields + '\n';
}

} // namespace

TEST_CASE("report: a game with a fixed time per move is read without clocks") {
    const ReportFile file =
        read_log("1 = # game ply=0 own=black\n1 = # tm fixed T=1000 I=0 M=0 N=970 E=970 used=969 "
                 "stop=st drop=- resolved=- G=30 lag=0 O=- ply=1 move=e5 last=e4\n"
                 "2000 = # result ply=2 last=e5 1/2-1/2 {Draw}\n");
    CHECK(file.skipped == 0);
    REQUIRE(file.games.size() == 1);
    const ReportMove& move = file.games[0].side[BLACK].moves.at(0);
    CHECK(move.used_ms == 969);
    CHECK(move.sent_ms == REPORT_UNKNOWN);
    CHECK_FALSE(report_is_near_miss(file.games[0], move));
    CHECK(file.games[0].side[WHITE].name == "opponent");
}

TEST_CASE("report: a log may have several games, also games without a move of ours") {
    std::string text = LOG + "5000 < new\n5003 < quit\n" + LOG;
    text += "5000 = # game ply=61 own=black moves=40 base=100000 I=2000\n" +
            tm_line("T=5000 M=1 O=- ply=61 move=Kd4 last=-") +
            "5100 = # result ply=62 last=Kd4 0-1 {Overtime wins}\n";
    const ReportFile file = read_log(text);
    CHECK(file.skipped == 0);
    REQUIRE(file.games.size() == 3);
    CHECK(file.games[0].result == "1-0");
    CHECK(file.games[2].own == BLACK);
    CHECK(file.games[2].forfeit == COLOUR_NB);
    CHECK(file.games[2].control.moves == 40);
    // This game begins with Black's 31st move, the last one of a session, so the base is added
    // after it.
    CHECK(file.games[2].side[BLACK].moves.at(0).sent_ms == 4993);
    CHECK(file.games[2].side[BLACK].moves.at(0).left_ms == 4993 + 2000 + 100000);
}

TEST_CASE("report: broken lines of a log are skipped and counted") {
    const char* const BROKEN[] = {
        "x < new",
        "12",
        "12 ? new",
        "7 > # tm",
        "7 > # tm rival",
        "7 > # tm rival T=1 N=2 E=3 used=4",         // no move
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6",   // no move
        "7 > # tm rival T=1 N=2 E=3 used=4 move=e4", // no ply
        "7 > # tm rival T=- N=2 E=3 used=4 ply=6 move=e4",
        "7 > # tm rival T=1 N=2 E=3 used= ply=6 move=e4",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 and more",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=-6 move=e4",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=999999 move=e4",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 drop=7",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 resolved=9/4",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 before=e4",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 before=/",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 before=e4/2147483647",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 score=-2147483648",
        "7 > # tm rival T=1 N=2 E=3 used=4 ply=6 move=e4 resolved=d9/-4",
        "7 > # tm rival T=1 N=2 E=3 used=99999999999999 ply=6 move=e4",
        "7 = # game",
        "7 = # game ply=0",
        "7 = # game ply=-1 own=white",
        "7 = # game ply=0 own=red",
        "7 = # game ply=0 own=white base=soon",
        "7 = # book ply=6",
        "7 = # result 1-0 {White mates}",
        "7 = # result ply=-9223372036854775808 1-0 {White mates}",
    };
    for (const std::string line : BROKEN) {
        CAPTURE(line);
        const ReportFile file = read_log(LOG + line + "\n" + LOG);
        CHECK(file.skipped == 1);
        CHECK(file.first_skipped == count_of(LOG, "\n") + 1);
        CHECK(file.games.size() == 2);
        CHECK(file.games.at(0).side[WHITE].moves.size() == 3);
    }
    CHECK(read_log("").games.empty());
    CHECK(
        read_log("1 = # book\n2 = # result ply=2147483647\n3 = # tm\n4 = # game \n").games.empty());
}

TEST_CASE("report: lines that the host sent are ignored") {
    std::string text = LOG;
    for (size_t at = 0; (at = text.find("# ", at + 1)) != std::string::npos;)
        text[at - 2] = '<'; // mark the line as sent by the host
    CHECK(read_log(text).skipped == 0);
    CHECK(read_log(text).games.empty());
}

TEST_CASE("report: a UCI log is read, with a book move and a ponder hit") {
    const ReportFile file = read_log(
        "# Overtime 0.1 log\n"
        "23 < position startpos\n"
        "739 = # game ply=0 own=white moves=0 base=100000 I=2000\n"
        "739 = # tm rival T=102000 I=2000 M=0 N=900 E=2800 used=716 stop=normal drop=- resolved=- "
        "G=30 lag=0 O=102000 ply=0 move=e4 last=- score=30 depth=9 before=-\n"
        "1000 > bestmove d2d4\n"
        "1900 > info string tm rival T=103100 I=2000 M=0 N=900 E=2800 used=1702 stop=resolved "
        "drop=low@d9 resolved=d9/4 G=10 lag=184 O=103000 ply=2 move=Bc4 last=e5 score=10 depth=9 "
        "before=Bb5/25\n"
        "2000 > info string a move of the book\n"
        "2000 = # book T=103390 O=104500 ply=4 move=d3 last=Bc5\n"
        "2100 = # tm rival T=105390 I=2000 M=0 N=900 E=2800 used=88 stop=easy drop=- resolved=- "
        "G=10 lag=3 O=- ply=6 move=Nf3 last=d6 score=9 depth=9 before=-\n");
    CHECK(file.skipped == 0);
    REQUIRE(file.games.size() == 1);
    const ReportGame& game = file.games[0];
    CHECK(game.own == WHITE);
    CHECK(game.result == "*");
    REQUIRE(game.side[WHITE].moves.size() == 4);
    REQUIRE(game.side[BLACK].moves.size() == 3);
    CHECK(game.side[WHITE].moves[0].left_ms == 103100);
    CHECK(game.side[WHITE].moves[0].lag_ms == 184);
    CHECK(game.side[WHITE].moves[1].candidate == "Bb5");
    CHECK(game.side[WHITE].moves[1].left_ms == 103390);
    CHECK(game.side[WHITE].moves[2].text == "d3");
    CHECK(game.side[WHITE].moves[2].used_ms == REPORT_UNKNOWN);
    CHECK(game.side[WHITE].moves[3].stop == "easy");
    CHECK(game.side[BLACK].moves[1].text == "Bc5");
    CHECK(game.side[BLACK].moves[1].left_ms == 104500);
    CHECK(game.side[BLACK].moves[1].used_ms == 500);
    CHECK(game.side[BLACK].moves[2].left_ms == REPORT_UNKNOWN);
}

TEST_CASE("report: the host may play on after our claim, and its result counts") {
    const std::string game = "3 = # game ply=0 own=black\n" + tm_line("T=9 ply=1 move=e5 last=e4");
    const std::string claim = "3 = # result ply=2 last=e5 1/2-1/2 {Draw by repetition}\n";
    CHECK(read_log(game + claim).games.at(0).result == "1/2-1/2");
    const ReportFile file = read_log(game + claim + tm_line("T=9 ply=3 move=Nc6 last=Nf3") +
                                     "3 = # result ply=5 last=Qxf7# 1-0 {White mates}\n");
    REQUIRE(file.games.size() == 1);
    CHECK(file.games[0].side[BLACK].moves.size() == 2);
    CHECK(file.games[0].side[WHITE].moves.at(2).text == "Qxf7#");
    CHECK(file.games[0].result == "1-0");
    CHECK(file.games[0].reason == "White mates");
}

TEST_CASE("report: moves taken back are removed") {
    const ReportFile file = read_log(LOG + tm_line("T=90000 O=- ply=2 move=d4 last=c5") +
                                     tm_line("T=90000 O=- ply=2 move=d3 last=c5"));
    REQUIRE(file.games.size() == 1);
    REQUIRE(file.games[0].side[WHITE].moves.size() == 2);
    CHECK(file.games[0].side[WHITE].moves[0].left_ms == 101100); // the next reading shows it
    CHECK(file.games[0].side[WHITE].moves[1].text == "d3");
    REQUIRE(file.games[0].side[BLACK].moves.size() == 1);
    CHECK(file.games[0].side[BLACK].moves[0].text == "c5");
}

TEST_CASE("report: moves keep their numbers if lines of the log are lost") {
    const ReportFile file = read_log("9 = # game ply=0 own=white moves=0 base=9000 I=0\n" +
                                     tm_line("T=9000 ply=4 move=d4 last=d5") +
                                     tm_line("T=5000 ply=10 move=Nf3 last=Nf6") +
                                     tm_line("T=4900 ply=12 move=Bd3 last=e6"));
    CHECK(file.skipped == 0);
    REQUIRE(file.games.size() == 1);
    const std::vector<ReportMove>& own = file.games[0].side[WHITE].moves;
    REQUIRE(own.size() == 7);
    CHECK(own[1].used_ms == REPORT_UNKNOWN);
    CHECK(own[2].sent_ms == 8993); // from the time used, as a later clock includes lost moves
    CHECK(own[3].text == "");
    CHECK(own[5].sent_ms == 4900);
    CHECK(own[5].lag_ms == 0);
    CHECK(file.games[0].side[BLACK].moves.size() == 6);
}

TEST_CASE("report: time and clock are found in comments of every form") {
    const auto check = [](const char* text, int64_t used_ms, int64_t left_ms, bool rough,
                          const char* rest) {
        CAPTURE(text);
        const ReportComment comment = report_pgn_comment(text);
        CHECK(comment.used_ms == used_ms);
        CHECK(comment.left_ms == left_ms);
        CHECK(comment.rough == rough);
        CHECK(comment.rest == rest);
    };
    constexpr int64_t NONE = REPORT_UNKNOWN;
    check("+0.35/12 1.2s", 1200, NONE, false, "");
    check("-M5/20 0.069s", 69, NONE, false, "");
    check("0.00/1 0s", 0, NONE, false, "");
    check("+M1/1 0.003s, White mates", 3, NONE, false, "White mates");
    check("+0.35/12 1.2s, n=1000, tl=8.25s, sd=14", 1200, 8250, false, "");
    check("+0.35/12 1.2", 1200, NONE, true, "");
    check("+0.20/6 5", 5000, NONE, true, "");
    check("+1000.03/8 1:05", 65000, NONE, true, "");
    check("+0.35/12 +57", NONE, 57000, true, "");
    check("+0.33/13", NONE, NONE, false, "");
    check("[%clk 0:05:00]", NONE, 300000, true, "");
    check("[%clk 1:02:03.5] [%emt 0:00:07.25] good", 7250, 3723500, false, "good");
    check("[%eval 0.17] [%clk 0:00:30]", NONE, 30000, true, "");
    check("[%emt 4]", 4000, NONE, true, "");
    check("book", NONE, NONE, false, "book");
    check("White forfeits on time", NONE, NONE, false, "White forfeits on time");
    for (const char* broken :
         {"", " ", "[%clk", "[%clk ]", "[%clk x]", "[%emt -1]", "+0.3/9 s", "+0.3/9 .",
          "+0.3/9 :", "+0.3/9 +", "/ 1s", "a/b 1s", "tl=s", "[%"}) {
        CAPTURE(broken);
        CHECK(report_pgn_comment(broken).used_ms == NONE);
        CHECK(report_pgn_comment(broken).left_ms == NONE);
    }
}

TEST_CASE("report: PGN of cutechess-cli is read") {
    const ReportFile file = read_pgn(
        "[Event \"?\"]\n[Date \"2026.11.21\"]\n[White \"Over\\\"time\"]\n[Black \"Base\"]\n"
        "[Result \"1-0\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n"
        "[Termination \"time forfeit\"]\n[TimeControl \"2/10+0.5\"]\n\n"
        "1... e5 {book} 2. Nf3 {+0.30/12 2.5s}\nNc6 {-0.20/11\n1.25s} (2... d6 {bad 9s}) 3. Bb5 $1 "
        "{+0.31/12 0.50s} ; 9. Kg8 {9s}\n% 10. Kg9\na6 {-0.31/9 0.050s, Black loses on time} "
        "1-0\n");
    CHECK(file.skipped == 0);
    REQUIRE(file.games.size() == 1);
    const ReportGame& game = file.games[0];
    CHECK(game.own == COLOUR_NB);
    CHECK(game.side[WHITE].name == "Over\"time");
    CHECK(game.date == "2026.11.21");
    CHECK(game.reason == "Black loses on time");
    CHECK(game.forfeit == BLACK);
    CHECK_FALSE(game.rough);
    CHECK(game.control.moves == 2);
    const std::vector<ReportMove>& black = game.side[BLACK].moves;
    REQUIRE(black.size() == 3);
    CHECK(black[0].text == "e5");
    CHECK(black[0].left_ms == 11000); // base + increment
    CHECK(black[1].used_ms == 1250);
    CHECK(black[1].sent_ms == 9750);
    CHECK(black[1].left_ms == 9750 + 500 + 10000); // a new session
    REQUIRE(game.side[WHITE].moves.size() == 2);
    CHECK(game.side[WHITE].moves[0].text == "Nf3");
    CHECK(game.side[WHITE].moves[0].sent_ms == 8000);
}

TEST_CASE("report: PGN of XBoard is read") {
    const ReportFile file = read_pgn(
        "[Event \"Computer Chess Game\"]\n[White \"Overtime 0.1\"]\n[Black \"Fairy-Max 5.0b\"]\n"
        "[Result \"0-1\"]\n[TimeControl \"80\"]\n[Annotator \"1. +0.33   1... +0.03\"]\n\n"
        "{--------------\nr n b q k b n r\nwhite to play\n--------------}\n"
        "1. e4 {+0.33/13} Nc6 {+0.03/6 5} 2. Nf3 {+0.46/14 1.0} d5\n{+0.20/6 1:10}\n"
        "{White forfeits on time} 0-1\n\n");
    REQUIRE(file.games.size() == 1);
    const ReportGame& game = file.games[0];
    CHECK(game.forfeit == WHITE);
    CHECK(game.rough);
    const std::vector<ReportMove>& white = game.side[WHITE].moves;
    REQUIRE(white.size() == 2);
    CHECK(white[0].used_ms == 0); // XBoard omits times that round to 0
    CHECK(white[1].left_ms == 79000);
    REQUIRE(game.side[BLACK].moves.size() == 2);
    CHECK(game.side[BLACK].moves[1].left_ms == 5000);
}

TEST_CASE("report: a move may have two comments, one with its score and one with the clock") {
    const ReportFile file =
        read_pgn("[White \"w\"]\n[Black \"b\"]\n[TimeControl \"180+2\"]\n\n"
                 "1. e4 {+0.10/5} {[%clk 0:03:00]} e5 {+0.10/5} 2. Nf3 {+0.20/6} "
                 "{[%clk 0:02:50]} *\n");
    REQUIRE(file.games.size() == 1);
    REQUIRE(file.games[0].side[WHITE].moves.size() == 2);
    CHECK(file.games[0].side[WHITE].moves[1].used_ms == 12000);
    CHECK(file.games[0].side[BLACK].moves.at(0).used_ms == 0);
}

TEST_CASE("report: comments in a variation do not tell how the game ended") {
    const auto forfeit = [](const std::string& reason, const std::string& variation) {
        return read_pgn("[White \"w\"]\n[Black \"b\"]\n\n1. e4 {+0.10/5 1.0s} e5 {+0.10/5 1.0s" +
                        reason + "} (1... e6 " + variation + ") 0-1\n")
            .games.at(0)
            .forfeit;
    };
    CHECK(forfeit(", White loses on time", "{+0.50/9}") == WHITE);
    CHECK(forfeit("", "{White loses on time}") == COLOUR_NB);
}

TEST_CASE("report: PGN of chess servers is read, with the clock after each move") {
    const ReportFile file = read_pgn("[White \"w\"]\n[Black \"b\"]\n[TimeControl \"180+2\"]\n"
                                     "[Termination \"Time forfeit\"]\n[Result \"0-1\"]\n\n"
                                     "1. e4 { [%clk 0:03:00] } 1... c5 { [%clk 0:02:58] } 2. Nf3 { "
                                     "[%clk 0:02:50] } 0-1\n");
    REQUIRE(file.games.size() == 1);
    CHECK(file.games[0].forfeit == WHITE);
    CHECK(file.games[0].reason == "Time forfeit");
    REQUIRE(file.games[0].side[WHITE].moves.size() == 2);
    CHECK(file.games[0].side[WHITE].moves[1].left_ms == 170000);
    CHECK(file.games[0].side[WHITE].moves[1].used_ms == 12000);
    CHECK(file.games[0].side[BLACK].moves.at(0).used_ms == 4000);
    CHECK(file.games[0].side[WHITE].moves[0].used_ms ==
          0); // the clock neither ran nor was incremented
}

TEST_CASE("report: reads PGN with moves per time control, and with a fixed time for each move") {
    std::string moves;
    for (int i = 1; i <= 41; ++i) { // a move takes 60 s and adds 30 s; move 40 adds 1800 s more
        const int left = 5400 - 30 * i + (i >= 40 ? 1800 : 0);
        char clk[64];
        std::snprintf(clk, sizeof clk, "{[%%clk %d:%02d:%02d]} ", left / 3600, left / 60 % 60,
                      left % 60);
        moves += std::to_string(i) + (i % 2 ? ". Nf3 " : ". Ng1 ") + clk +
                 (i % 2 ? "Nf6 " : "Ng8 ") + clk;
    }
    const ReportFile file = read_pgn("[TimeControl \"40/5400+30:1800+30\"]\n\n" + moves + "*\n");
    REQUIRE(file.games.size() == 1);
    const ReportSide& side = file.games[0].side[WHITE];
    REQUIRE(side.moves.size() == 41);
    CHECK(report_longest_ms(side) == 60000);
    CHECK(report_lowest_ms(side) == 1000 * (5400 - 30 * 40 - 30));
    const ReportFile rounded =
        read_pgn("[TimeControl \"60+0.5\"]\n\n1. e4 {[%clk 0:01:00]} e5 2. Nf3 "
                 "{[%clk 0:01:01]} *\n");
    REQUIRE(rounded.games.size() == 1);
    CHECK(rounded.games[0].side[WHITE].moves.at(1).used_ms == 0);
    const ReportFile daily = read_pgn("[TimeControl \"1/86400\"]\n\n1. e4 {[%clk 10:00:00]} e5 "
                                      "{[%clk 20:00:00]} 2. Nf3 {[%clk 9:00:00]} *\n");
    REQUIRE(daily.games.size() == 1);
    CHECK(report_lowest_ms(daily.games[0].side[WHITE]) == REPORT_UNKNOWN);
    CHECK(report_longest_ms(daily.games[0].side[WHITE]) == REPORT_UNKNOWN);
}

TEST_CASE("report: broken PGN is skipped and counted") {
    const std::string good = make_pgn(2, "0.50s", "[Event \"?\"]\n");
    CHECK(read_pgn(good + good).games.size() == 2);
    CHECK(read_pgn("1. e4 e5 1-0\n").games.empty()); // the game has no times
    CHECK(read_pgn("").games.empty());
    ReportFile file = read_pgn(good + "1. e4 {+0.1/1 1s} e5 {never ended\n[Event \"x\"]\n" + good);
    CHECK(file.skipped == 1);
    CHECK(file.first_skipped == count_of(good, "\n") + 1);
    CHECK(file.games.size() == 3);
    file = read_pgn("[White Unquoted]\n[Black \"B]\n" + good);
    CHECK(file.skipped == 2);
    CHECK(file.games.size() == 1);
    CHECK(read_pgn(good + "1. e4 {+0.1/1 1s").skipped == 1);
    CHECK(read_pgn(")))) } } ((( {+0.1/1 1s} 1. (e4 {1s} *").games.empty());
    CHECK(read_pgn("{+0.1/1 1s} $ . .. ... 1.... 99999999999999999999. e4 {+0.1/1 1s} *")
              .games.size() == 1);
}

TEST_CASE("report: shows which share of the clock is left at moves 20, 40 and 60") {
    // With 100 s + 1 s and 2 s per move the clock falls from 101 s by 1 s per move.
    const ReportFile file = read_pgn(make_pgn(45, "2.0s", "[TimeControl \"100+1\"]\n"));
    REQUIRE(file.games.size() == 1);
    const ReportGame& game = file.games[0];
    const ReportSide& side = game.side[WHITE];
    CHECK(report_share_left(game, side, 20) == doctest::Approx(0.81));
    CHECK(report_share_left(game, side, 40) == doctest::Approx(0.61));
    CHECK(report_share_left(game, side, 60) < 0);
    CHECK(report_share_left(game, side, 0) < 0);
    CHECK(report_lowest_ms(side) == 55000);
    CHECK(report_longest_ms(side) == 2000);
    const std::string page = report_page({file});
    CHECK(has(page, ">81 %<"));
    CHECK(has(page, ">61 %<"));
    CHECK(has(page, ">121 %<")); // Black gains 0.5 s per move
}

TEST_CASE("report: near misses and forfeits are counted") {
    ReportControl control;
    CHECK(report_near_ms(control) == 100);
    control.base_ms = 10000;
    CHECK(report_near_ms(control) == 200);
    control.base_ms = 300000;
    CHECK(report_near_ms(control) == 1000);
    // With 10 s and 1.4 s per move 0.2 s are left after move 7, and nothing after that.
    const ReportFile file = read_pgn(make_pgn(8, "1.4s", "[TimeControl \"10\"]\n"));
    REQUIRE(file.games.size() == 1);
    ReportCount count;
    report_count(file.games[0], WHITE, &count);
    CHECK(count.near_misses == 1);
    CHECK(count.timed == 8);
    ReportGame rough = file.games[0];
    rough.rough = true;
    count = {};
    report_count(rough, WHITE, &count);
    CHECK(count.near_misses == 0);

    CHECK(report_forfeit("1-0", "Black loses on time", "") == BLACK);
    CHECK(report_forfeit("0-1", "White forfeits on time", "") == WHITE);
    CHECK(report_forfeit("0-1", "", "time forfeit") == WHITE);
    CHECK(report_forfeit("1/2-1/2", "White ran out of time and Black cannot mate", "") == WHITE);
    CHECK(report_forfeit("1-0", "White mates", "normal") == COLOUR_NB);
    CHECK(report_forfeit("*", "Black loses on time", "") == COLOUR_NB);
    CHECK(report_forfeit("1-0", "", "White won: time control") == BLACK);
    for (const char* words : {"punishing a flagrant blunder", "resigned after the time control"})
        CHECK(report_forfeit("1-0", words, "normal") == COLOUR_NB);
}

TEST_CASE("report: pages are well-formed, escaped and self-contained") {
    std::vector<std::vector<ReportFile>> pages = {{read_log(LOG)}, {read_log(LOG), read_log(LOG)}};
    std::string many, wild =
                          "[White \"<script>alert('x')</script>\"]\n[Black \"\xff\xfe & \x01\"]\n"
                          "[TimeControl \"5\"]\n[Termination \"time forfeit\"]\n\n";
    wild += "1. <b>e4 {+0.1/1 4.9s} a\"'&<i> {+0.1/1 1s} 2. d4 {+0.1/1 0.1s, <u>White</u> loses on "
            "time} 0-1\n\n";
    for (int i = 0; i < 50; ++i) many += LOG;
    pages.push_back(
        {read_log(many), read_pgn(wild + make_pgn(70, "0.10s", "[TimeControl \"9\"]\n"))});
    pages.push_back({read_pgn(wild)});
    pages.push_back({read_pgn("1. e4 {[%emt 3]} *\n")}); // no clock, no names
    pages.push_back({});
    for (const std::vector<ReportFile>& files : pages) {
        const std::string page = report_page(files);
        CAPTURE(page.size());
        CHECK(unbalanced(page) == "");
        CHECK(page.size() < 2000000);
        for (const char* never : {"<script", "<i>", "<u>", "\xff", "\x01", "<Other>", "nan",
                                  "inf\"", "http", "src=", "javascript"}) {
            CAPTURE(never);
            CHECK_FALSE(has(page, never));
        }
    }
    CHECK(has(report_page(pages[3]), "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
    CHECK(has(report_page(pages[0]), "Some &lt;Other&gt; &amp; Co"));
    CHECK(has(report_page(pages[2]), "52 games"));
}

namespace {

// Returns the log of a game in which every move of the engine is an overrun.
std::string make_overruns(int moves) {
    std::string log = "# Overtime 0.1 log\n1 = # game ply=0 own=white moves=0 base=100000 I=2000\n";
    for (int i = 0; i < moves; ++i) {
        const std::string drop = i % 2 ? "low" : std::to_string(80 + 10 * i);
        log +=
            "1 = # tm rival T=100000 I=2000 M=0 N=900 E=" + std::to_string(2800 - 40 * (i % 20)) +
            " used=1702 stop=resolved drop=" + drop +
            "@d9 resolved=d9/4 G=10 lag=5 ply=" + std::to_string(2 * i) + " move=e4 last=e5\n";
    }
    return log;
}

struct Label {
    size_t at; // position in the text of the page
    double x, y;
    std::string text;
};

std::vector<Label> find_drop_labels(const std::string& page) {
    const std::string element = "<text class=\"small ink-over\" x=\"";
    std::vector<Label> labels;
    for (size_t at = page.find(element); at != std::string::npos; at = page.find(element, at + 1)) {
        const size_t x = at + element.size(), y = page.find("y=\"", x) + 3;
        const size_t text = page.find('>', y) + 1;
        labels.push_back({at, std::stod(page.substr(x)), std::stod(page.substr(y)),
                          page.substr(text, page.find('<', text) - text)});
    }
    return labels;
}

// Returns true if two labels overlap. A label is 12 points high.
bool overlap(const Label& one, const Label& other) {
    constexpr double LOW_HALF = 9, NUMBER_HALF = 16, HEIGHT = 12;
    const double halves = (one.text == "low" ? LOW_HALF : NUMBER_HALF) +
                          (other.text == "low" ? LOW_HALF : NUMBER_HALF);
    return std::fabs(one.x - other.x) < halves && std::fabs(one.y - other.y) < HEIGHT;
}

} // namespace

TEST_CASE("report: no label of a drop hides another, and no bar hides a label") {
    for (const int moves : {3, 12, 40, 120}) {
        CAPTURE(moves);
        const std::string page = report_page({read_log(make_overruns(moves))});
        const std::vector<Label> labels = find_drop_labels(page);
        REQUIRE(labels.size() >= 3);
        if (moves <= 12) CHECK(labels.size() == size_t(moves));
        int overlaps = 0;
        for (size_t i = 0; i < labels.size(); ++i)
            for (size_t j = 0; j < i; ++j) overlaps += overlap(labels[i], labels[j]);
        CHECK(overlaps == 0);
        const std::string bar = "<rect class=\"extend\"";
        const size_t legend = page.find(bar, labels[0].at); // the only bar after the labels
        CHECK(page.find(bar, legend + 1) == std::string::npos);
        for (const Label& label : labels) CHECK(label.y > 18); // below the legend
    }
}

TEST_CASE("report: only the first 1000 moves of a game are drawn") {
    const std::string page = report_page({read_log(make_overruns(6000))});
    CHECK(has(page, "Only the first 1000 moves are drawn."));
    CHECK(page.size() < 2000000);
    CHECK(unbalanced(page) == "");
    CHECK_FALSE(has(report_page({read_log(make_overruns(1000))}), "are drawn."));
}

TEST_CASE("report: long names are shortened in charts") {
    CHECK(plot_name_text("") == "");
    CHECK(plot_name_text("Fairy-Max 5.0b") == "Fairy-Max 5.0b");
    CHECK(plot_name_text("Overtime 0.1 64") == "Overtime 0.1 \u2026");
    CHECK(plot_name_text("Overtime 0.\u20ac\u20ac") == "Overtime 0.\u2026");
}

TEST_CASE("report: games are counted by player name; the engine that wrote the log comes first") {
    std::string pgn = make_pgn(70, "0.10s", "[TimeControl \"9\"]\n");
    std::vector<ReportGame> games = read_pgn(pgn + pgn).games;
    games.push_back(read_log(LOG).games.at(0));
    const std::vector<ReportPlayer> players = report_players(games);
    REQUIRE(players.size() == 4);
    CHECK(players[0].name == "Overtime 0.1");
    CHECK(players[0].count.overruns == 1);
    CHECK(players[1].name == "A");
    CHECK(players[1].count.games == 2);
    CHECK(players[1].count.timed == 140);
    const std::string other = "[Black \"B\"]";
    pgn.replace(pgn.find(other), other.size(), "[Black \"A\"]"); // the engine plays against itself
    games = read_pgn(pgn + pgn).games;
    REQUIRE(report_players(games).size() == 1);
    CHECK(report_players(games)[0].count.games == 2);
    CHECK(report_players(games)[0].seats.size() == 4);
}

TEST_CASE("report: numbers, times and special characters are formatted") {
    CHECK(html_number(1.5) == "1.5");
    CHECK(html_number(100) == "100");
    CHECK(html_number(-0.001) == "0");
    CHECK(html_escape("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;");
    CHECK(html_escape("\u00e4\u20ac\U0001f600") == "\u00e4\u20ac\U0001f600");
    CHECK(html_escape("\xc3(\xed\xa0\x80\xf5\xc0\xaf\x1b") == "?(???????");
    CHECK(plot_time_text(85) == "85 ms");
    CHECK(plot_time_text(1234) == "1.23 s");
    CHECK(plot_time_text(42345) == "42.3 s");
    CHECK(plot_time_text(300000) == "5:00");
    CHECK(plot_time_text(3723000) == "1:02:03");
    const PlotTicks ticks = plot_ticks_time(0, 300000, 6);
    REQUIRE(ticks.size() == 6);
    CHECK(ticks[1].value == 60000);
    CHECK(ticks[5].label == "5:00");
    CHECK(plot_ticks_time(-1000, 900, 4).front().label == "1 s"); // all labels have the same unit
    CHECK(plot_ticks_time(-1000, 900, 4).back().label == "0.5 s");
    const PlotScale scale = {1, 101, 50, 0};
    CHECK(plot_place(scale, 26) == doctest::Approx(37.5));
    CHECK(plot_place(scale, 1e9) == doctest::Approx(0));
    std::vector<double> values = {4, 1, 3, 2, 5};
    CHECK(report_quantile(&values, 0.5) == doctest::Approx(3));
    CHECK(report_quantile(&values, 0.1) == doctest::Approx(1.4));
}
