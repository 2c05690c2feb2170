// Helpers that several tests share: positions from FENs, random games, tallies of many cases.
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

/// A random number generator (xorshift64*), the same on every machine. The state must not be 0.
struct Dice {
    uint64_t state;
};

/// Returns a random number from 0 to sides - 1.
int dice_roll(Dice* dice, int sides);

/// Positions in which random games begin: openings, open middlegames, castling, promotions, en
/// passant, endings, full piece lists, Chess960.
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
    // Chess960 positions: the castling rooks stand next to the king, far from it, or between the
    // king and another rook.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w KQkq - 1 9",
    "1rk4r/p6p/8/8/8/8/P6P/1RK4R w KQkq - 0 1",
    "r1r1k1rr/1p4p1/8/8/8/8/1P4P1/R1R1K1RR w GCgc - 0 1",
};

/// Returns the board of a FEN, read by `rules`. Ends the test if the FEN is refused.
Board position_make(const std::string& fen, FenRules rules = FEN_CHESS960);

/// Writes a position as FEN and reads it again. Returns false if the FEN is refused.
bool position_reread(const Board& board, Board* reread);

/// Returns a FEN with pieces on random squares that fen_parse() accepts.
std::string position_random_fen(Dice* dice);

/// Returns the position with the colours and the two sides of the board exchanged.
std::string position_mirror(const std::string& fen);

/// Returns the position mirrored left to right: the a-file becomes the h-file, and so on.
std::string position_mirror_files(const std::string& fen);

/// Returns true if two boards are equal in every byte.
bool position_is_same(const Board& one, const Board& other);

/// Returns the pins of a position.
Pins position_pins(const Board& board);

std::vector<Move> position_moves(const Board& board);

/// Returns the moves sorted by their 16 bits, so that lists can be compared.
std::vector<Move> moves_sorted(std::vector<Move> moves);

/// Returns the legal move of a text in coordinate notation, castling in either style. Ends the test
/// if the text is no legal move.
Move position_move(const Board& board, const std::string& text);

/// Returns true if the side to move is in check, computed without the attack tables of the engine.
bool position_in_check(const Board& board);

/// Returns a game that begins at a FEN. Ends the test if the FEN is refused.
Game game_from(const std::string& fen);

/// Plays moves in coordinate notation, separated by blanks.
void game_play(Game* game, const std::string& moves);

/// Returns the continuations of a position without previous moves.
Continuations continuations_none(History* history);

/// A search that is freed at the end of its scope.
struct SearchCloser {
    void operator()(Search* search) const { search_free(search); }
};
using OwnedSearch = std::unique_ptr<Search, SearchCloser>;
OwnedSearch search_owned(int megabytes = 1);

/// A monitor that never stops the search.
bool search_never_stops(void* context, const SearchProgress& progress, SearchMoment moment);

using PlayoutVisitor = std::function<void(Board& board)>;

/// Plays random games of at most `plies` half-moves, from each of PLAYOUT_STARTS in turn. The
/// visitor gets every position, including the first and the last, and must leave it unchanged.
void playout_visit(uint64_t seed, int games, int plies, const PlayoutVisitor& visit);

/// The path of a file that does not exist yet. The destructor removes the file.
struct TestFile {
    std::filesystem::path path;

    TestFile();
    ~TestFile();
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;

    /// Write and read the whole file.
    void write(const std::string& bytes) const;
    std::string read() const;
    std::vector<std::string> lines() const;
};

/// Counts the cases of one property, and keeps a description of the first failure.
struct Tally {
    uint64_t seed = 0; // seed of the random cases, 0 if there are none
    int cases = 0;
    int failures = 0;
    std::string first;
};

/// Counts one case. `describe` returns a text and is called for the first failure only.
template <typename Describe> void tally_add(Tally* tally, bool good, const Describe& describe) {
    ++tally->cases;
    if (!good && tally->failures++ == 0) tally->first = describe();
}

/// Fails the test if a case failed, or if there were fewer than `least_cases`.
void tally_check(const Tally& tally, int least_cases);
