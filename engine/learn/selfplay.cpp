#include "engine/learn/selfplay.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/board/attack.h"
#include "engine/board/game.h"
#include "engine/board/hash.h"
#include "engine/board/move_gen.h"
#include "engine/search/search.h"

namespace {

constexpr int TABLE_MEGABYTES = 1; // small, as it is cleared twice a game
constexpr int OPENING_PLIES = 8;   // random moves; one more in every second game
constexpr int OPENING_SCORE_MAX = 300;
constexpr uint64_t OPENING_NODES = 2000; // for the score of an opening

// Adjudication.
constexpr int WON_SCORE = 1200, WON_PLIES = 4;
constexpr int DRAWN_SCORE = 10, DRAWN_PLIES = 12, DRAWN_FROM_PLY = 80;
constexpr int PLIES_MAX = 400;

// Mixes seed and game number, so that neighbouring seeds or numbers give different games.
uint64_t game_seed(uint64_t seed, uint32_t number) {
    Key state = seed + uint64_t(number) * HASH_GOLDEN_RATIO;
    return hash_next_random(&state);
}

bool stop_after_iteration(void* context, const SearchProgress& progress, SearchMoment moment) {
    return moment == SEARCH_ITERATION && progress.nodes >= *static_cast<uint64_t*>(context);
}

SearchReport think(Search* search, const Game& game, uint64_t nodes) {
    SearchMonitor monitor = {&nodes, stop_after_iteration, nullptr, 1 << 20};
    return search_run(search, game, SEARCH_UNLIMITED, &monitor);
}

// Makes a random move. Returns false if there is no legal move.
bool make_random_move(Game* game, uint64_t* random) {
    MoveList list;
    move_gen_legal(game->board, &list);
    if (list.count == 0) return false;
    game_make(game, list.move[hash_next_random(random) % uint64_t(list.count)]);
    return true;
}

bool play_random_moves(Game* game, uint64_t* random, int count) {
    for (int i = 0; i < count; ++i)
        if (!make_random_move(game, random)) return false;
    return game_result(*game) == GAME_ONGOING;
}

// Plays random openings until neither side is far ahead.
void open_game(Search* search, Game* game, uint64_t* random) {
    for (;;) {
        game_reset(game);
        const int plies = OPENING_PLIES + int(hash_next_random(random) >> 63);
        if (!play_random_moves(game, random, plies)) continue;
        search_new_game(search);
        const Score score = think(search, *game, OPENING_NODES).score;
        if (score >= -OPENING_SCORE_MAX && score <= OPENING_SCORE_MAX) return;
    }
}

// Counts how many plies in a row have had the score of a win, and how many that of a draw.
struct Adjudication {
    int white_wins, black_wins, drawn;
};

void note_score(Adjudication* adjudication, Score white_score, int ply) {
    adjudication->white_wins = white_score >= WON_SCORE ? adjudication->white_wins + 1 : 0;
    adjudication->black_wins = white_score <= -WON_SCORE ? adjudication->black_wins + 1 : 0;
    const bool level = white_score >= -DRAWN_SCORE && white_score <= DRAWN_SCORE;
    adjudication->drawn = level && ply >= DRAWN_FROM_PLY ? adjudication->drawn + 1 : 0;
}

// Returns true and sets the result if the game is over.
bool is_over(const Game& game, const Adjudication& adjudication, SampleResult* result) {
    const GameResult rules = game_result(game);
    if (rules == GAME_CHECKMATE)
        *result = game.board.turn == WHITE ? SAMPLE_BLACK_WINS : SAMPLE_WHITE_WINS;
    else if (adjudication.white_wins >= WON_PLIES)
        *result = SAMPLE_WHITE_WINS;
    else if (adjudication.black_wins >= WON_PLIES)
        *result = SAMPLE_BLACK_WINS;
    else if (rules != GAME_ONGOING || adjudication.drawn >= DRAWN_PLIES ||
             game.moves.size() >= PLIES_MAX)
        *result = SAMPLE_DRAW;
    else
        return false;
    return true;
}

// Only quiet positions are kept, whose static score can be compared with the score of a search.
bool is_quiet(const Board& board, const SearchReport& report) {
    return !attack_in_check(board) && move_is_quiet(board, report.best) &&
           !score_is_mate(report.score);
}

bool is_random_turn(int random_each, uint64_t* random) {
    return random_each != 0 && hash_next_random(random) % uint64_t(random_each) == 0;
}

int play_game(Search* search, const SelfplaySettings& settings, uint32_t number, Sample* samples,
              int room) {
    uint64_t random = game_seed(settings.seed, number);
    Game game;
    open_game(search, &game, &random);
    search_new_game(search);
    Adjudication adjudication = {0, 0, 0};
    SampleResult result = SAMPLE_DRAW;
    int count = 0;
    while (!is_over(game, adjudication, &result)) {
        const SearchReport report = think(search, game, settings.nodes);
        const bool white = game.board.turn == WHITE;
        if (count < room && is_quiet(game.board, report))
            samples[count++] = sample_pack(game.board, report.score, SAMPLE_DRAW);
        note_score(&adjudication, white ? report.score : -report.score, int(game.moves.size()));
        if (!is_random_turn(settings.random_each, &random)) {
            game_make(&game, report.best);
            continue;
        }
        make_random_move(&game, &random);
        if (count > 0) samples[count - 1].next_unrelated = 1;
    }
    for (int i = 0; i < count; ++i) samples[i].result = result;
    return count;
}

// ---- the file

// The state that all threads share.
struct Run {
    const SelfplaySettings& settings;
    void* context;
    bool (*report)(void* context, const SelfplayProgress& progress);
    std::mutex mutex;
    std::FILE* file;
    std::vector<bool> in_file; // by game number
    uint32_t next;             // number of the next game to play
    SelfplayProgress progress;
    bool stopped;
    const char* error;
    bool is_new;  // the file did not exist
    uint64_t end; // offset of the end of the last complete game
};

// Marks the games in the file as played. Sets `end` to the end of the last complete game.
const char* read_games(Run* run, std::FILE* file, uint64_t size, uint64_t* end) {
    for (Sample sample; std::fread(&sample, sizeof sample, 1, file) == 1;) {
        if (!sample_is_head(sample)) return "is not a data file";
        if (sample.game >= run->in_file.size()) return "holds more games than that";
        if (run->in_file[sample.game]) return "holds a game twice";
        const uint64_t next = *end + (uint64_t(sample.count) + 1) * sizeof sample;
        if (next > size) break;
        const long samples = long(sample.count) * long(sizeof sample);
        if (std::fseek(file, samples, SEEK_CUR)) return "cannot be read";
        run->in_file[sample.game] = true;
        ++run->progress.games;
        *end = next;
    }
    return std::ferror(file) ? "cannot be read" : nullptr;
}

// Reads the games in the file and cuts off an incomplete one at the end.
const char* keep_whole_games(Run* run, const char* path) {
    std::error_code error;
    run->is_new = !std::filesystem::exists(path, error);
    if (run->is_new) return nullptr;
    if (!std::filesystem::is_regular_file(path, error)) return "must be a plain file";
    const auto size = std::filesystem::file_size(path, error);
    if (error) return "cannot be read";
    if (size == 0) return nullptr;
    if (size < sizeof(Sample)) return "is not a data file";
    std::FILE* file = std::fopen(path, "rb");
    if (!file) return "cannot be read";
    uint64_t end = 0;
    const char* reason = read_games(run, file, size, &end);
    std::fclose(file);
    if (reason) return reason;
    if (end < size) std::filesystem::resize_file(path, end, error);
    run->end = end;
    return error ? "cannot be written" : nullptr;
}

// Takes the number of a game that has not been played. Returns false if no game is left to play or
// the run stops.
bool take_number(Run* run, uint32_t* number) {
    const std::lock_guard<std::mutex> lock(run->mutex);
    while (run->next < run->in_file.size() && run->in_file[run->next]) ++run->next;
    if (run->stopped || run->error || run->next >= run->in_file.size()) return false;
    *number = run->next++;
    return true;
}

// Writes a game with a single call, so that the file does not end in the middle of a game if the
// program is killed. `samples` starts with a free place for the record that begins the game.
void write_game(Run* run, uint32_t number, std::vector<Sample>* samples, int count) {
    const std::lock_guard<std::mutex> lock(run->mutex);
    if (run->error) return;
    const size_t records = size_t(count) + 1;
    samples->front() = sample_begin(number, uint16_t(count));
    if (std::fwrite(samples->data(), sizeof(Sample), records, run->file) != records) {
        run->error = "cannot be written";
        return;
    }
    run->end += records * sizeof(Sample);
    ++run->progress.games;
    ++run->progress.played;
    run->progress.positions += count;
    if (run->report && !run->report(run->context, run->progress)) run->stopped = true;
}

// After an error: cuts off an incomplete game, and removes a new file without games.
void drop_rest(const Run& run, const char* path) {
    std::error_code error;
    std::filesystem::resize_file(path, run.end, error);
    if (!run.is_new || run.end > 0) return;
    const auto target = std::filesystem::canonical(path, error); // follows links
    if (!error) std::filesystem::remove(target, error);
}

void work(Run* run) {
    Search* search = search_create(TABLE_MEGABYTES);
    search_set_network(search, run->settings.network);
    std::vector<Sample> samples(1 + PLIES_MAX);
    for (uint32_t number; take_number(run, &number);) {
        const int count = play_game(search, run->settings, number, samples.data() + 1, PLIES_MAX);
        write_game(run, number, &samples, count);
    }
    search_free(search);
}

} // namespace

const char* selfplay_run(const SelfplaySettings& settings, void* context,
                         bool (*progress)(void* context, const SelfplayProgress& progress)) {
    Run run{settings, context, progress, {}, nullptr, {}, 0, {}, false, nullptr, false, 0};
    run.in_file.resize(size_t(settings.games));
    if (const char* error = keep_whole_games(&run, settings.path)) return error;
    run.file = std::fopen(settings.path, "ab");
    if (!run.file) return std::strerror(errno);
    std::setvbuf(run.file, nullptr, _IONBF, 0);
    std::vector<std::thread> threads;
    try {
        for (int i = 0; i < settings.threads; ++i) threads.emplace_back(work, &run);
    } catch (const std::system_error&) { // no more threads: continue with fewer
    }
    if (threads.empty()) work(&run);
    for (std::thread& thread : threads) thread.join();
    if (std::fclose(run.file) != 0 && !run.error) run.error = "cannot be written";
    if (run.error) drop_rest(run, settings.path);
    return run.error;
}

int selfplay_game(const SelfplaySettings& settings, uint32_t number, Sample* samples, int room) {
    Search* search = search_create(TABLE_MEGABYTES);
    search_set_network(search, settings.network);
    const int count = play_game(search, settings, number, samples, room);
    search_free(search);
    return count;
}
