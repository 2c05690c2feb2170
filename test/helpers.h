// What several tests share: positions by FEN, random games, and tallies of many cases.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/board/attack.h"
#include "engine/board/board.h"
#include "engine/board/fen.h"
#include "engine/board/game.h"
#include "engine/board/move.h"
#include "engine/search/history.h"
#include "engine/search/search.h"

/// A generator of the tests' own (xorshift64*): the same rolls on every machine. Never 0.
struct Dice {
    uint64_t state;
};

/// 0 to sides - 1.
int dice_roll(Dice* dice, int sides);

/// Where random games start: openings, open middlegames, castling, promotions, en passant, endings,
/// full piece lists, Chess960.
inline constexpr const char* PLAYOUT_STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 4 20",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k3/8/8/pPpPpPpP/8/8/8/4K3 w - a6 0 1",
    "3q3k/8/1q3q2/2NPB3/q1RK1Q1q/2PNP3/1q6/3q4 w - - 7 60",
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 30 77",
    "rrrrr2k/rrrrr3/8/8/8/8/BBBBB3/BBBBB2K b - - 0 1",
    // Chess960: rooks next to the king, far from it, inside of other rooks.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w KQkq - 1 9",
    "1rk4r/p6p/8/8/8/8/P6P/1RK4R w KQkq - 0 1",
    "r1r1k1rr/1p4p1/8/8/8/8/1P4P1/R1R1K1RR w GCgc - 0 1",
};

/// The board of a FEN that must be good, with Chess960 rights if it has them; else the test ends
/// here.
Board position_make(const std::string& fen, FenRules rules = FEN_CHESS960);

/// Writes a position and reads it again. False if it is refused.
bool position_reread(const Board& board, Board* reread);

/// A position with pieces strewn at random, as fen_parse() lets pass.
std::string position_random_fen(Dice* dice);

/// The same position with the colours and the two sides of the board exchanged.
std::string position_mirror(const std::string& fen);

/// The same position with the a- and the h-file exchanged, and so on; kings of the e-file come to
/// the d-file.
std::string position_mirror_files(const std::string& fen);

/// Not a byte differs.
bool position_is_same(const Board& one, const Board& other);

/// The pins of a position.
Pins position_pins(const Board& board);

std::vector<Move> position_moves(const Board& board);

/// In order of their numbers, to compare lists.
std::vector<Move> moves_sorted(std::vector<Move> moves);

/// The legal move written so in coordinate notation, castling in either style; else the test ends
/// here.
Move position_move(const Board& board, const std::string& text);

/// Is the side to move in check, by nothing but the rules of each piece?
bool position_in_check(const Board& board);

/// A game from a FEN that must be good; else the test ends here.
Game game_from(const std::string& fen);

/// Plays moves in coordinate notation, separated by blanks.
void game_play(Game* game, const std::string& moves);

/// No moves led here.
Continuations continuations_none(History* history);

/// A search of its own, given back at the end.
struct SearchCloser {
    void operator()(Search* search) const { search_free(search); }
};
using OwnedSearch = std::unique_ptr<Search, SearchCloser>;
OwnedSearch search_owned(int megabytes = 1);

/// For monitors: nothing but the limits ends the search.
bool search_never_stops(void* context, const SearchProgress& progress, SearchMoment moment);

using PlayoutVisitor = std::function<void(Board& board)>;

/// Random games of at most so many half-moves, from each of PLAYOUT_STARTS in turn. The visitor
/// sees every position, the first and the last too, and leaves it as it was.
void playout_visit(uint64_t seed, int games, int plies, const PlayoutVisitor& visit);

/// The path of a file that is not there yet, and is gone at the end.
struct TestFile {
    std::filesystem::path path;

    TestFile();
    ~TestFile();
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;

    /// The file's bytes, all at once.
    void write(const std::string& bytes) const;
    std::string read() const;
    std::vector<std::string> lines() const;
};

/// Many cases of one property, of which the first failure is kept to be shown.
struct Tally {
    uint64_t seed = 0; // 0: nothing was random
    int cases = 0;
    int failures = 0;
    std::string first;
};

/// `describe` returns a text and is only called for the first failure.
template <typename Describe> void tally_add(Tally* tally, bool good, const Describe& describe) {
    ++tally->cases;
    if (!good && tally->failures++ == 0) tally->first = describe();
}

/// Fails the test if any case failed, or if there were suspiciously few.
void tally_check(const Tally& tally, int least_cases);
