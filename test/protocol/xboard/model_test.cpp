// Random sequences of commands, checked against a model of the state that the host expects.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/notation.h"
#include "protocol/xboard/reply.h"
#include "test/helpers.h"
#include "test/script.h"

namespace {

constexpr uint64_t SEED = 0x57a7e;
constexpr int SEQUENCES = 500;
constexpr int LINES = 30;
constexpr int LOOKS = 5; // pondering and analysis are aborted after this number of polls

constexpr const char* POSITIONS[] = {
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",  // mated
    "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", // stalemated
    "7k/8/8/8/8/8/R7/K7 w - - 98 80", // close to the fifty-move rule
    "7k/8/8/8/8/8/R7/K7 b - - 99 80",
    "8/8/8/8/8/4k3/3p4/3K4 b - - 0 1", // close to a dead draw
    "not a position",
};

constexpr const char* PLAIN[] = {"new",         "force",   "go",   "playother",     "undo",
                                 "remove",      "analyze", "exit", "hard",          "easy",
                                 "result * {}", "?",       "edit", "variant normal"};

struct Model {
    Game game;
    char mode = 'W';
    Colour own = BLACK;
    bool bad = false;
    bool told = false;  // the result has been announced on this board
    bool asked = false; // `go` was sent on this board
};

Attention attend_shortly(Session* session) {
    static int looks = 0;
    const Attention attention = session_look(session);
    const bool waiting =
        session->activity == ACTIVITY_PONDER || session->activity == ACTIVITY_ANALYSE;
    looks = waiting ? looks + 1 : 0;
    return waiting && looks % LOOKS == 0 ? ATTENTION_ABORT : attention;
}

// Executes a line in the model and returns the answer that the engine should give.
std::string answer(Model* model, const std::string& line) {
    const bool analysing = model->mode == 'A';
    const auto leave = [&] { model->mode = analysing ? 'A' : 'F'; };
    if (line == "new" || line == "variant normal") {
        game_reset(&model->game);
        model->own = BLACK;
        model->bad = model->told = model->asked = false;
        if (line == "new" && !analysing) model->mode = 'W';
    } else if (line == "force") {
        model->mode = 'F';
    } else if (line == "go" || line == "playother") {
        if (model->bad) return reply_error("command not legal now", line);
        const Colour turn = model->game.board.turn;
        model->own = line == "go" ? turn : colour_opposite(turn);
        model->mode = 'W';
        model->told = false;
        model->asked |= line == "go";
    } else if (line == "undo") {
        if (model->bad || !game_undo(&model->game))
            return reply_error("command not legal now", line);
        model->told = model->asked = false;
        leave();
    } else if (line == "remove") {
        if (model->bad || model->game.moves.size() < 2)
            return reply_error("command not legal now", line);
        game_undo(&model->game);
        game_undo(&model->game);
        model->told = model->asked = false;
    } else if (line == "analyze") {
        model->mode = 'A';
    } else if (line == "exit") {
        if (analysing) model->mode = 'F';
    } else if (line == "result * {}" || line == "edit") {
        leave();
    } else if (line.compare(0, 9, "setboard ") == 0) {
        leave();
        model->bad = game_set_up(&model->game, line.c_str() + 9) != nullptr;
        model->told = model->asked = false;
        if (model->bad) return "tellusererror Illegal position (*): " + line.substr(9);
    } else if (line.compare(0, 9, "usermove ") == 0) {
        const Move move = notation_parse(model->game.board, line.c_str() + 9);
        if (model->bad || move == MOVE_NONE) return reply_illegal_move(line.substr(9));
        game_make(&model->game, move);
        model->told = model->asked = false;
    }
    return "";
}

void add(std::string* text, const std::string& more) {
    if (!more.empty()) *text += (text->empty() ? "" : " | ") + more;
}

// Adds the result and the move that the engine should send next; the model takes the engine's move.
void follow(Model* model, const Session& session, std::string* expected) {
    for (int i = 0; i < 2; ++i) {
        if (model->mode != 'W' || model->bad) return;
        const GameResult result = game_result(model->game);
        const bool draw = result == GAME_REPETITION || result == GAME_FIFTY_MOVES;
        if (result != GAME_ONGOING && !model->told)
            add(expected, game_result_text(model->game, result));
        model->told |= result != GAME_ONGOING;
        if (model->game.board.turn != model->own) return;
        if (result != GAME_ONGOING && !(draw && model->asked)) return;
        add(expected, "move *");
        model->told = model->asked = false;
        const size_t made = model->game.moves.size();
        if (session.game.moves.size() > made) game_make(&model->game, session.game.moves[made]);
    }
}

// Returns true if the engine's state is the model's. In a finished game it may be T instead of W.
bool is_where(const Host& host, const Model& model) {
    const char state = state_of(host.xboard) == 'T' ? 'W' : state_of(host.xboard);
    return state == model.mode && host.session.engine_colour == model.own &&
           host_fen(host) == fen_write(model.game.board);
}

std::string any_line(const Model& model, Dice* dice) {
    const int sides = dice_roll(dice, 10);
    if (sides == 0) return std::string("setboard ") + POSITIONS[dice_roll(dice, 7)];
    const std::vector<Move> moves = position_moves(model.game.board);
    if (sides < 5 && !moves.empty())
        return "usermove " + notation_coordinate(moves[size_t(dice_roll(dice, int(moves.size())))]);
    if (sides == 5) return "usermove e2e5";
    return PLAIN[dice_roll(dice, int(std::size(PLAIN)))];
}

} // namespace

TEST_CASE("states: after any sequence of commands the engine is in the state the host expects") {
    Dice dice = {SEED};
    Tally tally;
    tally.seed = SEED;
    for (int i = 0; i < SEQUENCES; ++i) {
        Host host;
        host.session.dialect.attend = attend_shortly;
        Model model;
        game_reset(&model.game);
        std::string story;
        for (int k = 0; k < LINES; ++k) {
            const std::string line = any_line(model, &dice);
            host_say(&host, "sd 1");
            const std::string heard = host_say(&host, line);
            std::string expected = answer(&model, line);
            follow(&model, host.session, &expected);
            story += "\n    " + line + ": " + heard;
            const bool good = text_fits(heard, expected) && is_where(host, model);
            tally_add(&tally, good, [&] {
                return story + "\n    expected " + expected + ' ' + model.mode + ' ' +
                       fen_write(model.game.board) + " is " + state_of(host.xboard) + ' ' +
                       host_fen(host);
            });
            if (!good) break;
        }
    }
    tally_check(tally, SEQUENCES * LINES);
}
