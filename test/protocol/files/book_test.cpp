// Opening books in Polyglot's format.
#include "protocol/files/book.h"

#include <doctest/doctest.h>

#include "protocol/files/book_random.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

struct Published {
    const char* moves;
    uint64_t key;
};

// Keys that the description of Polyglot's format gives for test positions.
const Published PUBLISHED[] = {
    {"", 0x463b96181691fc9c},
    {"e2e4", 0x823c9b50fd114196},
    {"e2e4 d7d5", 0x0756b94461c50fb0},
    {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
    {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
    {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
    {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
    {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
    {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
};

BookEntry entry(const Game& game, const std::string& move, int weight) {
    return {book_key(game), book_encode(position_move(game.board, move)), uint16_t(weight), 0};
}

// Returns a book with 1. e4 at three times the weight of 1. d4, 1. a3 at weight 0, and after 1. e4
// the moves c5 and an illegal one.
std::string small_book() {
    Game game = game_from(FEN_START);
    std::vector<BookEntry> entries = {entry(game, "d2d4", 100), entry(game, "e2e4", 300),
                                      entry(game, "a2a3", 0)};
    game_play(&game, "e2e4");
    entries.push_back(entry(game, "c7c5", 7));
    entries.push_back({book_key(game), 0, 9, 0});
    return book_bytes(&entries);
}

} // namespace

TEST_CASE("book: the published test positions of Polyglot's format have their keys") {
    for (const Published& published : PUBLISHED) {
        CAPTURE(published.moves);
        Game game = game_from(FEN_START);
        game_play(&game, published.moves);
        CHECK(book_key(game) == published.key);
    }
}

TEST_CASE("book: en passant is in the key if a pawn stands beside the pushed one, even if pinned") {
    // Polyglot's format counts a pawn that could capture even if it is pinned.
    Game pinned = game_from("4k3/2p5/8/KP5r/8/8/8/8 b - - 0 1");
    game_play(&pinned, "c7c5");
    REQUIRE(pinned.board.en_passant == SQ_NONE);
    const Game still = game_from("4k3/8/8/KPp4r/8/8/8/8 w - - 0 2");
    CHECK((book_key(pinned) ^ book_key(still)) == BOOK_RANDOM[BOOK_RANDOM_EN_PASSANT + 2]);
    Game alone = game_from("4k3/2p5/8/K7/8/8/8/8 b - - 0 1");
    game_play(&alone, "c7c5");
    CHECK(book_key(alone) == book_key(game_from("4k3/8/8/K1p5/8/8/8/8 w - - 0 2")));
}

TEST_CASE("book: every legal move can be encoded and decoded, castling as king takes rook") {
    Tally tally;
    playout_visit(7, 60, 60, [&](Board& board) {
        for (const Move move : position_moves(board))
            tally_add(&tally, book_move(board, book_encode(move)) == move,
                      [&] { return fen_write(board) + ' ' + notation_coordinate(move); });
    });
    tally_check(tally, 10000);
    const Board board = position_make("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(book_encode(position_move(board, "e1g1")) == (4 << 6 | 7)); // e1h1
}

TEST_CASE("book: a move is chosen by its weight, never with weight 0") {
    const TestFile file;
    file.write(small_book());
    Book book;
    REQUIRE(book_open(&book, file.path.string()) == nullptr);
    CHECK(book.entries.size() == 4); // one has no move
    Game game = game_from(FEN_START);
    const std::vector<BookMove> moves = book_moves(book, game);
    REQUIRE(moves.size() == 2);
    CHECK(notation_coordinate(moves[0].move) == "e2e4");
    CHECK(moves[1].weight == 100);
    int heavy = 0;
    for (uint64_t seed = 0; seed < 1000; ++seed) {
        const Move move = book_choose(book, game, false, seed);
        heavy += move == moves[0].move;
        CHECK((move == moves[0].move || move == moves[1].move));
        CHECK(book_choose(book, game, true, seed) == moves[0].move);
    }
    CHECK(heavy > 700);
    CHECK(heavy < 800);
    game_play(&game, "e2e4");
    CHECK(book_moves(book, game).size() == 1);
    game_play(&game, "c7c5");
    CHECK(book_choose(book, game, false, 1) == MOVE_NONE);
}

TEST_CASE("book: a file that is not a book is refused and the old book stays") {
    const TestFile good, bad;
    good.write(small_book());
    Book book;
    REQUIRE(book_open(&book, good.path.string()) == nullptr);
    std::string unsorted = small_book();
    std::swap(unsorted[0], unsorted[unsorted.size() - 16]);
    for (const std::string& bytes : {std::string(), small_book().substr(1), unsorted}) {
        bad.write(bytes);
        CHECK(book_open(&book, bad.path.string()) != nullptr);
    }
    CHECK(book_open(&book, "/nowhere/book.bin") != nullptr);
    CHECK(book_open(&book, std::filesystem::temp_directory_path().string()) != nullptr);
    CHECK(book.entries.size() == 4); // one has no move
    CHECK(book.path == good.path.string());
    CHECK(book_open(&book, "") == nullptr);
    CHECK(book.entries.empty());
}

TEST_CASE("book: its moves are played if OwnBook is on, and `bk` shows them") {
    const TestFile file;
    file.write(small_book());
    Host host;
    host_say_all(&host, {"xboard", "new"});
    CHECK(host_say(&host, "bk") == " no book | ");
    CHECK(text_fits(host_say(&host, "option BookFile=/nowhere"),
                    "tellusererror No such file or directory: BookFile=/nowhere*"));
    CHECK(host_say(&host, "option BookFile=" + file.path.string()) == "");
    CHECK(host_say(&host, "bk") == " e4  75.0 %, weight 300 |  d4  25.0 %, weight 100 | ");
    host_say_all(&host, {"sd 1", "option BookBest=1"});
    host_say(&host, "usermove e2e4");
    CHECK(host.records.size() == 1); // OwnBook is off: the engine has searched
    script_check(&host, {{"new", ""},
                         {"option OwnBook=1", ""},
                         {"level 0 1 0", ""},
                         {"time 6000", ""},
                         {"usermove e2e4", "move c7c5"},
                         {"bk", " not in the book | "},
                         {"sd 1", ""}});
    CHECK(host.records.empty());
    CHECK(host.session.player.clock.session_moves == 1);
    CHECK(text_fits(host_say(&host, "usermove g1f3"), "move *"));
    CHECK(host.records.size() == 1);
    script_check(&host, {{"new", ""}, {"force", ""}, {"go", "move e2e4"}});
}

TEST_CASE("book: a book move has a thinking line in post mode") {
    const TestFile file;
    file.write(small_book());
    Host host;
    host_say_all(&host, {"xboard", "option BookFile=" + file.path.string(), "option OwnBook=1"});
    script_check(&host, {{"new", ""},
                         {"post", ""},
                         {"usermove e2e4", "0 0 0 0 c5 | move c7c5"},
                         {"new", ""},
                         {"nopost", ""},
                         {"usermove e2e4", "move c7c5"}});
    // On the console a book move has no thinking line.
    host.session.settings.prompt = true;
    script_check(&host, {{"new", "*"}, {"post", ""}, {"usermove e2e4", "Overtime plays 1... c5"}});
}

TEST_CASE(
    "book: `bk` while pondering shows the book for the board, not for the expected position") {
    Host twin;
    ponder_long(&twin, {});
    Game game = twin.session.game;
    std::vector<BookEntry> entries = {entry(game, "a2a3", 1)};
    game_make(&game, twin.xboard.position.ponder_move);
    entries.push_back({book_key(game), book_encode(position_moves(game.board).front()), 1, 0});
    const TestFile file;
    file.write(book_bytes(&entries));
    Host host;
    host_say(&host, "option BookFile=" + file.path.string());
    ponder_long(&host, {"bk"});
    CHECK(count_heard(host, " a3 *weight 1") == 1);
}

TEST_CASE("book: after a ponder hit a book move is played") {
    Host twin;
    ponder_long(&twin, {});
    Game game = twin.session.game;
    game_make(&game, twin.xboard.position.ponder_move);
    const Move answer = position_moves(game.board).front();
    const TestFile file;
    std::vector<BookEntry> entries = {{book_key(game), book_encode(answer), 1, 0}};
    file.write(book_bytes(&entries));
    Host host;
    host_say_all(&host, {"option OwnBook=1", "option BookFile=" + file.path.string()});
    ponder_long(&host, {"HIT"});
    CHECK(host.heard.back() == "move " + notation_coordinate(answer));
    CHECK(host.records.size() == 1); // the second move was not searched
}

TEST_CASE("UCI: the value of an option is the rest of the line, including blanks") {
    TestFile file;
    file.path += "  two blanks   value  x";
    file.write(small_book());
    Host host;
    host.session.settings.console = true;
    host_say_all(&host,
                 {"uci", " setoption  name  BookFile  value  " + file.path.string() + " \t"});
    CHECK(host.heard.back() == "uciok");
    CHECK(host.session.book.path == file.path.string());
}

TEST_CASE("book: UCI plays its moves, but not with `searchmoves` or while analysing") {
    const TestFile file;
    file.write(small_book());
    Host host;
    host.step_ms = 1;
    host.session.settings.console = true;
    host_say_all(&host, {"uci", "setoption name BookFile value " + file.path.string(),
                         "setoption name OwnBook value true", "position startpos moves e2e4"});
    CHECK(host_say(&host, "go wtime 9000 btime 8000") ==
          "info string a move of the book | bestmove c7c5");
    CHECK(host.session.player.clock.session_moves == 1);
    host_say_all(&host, {"position startpos moves e2e4 c7c5 g1f3", "go depth 1",
                         "position startpos moves e2e4", "go depth 1 searchmoves e7e5"});
    CHECK(text_fits(host.heard.back(), "bestmove e7e5*"));
    host.while_thinking = {"stop"};
    host.thinking_readings = 5;
    host_say(&host, "go infinite");
    CHECK(count_heard(host, "bestmove *") == 4);
    CHECK(count_heard(host, "info string a move of the book") == 1);
}
