#include "protocol/xboard/console.h"

#include <algorithm>
#include <cstdio>

#include "engine/board/fen.h"
#include "engine/board/move_gen.h"
#include "engine/board/notation.h"
#include "engine/board/perft.h"
#include "engine/eval/eval.h"
#include "engine/search/bench.h"
#include "protocol/io/text.h"
#include "protocol/xboard/reply.h"

namespace {

constexpr const char* HELP =
    "e2e4, Nf3, O-O   your move; Overtime answers as the other side\n"
    "go               Overtime plays the side to move\n"
    "force            Overtime plays neither side; undo: and takes back a half-move\n"
    "remove           takes back a move of either side; the game goes on\n"
    "new              a new game; setboard FEN: another position\n"
    "hint             what Overtime expects you to play; draw: offers a draw\n"
    "analyze          it thinks and never moves, until exit\n"
    "level 40 5 0     40 moves in 5 minutes; level 0 2:30 1: 2:30 plus 1 s a move\n"
    "st 3             3 seconds a move at most; sd 12: depth 12 at most\n"
    "post, nopost     show the thinking or not: depth, score, seconds, nodes, moves\n"
    "?                move now, while it thinks\n"
    "pause, resume    everything stands still, our clock too, and goes on\n"
    "d                the board; eval: its static score\n"
    "perft N          counts leaves N plies deep; bench [DEPTH]: speed and signature\n"
    "option NAME=V    set an option; memory MB: the size of the hash table\n"
    "quit             leave";

// Did input arrive that ends a long count? Its numbers are meaningless from then on.
bool is_interrupted(void* context) {
    Session* session = static_cast<Session*>(context);
    return session->attend && session->attend(session) != ATTENTION_NONE;
}

std::string format(const char* pattern, double value) {
    char text[64];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

double millions_per_second(uint64_t count, int64_t ms) {
    return double(count) / 1000.0 / double(std::max<int64_t>(1, ms));
}

struct Count {
    uint64_t leaves;
    int64_t ms;
};

Count count_leaves(Session* session, int depth, PerftMode mode) {
    const PerftMonitor monitor = {is_interrupted, session};
    const int64_t start_ms = stopwatch_now_ms(session->stopwatch);
    Board board = session->game.board;
    const uint64_t leaves = perft(&board, depth, mode, &monitor);
    return {leaves, stopwatch_now_ms(session->stopwatch) - start_ms};
}

void say_each_move(Session* session, int depth) {
    MoveList list;
    move_gen_legal(session->game.board, &list);
    const PerftMonitor monitor = {is_interrupted, session};
    for (int i = 0; i < list.count; ++i) {
        Board board = session->game.board;
        Undo undo;
        move_make(&board, list.move[i], &undo);
        const uint64_t leaves = perft(&board, depth - 1, PERFT_BULK, &monitor);
        if (is_interrupted(session)) return;
        session_say(session, notation_coordinate(list.move[i], session_castle_style(*session)) +
                                 ": " + std::to_string(leaves));
    }
}

void say_count(Session* session, const char* name, const Count& count) {
    session_say(session, std::to_string(count.leaves) + " leaves, " + name + ", " +
                             std::to_string(count.ms) + " ms, " +
                             format("%.1f", millions_per_second(count.leaves, count.ms)) +
                             " million a second");
}

void hear_bench(void* context, int number, const char* fen, const SearchReport& report) {
    Session* session = static_cast<Session*>(context);
    if (is_interrupted(session)) return;
    session_say(session, std::to_string(number) + ": " + notation_coordinate(report.best) + ' ' +
                             std::to_string(score_cp(report.score)) + ' ' +
                             std::to_string(report.nodes) + ' ' + fen);
}

// What a piece adds to White's score: the difference that it makes to take it away.
int contribution(Search* search, const Game& game, Square square) {
    Game without = game;
    board_take(&without.board, square);
    board_refresh(&without.board);
    const int difference = search_eval(search, game) - search_eval(search, without);
    return game.board.turn == WHITE ? difference : -difference;
}

// Each piece, and under it what it adds; nothing under kings, which cannot be taken away.
std::string draw_contributions(Search* search, const Game& game) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        std::string values;
        for (int file = 0; file < 8; ++file) {
            const Square square = square_make(file, rank);
            const Piece piece = game.board.piece[square];
            const bool counts = piece != NO_PIECE && piece_type(piece) != KING;
            text += std::string(6, ' ') + piece_letter(piece);
            values += counts ? format("%+7.2f", contribution(search, game, square) / 100.0)
                             : std::string(7, ' ');
        }
        text += '\n' + values + '\n';
    }
    return text;
}

std::string describe_outlook(const Outlook& outlook) {
    return format(", win %.0f %%", 100 * outlook.win) +
           format(", draw %.0f %%", 100 * (1 - outlook.win - outlook.loss)) +
           format(", loss %.0f %%", 100 * outlook.loss);
}

bool has_too_much(Session* session, const char* name, const char* arguments) {
    if (*arguments == '\0') return false;
    session_tell_error(session, "too many parameters", std::string(name) + ' ' + arguments);
    return true;
}

} // namespace

std::string console_draw(const Board& board) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        text += char('1' + rank);
        text += ' ';
        for (int file = 0; file < 8; ++file) {
            text += ' ';
            text += piece_letter(board.piece[square_make(file, rank)]);
        }
        text += '\n';
    }
    return text + "\n   a b c d e f g h\n" + fen_write(board);
}

void console_tell_state(Session* session) {
    if (!session->settings.prompt) return;
    const GameResult result = game_result(session->game);
    if (result != GAME_ONGOING)
        return session_tell(session, "", game_result_text(session->game, result));
    const Colour turn = session->game.board.turn;
    const std::string own = session->mode != MODE_PLAY        ? "neither side"
                            : session->engine_colour == WHITE ? "White"
                                                              : "Black";
    session_tell(session, "",
                 (turn == WHITE ? "White" : "Black") + (" to move, Overtime plays " + own));
}

void console_tell_bad_position(Session* session, const char* reason, const std::string& fen) {
    session_tell(session, reply_illegal_position(reason, fen),
                 "Illegal position (" + std::string(reason) +
                     "): no move is legal until new or another setboard");
}

void console_help(Session* session, const char* arguments) {
    if (has_too_much(session, "help", arguments)) return;
    session_say(session, HELP);
}

void console_board(Session* session, const char* arguments) {
    if (has_too_much(session, "d", arguments) || !session_has_position(session, "d")) return;
    session_say(session, console_draw(session->game.board));
}

void console_eval(Session* session, const char* arguments) {
    if (has_too_much(session, "eval", arguments) || !session_has_position(session, "eval")) return;
    const Score score = search_eval(session->search, session->game);
    const Board& board = session->game.board;
    session_say(session, draw_contributions(session->search, session->game));
    session_say(session,
                "static score " + format("%+.2f", int(score) / 100.0) + " for the side to move" +
                    describe_outlook(eval_outlook(search_network(session->search), board, score)));
}

void console_perft(Session* session, const char* arguments) {
    int64_t depth = 0;
    if (!text_parse_integer(arguments, &depth) || depth < 1 || depth > CONSOLE_PERFT_MAX) {
        session_tell_error(session, "bad argument", std::string("perft ") + arguments);
        return;
    }
    if (!session_has_position(session, "perft")) return;
    say_each_move(session, int(depth));
    const Count bulk = count_leaves(session, int(depth), PERFT_BULK);
    if (is_interrupted(session)) return;
    say_count(session, "last ply counted in bulk", bulk);
    const Count made = count_leaves(session, int(depth), PERFT_MAKE_EVERY_LEAF);
    if (!is_interrupted(session)) say_count(session, "every leaf made and unmade", made);
}

void console_bench(Session* session, const char* arguments) {
    int64_t depth = BENCH_DEPTH;
    if (*arguments && (!text_parse_integer(arguments, &depth) || depth < 1 || depth > DEPTH_MAX)) {
        session_tell_error(session, "bad argument", std::string("bench ") + arguments);
        return;
    }
    const int64_t start_ms = stopwatch_now_ms(session->stopwatch);
    const uint64_t nodes = bench_run(Depth(int(depth)), {session, hear_bench, is_interrupted},
                                     search_network(session->search));
    if (is_interrupted(session)) return;
    const int64_t ms = std::max<int64_t>(1, stopwatch_now_ms(session->stopwatch) - start_ms);
    session_say(session, std::to_string(nodes) + " nodes " +
                             std::to_string(nodes * 1000 / uint64_t(ms)) + " nps");
}
