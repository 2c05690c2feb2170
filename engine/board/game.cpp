#include "engine/board/game.h"

#include <algorithm>
#include <cassert>

#include "engine/board/attack.h"
#include "engine/board/move_gen.h"

void game_reset(Game* game) {
    game_set_up(game, FEN_START);
}

const char* game_set_up(Game* game, const char* fen, FenRules rules) {
    Board board;
    const char* error = fen_parse(fen, &board, rules);
    if (error) return error;
    game->start = board;
    game_rewind(game);
    return nullptr;
}

void game_make(Game* game, Move move) {
    Undo undo = {};
    move_make(&game->board, move, &undo);
    assert(board_is_ok(game->board));
    game->moves.push_back(move);
    game->undos.push_back(undo);
}

bool game_undo(Game* game) {
    if (game->moves.empty()) return false;
    move_undo(&game->board, game->moves.back(), game->undos.back());
    game->moves.pop_back();
    game->undos.pop_back();
    return true;
}

namespace {

// Compares the castling rooks, too: hash keys have the castling rights but not the rooks.
bool same_castling(const Board& a, const Board& b) {
    if (a.castling != b.castling) return false;
    for (int i = 0; i < CASTLING_RIGHTS; ++i)
        if ((a.castling & 1 << i) && a.castle[i] != b.castle[i]) return false;
    return true;
}

bool same_position(const Board& a, const Board& b) {
    return a.key == b.key && same_castling(a, b) && a.fifty == b.fifty &&
           a.move_number == b.move_number;
}

// True if White gave the checkmate on the board.
bool white_has_mated(const Game& game) {
    return game.board.turn == BLACK;
}

} // namespace

bool game_follow(Game* game, const Board& position, int plies) {
    const Board& board = game->board;
    if (same_position(board, position)) return true;
    if (plies == 0) return false;
    MoveList list;
    move_gen_legal(board, &list);
    for (int i = 0; i < list.count; ++i) {
        game_make(game, list.move[i]);
        if (game_follow(game, position, plies - 1)) return true;
        game_undo(game);
    }
    return false;
}

void game_rewind(Game* game) {
    game->board = game->start;
    game->moves.clear();
    game->undos.clear();
}

bool game_is_recapture(const Game& game, Move move) {
    if (game.moves.empty() || game.undos.back().captured == NO_PIECE) return false;
    return move_victim(game.board, move) != NO_PIECE &&
           move_victim_square(move) == move_to(game.moves.back());
}

int game_repetitions(const Game& game) {
    int count = 1;
    const int made = int(game.undos.size());
    const int oldest = std::max(0, made - game.board.fifty);
    for (int i = made - 2; i >= oldest; i -= 2)
        if (game.undos[size_t(i)].key == game.board.key) ++count;
    return count;
}

GameResult game_result(const Game& game) {
    MoveList list;
    move_gen_legal(game.board, &list);
    if (list.count == 0) return attack_in_check(game.board) ? GAME_CHECKMATE : GAME_STALEMATE;
    if (board_is_dead(game.board)) return GAME_DEAD;
    if (game_repetitions(game) >= 3) return GAME_REPETITION;
    return game.board.fifty >= BOARD_FIFTY_MOVES ? GAME_FIFTY_MOVES : GAME_ONGOING;
}

int game_ply(const Game& game) {
    return 2 * (game.board.move_number - 1) + (game.board.turn == BLACK ? 1 : 0);
}

const char* game_result_token(const Game& game, GameResult result) {
    if (result == GAME_ONGOING) return "*";
    if (result != GAME_CHECKMATE) return "1/2-1/2";
    return white_has_mated(game) ? "1-0" : "0-1";
}

std::string game_result_text(const Game& game, GameResult result) {
    constexpr const char* DRAWS[] = {"Stalemate", "Draw by repetition", "Draw by fifty-move rule",
                                     "Draw by insufficient mating material"};
    if (result == GAME_ONGOING) return "";
    const char* mate = white_has_mated(game) ? "White mates" : "Black mates";
    const char* reason = result == GAME_CHECKMATE ? mate : DRAWS[result - GAME_STALEMATE];
    return std::string(game_result_token(game, result)) + " {" + reason + "}";
}
