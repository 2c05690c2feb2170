#include "protocol/xboard/console.h"

#include "engine/eval/eval.h"
#include "engine/search/bench.h"
#include "protocol/io/text.h"
#include "protocol/session/display.h"
#include "protocol/session/measure.h"
#include "protocol/xboard/reply.h"

namespace {

constexpr const char* HELP =
    "e2e4, Nf3, O-O   your move; Overtime answers as the other side\n"
    "go               Overtime plays the side to move\n"
    "force            Overtime plays neither side; undo: and takes back a half-move\n"
    "remove           takes back a move of either side; the game goes on\n"
    "new              a new game; setboard FEN: another position\n"
    "hint             the move Overtime expects from you; draw: offers a draw\n"
    "analyze          thinks without moving, until exit\n"
    "level 40 5 0     40 moves in 5 minutes; level 0 2:30 1: 2:30 plus 1 s a move\n"
    "st 3             3 seconds a move at most; sd 12: depth 12 at most\n"
    "post, nopost     show or hide the thinking: depth, score, seconds, nodes, moves\n"
    "?                move now, while it thinks\n"
    "pause, resume    stop the clock and the search, and let them go on\n"
    "d                the board; eval: its static score\n"
    "perft N          counts leaves N plies deep; bench [DEPTH]: speed and signature\n"
    "option NAME=V    set an option; memory MB: the size of the hash table\n"
    "quit             leave";

// White's score of the board minus White's score of the board without the piece on `square`.
int contribution(Search* search, const Game& game, Square square) {
    Game without = game;
    board_take(&without.board, square);
    board_refresh(&without.board);
    const int difference = search_eval(search, game) - search_eval(search, without);
    return game.board.turn == WHITE ? difference : -difference;
}

// The board with each piece's contribution under it; kings have none, as they cannot be removed.
std::string draw_contributions(Search* search, const Game& game) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        std::string values;
        for (int file = 0; file < 8; ++file) {
            const Square square = square_make(file, rank);
            const Piece piece = game.board.piece[square];
            const bool counts = piece != NO_PIECE && piece_type(piece) != KING;
            text += std::string(6, ' ') + piece_letter(piece);
            values += counts ? text_format("%+7.2f", contribution(search, game, square) / 100.0)
                             : std::string(7, ' ');
        }
        text += '\n' + values + '\n';
    }
    return text;
}

std::string describe_outlook(const Outlook& outlook) {
    return text_format(", win %.0f %%", 100 * outlook.win) +
           text_format(", draw %.0f %%", 100 * (1 - outlook.win - outlook.loss)) +
           text_format(", loss %.0f %%", 100 * outlook.loss);
}

} // namespace

void console_tell_error(Session* session, const char* type, const std::string& command) {
    session_tell(session, reply_error(type, command), reply_error(type, command, text_plain));
}

void console_tell_state(const XBoard& xboard) {
    Session* session = xboard.session;
    if (!session->settings.prompt) return;
    const GameResult result = game_result(session->game);
    if (result != GAME_ONGOING)
        return session_say(session, game_result_text(session->game, result));
    const Colour turn = session->game.board.turn;
    const std::string own = xboard.mode != MODE_PLAY          ? "neither side"
                            : session->engine_colour == WHITE ? "White"
                                                              : "Black";
    session_say(session, (turn == WHITE ? "White" : "Black") + (" to move, Overtime plays " + own));
}

void console_set_position(XBoard* xboard, const std::string& fen) {
    const char* reason = game_loop_set_position(xboard, fen);
    if (!reason) return console_tell_state(*xboard);
    session_tell(xboard->session, reply_illegal_position(reason, fen),
                 "Illegal position (" + std::string(reason) +
                     "): no move is legal until new or another setboard");
}

void console_help(XBoard* xboard, const TextCommand&) {
    session_say(xboard->session, HELP);
}

void console_board(XBoard* xboard, const TextCommand&) {
    session_say(xboard->session, display_board(xboard->session->game.board));
}

void console_eval(XBoard* xboard, const TextCommand&) {
    Session* session = xboard->session;
    const Score score = search_eval(session->search, session->game);
    const Board& board = session->game.board;
    session_say(session, draw_contributions(session->search, session->game));
    session_say(session,
                "static score " + text_format("%+.2f", int(score) / 100.0) +
                    " for the side to move" +
                    describe_outlook(eval_outlook(search_network(session->search), board, score)));
}

void console_perft(XBoard* xboard, const TextCommand& words) {
    int64_t depth = 0;
    if (text_parse_integer(words.arguments, &depth) && depth >= 1 && depth <= MEASURE_PERFT_MAX)
        measure_perft(xboard->session, int(depth));
    else
        console_tell_error(xboard->session, "bad argument", "perft " + words.arguments);
}

void console_bench(XBoard* xboard, const TextCommand& words) {
    int64_t depth = BENCH_DEPTH;
    const bool parsed = words.arguments.empty() || text_parse_integer(words.arguments, &depth);
    if (parsed && depth >= 1 && depth <= DEPTH_MAX)
        measure_bench(xboard->session, Depth(int(depth)));
    else
        console_tell_error(xboard->session, "bad argument", "bench " + words.arguments);
}
