#include "engine/learn/imitate.h"

#include <cstdio>
#include <memory>

#include "engine/board/attack.h"
#include "engine/board/hash.h"
#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "engine/eval/eval.h"

namespace {

constexpr int RANDOM_MOVES_MAX = 3;
// The positions are written as games of this length, because every TRAIN_VALIDATION_GAMES-th game
// is used for validation.
constexpr uint16_t GAME_POSITIONS = 200;

// Returns false if the game ends before all random moves are made.
bool play_random_moves(Board* board, uint64_t* random) {
    for (int left = int(hash_next_random(random) % (RANDOM_MOVES_MAX + 1)); left > 0; --left) {
        MoveList list;
        move_gen_legal(*board, &list);
        if (list.count == 0) return false;
        Undo undo;
        move_make(board, list.move[hash_next_random(random) % uint64_t(list.count)], &undo);
    }
    return true;
}

Score static_score(Evaluator* evaluator, const Board& board) {
    accumulator_begin(&evaluator->accumulators);
    return eval_position(evaluator, board, PLY_ROOT);
}

bool write_game(std::FILE* file, uint32_t* number, std::vector<Sample>* game) {
    const Sample begin = sample_begin((*number)++, uint16_t(game->size()));
    const bool written =
        std::fwrite(&begin, sizeof begin, 1, file) == 1 &&
        std::fwrite(game->data(), sizeof begin, game->size(), file) == game->size();
    game->clear();
    return written;
}

bool write_all(std::FILE* file, const ImitateSettings& settings, const std::vector<Sample>& samples,
               void* context, bool (*report)(void* context, const ImitateProgress& progress)) {
    const auto evaluator = std::make_unique<Evaluator>();
    evaluator->network = settings.network;
    uint64_t random = settings.seed;
    uint32_t number = 0;
    ImitateProgress progress = {0, 0, int64_t(samples.size())};
    std::vector<Sample> game;
    for (const Sample& sample : samples) {
        for (int i = 0; i < settings.each; ++i) {
            Board board = sample_board(sample);
            if (!play_random_moves(&board, &random) || attack_in_check(board)) continue;
            game.push_back(sample_pack(board, static_score(evaluator.get(), board), SAMPLE_DRAW));
            game.back().next_unrelated = 1;
            ++progress.positions;
            if (game.size() < GAME_POSITIONS) continue;
            if (!write_game(file, &number, &game)) return false;
            if (report && !report(context, progress)) return true;
        }
        ++progress.done;
    }
    if (!write_game(file, &number, &game)) return false;
    if (report) report(context, progress);
    return true;
}

} // namespace

const char* imitate_run(const ImitateSettings& settings, const std::vector<Sample>& samples,
                        void* context,
                        bool (*progress)(void* context, const ImitateProgress& progress)) {
    std::FILE* file = std::fopen(settings.path, "wb");
    if (!file) return "cannot be written";
    const bool written = write_all(file, settings, samples, context, progress);
    return std::fclose(file) == 0 && written ? nullptr : "cannot be written";
}
