// Tests of EPD suites, PGN games, annotations and journals.
#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

#include "protocol/files/epd.h"
#include "protocol/files/games.h"
#include "protocol/files/pgn.h"
#include "protocol/io/file.h"
#include "protocol/io/text.h"
#include "protocol/tools/study/annotation.h"
#include "protocol/tools/study/journal.h"
#include "protocol/tools/study/study_search.h"
#include "protocol/version.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

struct Heard {
    std::vector<GameText> games;
    std::vector<std::string> broken; // "LINE WHY"
};

Heard read_games(const std::string& text) {
    Heard heard;
    std::istringstream input(text);
    games_read(input, {&heard,
                       [](void* context, const GameText& game) {
                           static_cast<Heard*>(context)->games.push_back(game);
                       },
                       [](void* context, int line, const std::string& why) {
                           static_cast<Heard*>(context)->broken.push_back(std::to_string(line) +
                                                                          ' ' + why);
                       }});
    return heard;
}

Analysis analysis_of(const Board& board, int score, const std::string& moves) {
    Analysis analysis;
    analysis.score = Score(score);
    analysis.depth = Depth(9);
    Board after = board;
    std::istringstream words(moves);
    for (std::string word; words >> word;) {
        analysis.line.push_back(position_move(after, word));
        Undo undo;
        move_make(&after, analysis.line.back(), &undo);
    }
    return analysis;
}

int64_t no_time(void*) {
    return 0;
}

} // namespace

TEST_CASE("EPD: bm, am, dm and id are read, after four fields or six") {
    Epd epd;
    REQUIRE(epd_parse("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8# Kd1; am O-O-O;dm 1 ; id \"a; b\";",
                      &epd) == nullptr);
    CHECK(epd.best.size() == 2);
    CHECK(epd.avoid.size() == 1);
    CHECK(epd.mate == 1);
    CHECK(epd.id == "a; b");
    const Board& board = epd.game.board;
    const Move mate = position_move(board, "a1a8"), king = position_move(board, "e1d1");
    CHECK(epd_is_solved(epd, mate, SCORE_MATE - 1));
    CHECK_FALSE(epd_is_solved(epd, mate, SCORE_MATE - 3)); // a mate in two moves, not in one
    CHECK_FALSE(epd_is_solved(epd, mate, -SCORE_MATE + 1));
    CHECK_FALSE(epd_is_solved(epd, king, Score(500)));
    CHECK_FALSE(epd_is_solved(epd, position_move(board, "a1b1"), SCORE_MATE - 1));
    CHECK_FALSE(epd_is_solved(epd, MOVE_NONE, SCORE_MATE - 1));
    REQUIRE(epd_parse("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 3 20 am Ra8", &epd) == nullptr);
    CHECK(epd.game.board.move_number == 20);
    CHECK(epd_is_solved(epd, position_move(epd.game.board, "a1b1"), SCORE_DRAW));
    CHECK_FALSE(epd_is_solved(epd, position_move(epd.game.board, "a1a8"), SCORE_DRAW));
}

TEST_CASE(
    "EPD: a line without bm, am or dm is refused with a reason, and so is an illegal position") {
    Epd epd;
    const std::string good = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - ";
    CHECK(epd_parse(good, &epd) == std::string("has no bm, am or dm"));
    CHECK(epd_parse(good + "id \"x\";", &epd) == std::string("has no bm, am or dm"));
    CHECK(epd_parse(good + "bm Qa8;", &epd) == std::string("bm: illegal move"));
    CHECK(epd_parse(good + "bm ;", &epd) == std::string("bm: illegal move"));
    CHECK(epd_parse(good + "am Ra8 Ra9;", &epd) == std::string("am: illegal move"));
    CHECK(epd_parse(good + "dm x;", &epd) == std::string("dm: not a number of moves"));
    CHECK(epd_parse(good + "dm 0;", &epd) == std::string("dm: not a number of moves"));
    CHECK(epd_parse("8/8/8/8/8/8/8/8 w - - bm Ra8;", &epd) == std::string("king missing"));
    CHECK(epd_parse("", &epd) != nullptr);
}

TEST_CASE("study: a search ends by depth, by nodes, and at a proven mate") {
    const OwnedSearch search = search_owned();
    const Stopwatch stopwatch = {no_time, nullptr};
    StudyLimits limits;
    limits.depth = 3;
    CHECK(study_search(search.get(), game_from(FEN_START), limits, stopwatch).report.depth == 3);
    limits.depth = DEPTH_MAX;
    limits.nodes = 2000;
    CHECK(study_search(search.get(), game_from(FEN_START), limits, stopwatch).report.nodes <= 2000);
    limits.nodes = 0;
    const Game game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    CHECK(study_search(search.get(), game, limits, stopwatch).report.depth == 4);
    const Game longer = game_from("7k/8/8/8/8/8/R7/1R5K w - - 0 1"); // a mate in two moves
    limits.nodes = 20000;
    CHECK(study_search(search.get(), longer, limits, stopwatch).report.depth < 10);
    limits.mate = 2;
    CHECK(study_search(search.get(), longer, limits, stopwatch).report.depth < 10);
    limits.mate = 1; // the mate in two does not suffice
    CHECK(study_search(search.get(), longer, limits, stopwatch).report.depth == DEPTH_MAX);
}

namespace {

struct FailingDisk : std::streambuf {
    int left = 3;
    int_type underflow() override {
        if (left-- == 0) throw std::ios_base::failure("read error");
        static char byte = 'x';
        setg(&byte, &byte, &byte + 1);
        return byte;
    }
};

} // namespace

TEST_CASE("file_next_line: a read error ends the file and sets badbit") {
    FailingDisk disk;
    std::istream input(&disk);
    std::string line;
    CHECK(file_next_line(input, &line));
    CHECK(line == "xxx");
    CHECK(input.bad());
}

TEST_CASE("PGN: comments are read, variations are skipped") {
    const Heard heard =
        read_games("[Event \"a\"]\n[White \"x \\\"y\\\"\"]\n[Result \"1-0\"]\n\n{before} 1. e4 "
                   "{one} {two} e5 $1 (1... c5 {no} (1... e6)) 2.Qh5 Nc6\n3. Bc4 Nf6?? 4. Qxf7# "
                   "1-0\n\n[Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    REQUIRE(heard.games.size() == 2);
    CHECK(heard.broken.empty());
    const GameText& first = heard.games[0];
    CHECK(games_tag(first, "White") == "x \"y\"");
    CHECK(first.game.moves.size() == 7);
    CHECK(first.comments[0] == "before");
    CHECK(first.comments[1] == "one two");
    CHECK(first.comments[2] == "");
    CHECK(first.result == "1-0");
    CHECK(heard.games[1].result == "*");
    CHECK(heard.games[1].game.moves.size() == 1);
}

TEST_CASE("PGN: a comment after the result belongs to that game; unknown results are \"*\"") {
    const Heard heard = read_games("[Event \"a\"]\n\n1. e4 {x} 1-0 {White won on time} {so}\n\n"
                                   "[Event \"b\"]\n[Result \"?\"]\n\n{first} 1. Ke3 {y} *\n{lost}\n"
                                   "[Event \"c\"]\n[Result \"?\"]\n\n1. d4 d5\n");
    REQUIRE(heard.games.size() == 2);
    CHECK(heard.games[0].comments == std::vector<std::string>{"", "x White won on time so"});
    CHECK(games_tag(heard.games[1], "Event") == "c");
    CHECK(heard.games[1].comments[0] == "");
    CHECK(heard.games[1].result == "*");
}

TEST_CASE("PGN: comments may be long, and their lines may begin with a percent sign") {
    const std::string half(3000, 'x');
    const Heard heard =
        read_games("1. e4 {" + half + ' ' + half + "\n% of games} e5\n% not for us } 2. d4\n *\n");
    REQUIRE(heard.games.size() == 1);
    CHECK(heard.games[0].game.moves.size() == 2);
    CHECK(heard.games[0].comments[1] == half + ' ' + half + " % of games");
    CHECK(pgn_wrap({std::string(78, 'x'), "%", "of", "%%"}) ==
          std::string(78, 'x') + " %\nof %%\n");
}

TEST_CASE("PGN: accepts castling with zeros, \"e.p.\", and comments to the end of the line") {
    const Heard heard =
        read_games("1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 4.Nf3 Bg4 ; first\n5. Bc4 Qxd6 "
                   "6.0-0 0-0-0 {second};third\n*\n");
    REQUIRE(heard.games.size() == 1);
    const GameText& game = heard.games[0];
    REQUIRE(game.game.moves.size() == 12);
    CHECK(move_is_castle(game.game.moves[10]));
    CHECK(move_is_castle(game.game.moves[11]));
    CHECK(game.comments[8] == " first");
    CHECK(game.comments[12] == "second third");
}

TEST_CASE("PGN: a game may have a result without moves") {
    const Heard heard = read_games("[Event \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n[Event \"b\"]\n"
                                   "[FEN \"nonsense\"]\n\n0-1\n\n[Event \"c\"]\n\n1. e4 *\n");
    REQUIRE(heard.games.size() == 2);
    CHECK(heard.games[0].result == "1-0");
    CHECK(heard.games[0].game.moves.empty());
    CHECK(games_tag(heard.games[1], "Event") == "c");
    REQUIRE(heard.broken.size() == 1);
    CHECK(heard.broken[0].find("9 illegal position: ") == 0);
}

TEST_CASE("PGN: accepts blanks around tags, and NAGs without a blank before them") {
    const Heard heard = read_games("  [Event \"World Cup\"]\n[ White \"a b\" ]\n\n1. e4$1 e5$2$10 "
                                   "2. Nf3 $14 *\n");
    CHECK(heard.broken.empty());
    REQUIRE(heard.games.size() == 1);
    CHECK(games_tag(heard.games[0], "Event") == "World Cup");
    CHECK(games_tag(heard.games[0], "White") == "a b");
    CHECK(heard.games[0].game.moves.size() == 3);
}

TEST_CASE("PGN: the tags of a game without moves do not get into the next game") {
    const Heard heard =
        read_games("[White \"a\"]\n[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
                   "[Event \"b\"]\n\n1. d4 *\n");
    CHECK(heard.broken.empty());
    REQUIRE(heard.games.size() == 1);
    CHECK(games_tag(heard.games[0], "Event") == "b");
    CHECK(games_tag(heard.games[0], "White") == "");
}

TEST_CASE("PGN: a game with a null move is reported as broken") {
    const Heard heard = read_games("1. e4 -- 2. e5 *\n");
    CHECK(heard.games.empty());
    REQUIRE(heard.broken.size() == 1);
    CHECK(heard.broken[0] == "1 illegal move: --");
    CHECK(read_games("1. drawn *\n").broken.at(0) == "1 illegal move: drawn");
}

TEST_CASE("PGN: games of other variants are refused by name") {
    const auto read = [](const std::string& variant) {
        return read_games("[Event \"a\"]\n[Variant \"" + variant + "\"]\n\n1. e4 e5 *\n");
    };
    for (const char* known :
         {"", "Standard", "From Position", "Chess960", "fischerandom", "normal", "nocastle"})
        CHECK(read(known).games.size() == 1);
    for (const char* other : {"Antichess", "Atomic", "King of the Hill", "crazyhouse"}) {
        CHECK(read(other).games.empty());
        CHECK(read(other).broken ==
              std::vector<std::string>{std::string("4 another variant: ") + other});
    }
}

TEST_CASE("PGN: castling follows the rules of the variant") {
    const auto read = [](const std::string& tags, const std::string& moves) {
        return read_games("[Event \"a\"]\n" + tags + "\n" + moves + " *\n").broken;
    };
    const std::string open = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O";
    CHECK(read("", open).empty());
    CHECK(read("[Variant \"nocastle\"]\n", open).at(0) == "4 illegal move: O-O");
    const std::string wild = "[Variant \"wildcastle\"]\n"
                             "[FEN \"r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w KQkq - 0 1\"]\n";
    CHECK(read(wild, "1. O-O a6 2. Ka1").empty());
    CHECK(read(wild, "1. O-O a6 2. Kh1").at(0) == "5 illegal move: Kh1");
}

TEST_CASE("PGN: a comment without end makes only its own game unreadable") {
    const Heard heard = read_games("[Event \"a\"]\n\n1. e4 {no\n1... e5 *\n\n[Event \"b\"]\n\n"
                                   "1. d4 *\n\n[Event \"c\"]\n\n1. c4 {no");
    CHECK(heard.broken ==
          std::vector<std::string>{"3 comment without end", "12 comment without end"});
    REQUIRE(heard.games.size() == 1);
    CHECK(games_tag(heard.games[0], "Event") == "b");
}

TEST_CASE("PGN: accepts tags and moves on one line") {
    const Heard heard =
        read_games("[Event \"a \"b\" [c] d\\\"\"] [White \"x\" ][Result \"1-0\"] 1. e4 "
                   "e5 1-0\n[Event \"\"]1. d4 {\n[White \"no\"]} *\n[Site \"C:\\\"]\n1. c4 *");
    CHECK(heard.broken.empty());
    REQUIRE(heard.games.size() == 3);
    CHECK(games_tag(heard.games[0], "Event") == "a \"b\" [c] d\"");
    CHECK(games_tag(heard.games[0], "White") == "x");
    CHECK(heard.games[0].result == "1-0");
    CHECK(heard.games[0].game.moves.size() == 2);
    CHECK(heard.games[1].tags.size() == 1);
    CHECK(heard.games[1].game.moves.size() == 1);
    CHECK(games_tag(heard.games[2], "Site") == "C:\\");
}

TEST_CASE("PGN: a broken game is reported by line number, and the games around it are read") {
    const Heard heard = read_games("1. e4 e5 1-0\n\n[Event \"?\"]\n\n1. e4 e5\n2. Ke3 Ke7 0-1\n"
                                   "[FEN \"nonsense\"]\n1. e4 *\n[Event \"?\"]\n1. d4 1/2-1/2\n"
                                   "[Bad\n1. c4 {no end");
    CHECK(heard.games.size() == 2);
    REQUIRE(heard.broken.size() == 4);
    CHECK(heard.broken[0] == "6 illegal move: Ke3");
    CHECK(text_fits(heard.broken[1], "8 illegal position: *"));
    CHECK(heard.broken[2] == "11 malformed");
    CHECK(heard.broken[3] == "12 comment without end");
}

TEST_CASE("annotation: scores beyond ten pawns count as ten in the loss of a move") {
    const Board board = position_make(FEN_START);
    const Analysis best = analysis_of(board, 40, "e2e4");
    const Move other = position_move(board, "d2d4");
    CHECK(annotation_loss(other, best, analysis_of(board, 10, "e2e4")) == 50);
    CHECK(annotation_loss(other, best, analysis_of(board, -40, "e2e4")) == 0);
    CHECK(annotation_loss(other, best, analysis_of(board, -90, "e2e4")) == 0);
    CHECK(annotation_loss(best.line[0], best, analysis_of(board, 900, "e2e4")) == 0);
    CHECK(annotation_loss(other, analysis_of(board, SCORE_MATE - 5, "e2e4"),
                          analysis_of(board, -1500, "e2e4")) == 0);
    CHECK(annotation_mark(49) == MARK_NONE);
    CHECK(annotation_mark(50) == MARK_INACCURACY);
    CHECK(annotation_mark(100) == MARK_MISTAKE);
    CHECK(annotation_mark(299) == MARK_MISTAKE);
    CHECK(annotation_mark(2000) == MARK_BLUNDER);
}

TEST_CASE("annotation: an annotated game is valid PGN") {
    const Heard heard = read_games("[White \"a \\\\ b\"]\n[Annotator \"x\"]\n\n1. f3 {why} e5 2. "
                                   "g4 Qh4# 0-1\n");
    REQUIRE(heard.games.size() == 1);
    Game game = game_from(FEN_START);
    std::vector<Analysis> analyses = {analysis_of(game.board, 30, "e2e4 e7e5")};
    game_play(&game, "f2f3");
    analyses.push_back(analysis_of(game.board, 20, "e7e5 d2d4"));
    game_play(&game, "e7e5");
    analyses.push_back(analysis_of(game.board, -50, "d2d4 e5d4 d1d4"));
    game_play(&game, "g2g4");
    analyses.push_back(analysis_of(game.board, SCORE_MATE - 1, "d8h4"));
    game_play(&game, "d8h4");
    analyses.emplace_back();
    analyses.back().score = -SCORE_MATE;
    Accuracy accuracy[COLOUR_NB];
    const std::string text = annotation_write(heard.games[0], analyses, accuracy);
    std::string line = text; // the text without line breaks
    std::replace(line.begin(), line.end(), '\n', ' ');
    CHECK(text.find("[White \"a \\\\ b\"]\n[Annotator \"Overtime ") == 0);
    CAPTURE(text);
    CHECK(line.find(
              "  1. f3 $6 {-0.20/9} {why} (1. e4 {+0.30/9} 1... e5) 1... e5 {+0.50/9} 2. g4 $4 "
              "{-#1/9} (2. d4 {-0.50/9} 2... exd4 3. Qxd4) 2... Qh4# 0-1  ") != std::string::npos);
    CHECK(accuracy[WHITE].moves == 2);
    CHECK(accuracy[WHITE].marks[MARK_BLUNDER] == 1);
    CHECK(accuracy[WHITE].marks[MARK_INACCURACY] == 1);
    CHECK(accuracy[BLACK].lost_cp == 0);
    const Heard again = read_games(text);
    REQUIRE(again.games.size() == 1);
    CHECK(again.games[0].game.moves == heard.games[0].game.moves);
    CHECK(again.games[0].comments[1] == "-0.20/9 why");
    CHECK(annotation_write(again.games[0], analyses, accuracy) ==
          text); // scores of an earlier annotation are removed
}

TEST_CASE("annotation: foreign comments stay when a game is annotated again") {
    const std::string pgn = std::string("[Annotator \"") + VERSION_NAME +
                            "\"]\n\n{-1/2 and move} 1. e4 {+0.1/2 one" + '\0' +
                            "two} e5 {+3/4 last} *\n";
    const Heard heard = read_games(pgn);
    REQUIRE(heard.games.size() == 1);
    Game game = game_from(FEN_START);
    std::vector<Analysis> analyses = {analysis_of(game.board, 30, "e2e4")};
    game_play(&game, "e2e4");
    analyses.push_back(analysis_of(game.board, -30, "e7e5"));
    analyses.emplace_back(); // no score, as if the game were over
    Accuracy accuracy[COLOUR_NB];
    const std::string text = annotation_write(heard.games[0], analyses, accuracy);
    CAPTURE(text);
    CHECK(text.find("{-1/2 and move} 1. e4 {+0.30/9} {one two} 1... e5 {+3/4 last} *") !=
          std::string::npos);
}

TEST_CASE("journal: an interrupted run continues, but only with the same settings") {
    const TestFile file;
    const std::string path = file.path.string(), title = "# Overtime 1 analysis, st 1";
    const Board board = position_make(FEN_START);
    {
        Journal journal;
        CHECK(journal_open(&journal, path, title) == "");
        CHECK(journal_add(&journal, FEN_START, analysis_of(board, -17, "e2e4 e7e5")));
        journal_close(&journal, true);
    }
    const std::string whole = file.read();
    // The journal ends in an incomplete line, as after an interrupt.
    file.write(whole + "4k3/8/8/8/8/8/8/4K3 w - - 0 1|0|3|e1e2");
    {
        Journal journal;
        CHECK(journal_open(&journal, path, title) == "");
        REQUIRE(journal.found == 1);
        const Analysis& analysis = journal.analyses[FEN_START];
        CHECK(analysis.score == -17);
        CHECK(analysis.depth == 9);
        CHECK(analysis.line == analysis_of(board, 0, "e2e4 e7e5").line);
        const char* other = "4k3/8/8/8/8/8/8/3K4 w - - 0 1";
        CHECK(journal_add(&journal, other, analysis_of(position_make(other), 0, "d1d2")));
        journal_close(&journal, true);
    }
    Journal journal;
    CHECK(journal_open(&journal, path, title) == "");
    CHECK(journal.found == 2);
    journal_close(&journal, true);
    Journal different;
    CHECK(journal_open(&different, path, "# Overtime 1 analysis, st 2") == "");
    CHECK(different.found == 0);
    journal_close(&different, false);
    CHECK_FALSE(std::filesystem::exists(file.path));
    CHECK(journal_open(&different, "/nowhere/journal", title) != "");
}
