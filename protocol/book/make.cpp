#include "protocol/book/make.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

#include "protocol/book/book.h"
#include "protocol/file.h"
#include "protocol/meter.h"
#include "protocol/study/games.h"
#include "protocol/words.h"

namespace {

constexpr int USAGE_ERROR = 2;
constexpr double PLIES_DEFAULT = 30, PLIES_MAX = 1000, GAMES_DEFAULT = 1, GAMES_MAX = 1e9;
constexpr uint64_t WEIGHT_MAX = 65535;
constexpr int WIN_WEIGHT = 2;

struct Count {
    uint64_t weight = 0;
    int games = 0;
};

struct Work {
    double plies = PLIES_DEFAULT, min_games = GAMES_DEFAULT;
    std::string path;
    // By the key of the position, then by the move.
    std::unordered_map<uint64_t, std::unordered_map<uint16_t, Count>> positions;
    int games = 0, unfinished = 0, broken = 0;
    Meter meter;
};

// Of the side that moves; false for a game without a result.
bool find_weight(const std::string& result, Colour turn, int* weight) {
    if (result == "1/2-1/2") *weight = 1;
    if (result == "1-0") *weight = turn == WHITE ? WIN_WEIGHT : 0;
    if (result == "0-1") *weight = turn == BLACK ? WIN_WEIGHT : 0;
    return result != "*";
}

void hear_game(void* context, const GameText& text) {
    Work* work = static_cast<Work*>(context);
    Game game = text.game;
    while (game_undo(&game)) {
    }
    int weight = 0;
    if (!find_weight(text.result, WHITE, &weight)) {
        ++work->unfinished;
        return;
    }
    const size_t plies = std::min(text.game.moves.size(), size_t(work->plies));
    for (size_t i = 0; i < plies; ++i) {
        const Move move = text.game.moves[i];
        Count* count = &work->positions[book_key(game)][book_encode(move)];
        find_weight(text.result, game.board.turn, &weight);
        count->weight += uint64_t(weight);
        ++count->games;
        game_make(&game, move);
    }
    ++work->games;
    if (meter_is_due(&work->meter, false)) meter_show(std::to_string(work->games) + " games");
}

void hear_broken(void* context, int, const std::string&) {
    ++static_cast<Work*>(context)->broken;
}

// The weights of a position keep their proportions where they are too large for the format.
std::vector<BookEntry> make_entries(const Work& work) {
    std::vector<BookEntry> entries;
    for (const auto& position : work.positions) {
        uint64_t most = 1;
        for (const auto& move : position.second) most = std::max(most, move.second.weight);
        for (const auto& move : position.second) {
            if (move.second.games < int(work.min_games)) continue;
            uint64_t weight = move.second.weight;
            if (most > WEIGHT_MAX) weight = weight * WEIGHT_MAX / most;
            if (weight > 0) entries.push_back({position.first, move.first, uint16_t(weight), 0});
        }
    }
    return entries;
}

const char* read_games(const char* path, Work* work) {
    std::ifstream input;
    const char* why = file_open_text(path, &input);
    if (why) return why;
    const int before = work->games;
    games_read(input, {work, hear_game, hear_broken});
    if (input.bad()) return "cannot be read";
    return work->games == before ? "holds no finished game" : nullptr;
}

} // namespace

int book_make(int count, char** words, const char** wrong) {
    Work work;
    std::vector<const char*> files;
    *wrong = words_read(count, words,
                        {{"--plies", 1, PLIES_MAX, true, &work.plies},
                         {"--min-games", 1, GAMES_MAX, true, &work.min_games},
                         {"-o", 0, 0, false, nullptr, &work.path}},
                        &files);
    if (!*wrong && files.empty()) *wrong = "no games";
    if (!*wrong && work.path.empty()) *wrong = "no book to write (-o BOOK.bin)";
    if (*wrong) return USAGE_ERROR;
    for (const char* file : files)
        if (const char* why = read_games(file, &work)) return file_fail(file, why);
    meter_show("");
    std::vector<BookEntry> entries = make_entries(work);
    if (entries.empty()) return file_fail(work.path, "no move was made in so many games and won");
    const std::string why = file_write(work.path, book_bytes(&entries));
    if (!why.empty()) return file_fail(work.path, why);
    std::printf("%zu moves from %d games in %s; %d broken and %d unfinished games left out\n",
                entries.size(), work.games, work.path.c_str(), work.broken, work.unfinished);
    return 0;
}
