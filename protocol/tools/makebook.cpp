#include "protocol/tools/tools.h"

#include <algorithm>
#include <cstdio>

#include "protocol/files/book.h"
#include "protocol/files/games.h"
#include "protocol/io/file.h"
#include "protocol/tools/flags.h"
#include "protocol/tools/progress_line.h"

namespace {

constexpr double PLIES_DEFAULT = 30, PLIES_MAX = 1000, GAMES_DEFAULT = 1, GAMES_MAX = 1e9;
constexpr uint64_t WEIGHT_MAX = 65535;
constexpr uint64_t WIN_WEIGHT = 2;
constexpr size_t MERGE_LEAST = 1 << 20; // so many new moves are merged at once
constexpr size_t COUNTS_MAX = 30000000; // about the number in a gigabyte of games

// The statistics of one move in one position. Kept small, as millions of them are in memory.
struct Count {
    uint64_t key; // key of the position
    uint64_t weight;
    int games;
    uint16_t move;
};

struct Work {
    double plies = PLIES_DEFAULT, min_games = GAMES_DEFAULT;
    std::string path;
    std::vector<Count> counts; // the first `merged` of them are sorted, one for each move
    size_t merged = 0;
    int games = 0, unfinished = 0, broken = 0;
    ProgressLine progress;
};

bool comes_before(const Count& a, const Count& b) {
    return a.key != b.key ? a.key < b.key : a.move < b.move;
}

void merge(Work* work) {
    std::vector<Count>& counts = work->counts;
    std::sort(counts.begin(), counts.end(), comes_before);
    size_t last = 0;
    for (size_t i = 1; i < counts.size(); ++i) {
        if (comes_before(counts[last], counts[i])) {
            counts[++last] = counts[i];
            continue;
        }
        counts[last].weight += counts[i].weight;
        counts[last].games += counts[i].games;
    }
    counts.resize(std::min(counts.size(), last + 1));
    work->merged = counts.size();
}

// The weight that a game with this result adds to each move of the side `turn`.
uint64_t weight_of(const std::string& result, Colour turn) {
    if (result == "1/2-1/2") return 1;
    return result == (turn == WHITE ? "1-0" : "0-1") ? WIN_WEIGHT : 0;
}

// Counts a move unless this game already has it in the same position, after a repetition.
void add_once(Work* work, size_t first_of_game, const Count& count) {
    for (size_t i = first_of_game; i < work->counts.size(); ++i)
        if (work->counts[i].key == count.key && work->counts[i].move == count.move) return;
    work->counts.push_back(count);
}

void hear_game(void* context, const GameText& text) {
    Work* work = static_cast<Work*>(context);
    if (work->merged > COUNTS_MAX) return;
    Game game = text.game;
    game_rewind(&game);
    if (text.result == "*") {
        ++work->unfinished;
        return;
    }
    const size_t plies = std::min(text.game.moves.size(), size_t(work->plies));
    const size_t first = work->counts.size();
    for (size_t i = 0; i < plies; ++i) {
        const Move move = text.game.moves[i];
        const uint64_t weight = weight_of(text.result, game.board.turn);
        add_once(work, first, {book_key(game), weight, 1, book_encode(move)});
        game_make(&game, move);
    }
    ++work->games;
    if (work->counts.size() - work->merged > work->merged + MERGE_LEAST) merge(work);
    if (progress_line_is_due(&work->progress, false))
        progress_line_show(std::to_string(work->games) + " games");
}

void hear_broken(void* context, int, const std::string&) {
    ++static_cast<Work*>(context)->broken;
}

// Makes the book's entries; scales the weights of a position if one is too large for the format.
std::vector<BookEntry> make_entries(const Work& work) {
    std::vector<BookEntry> entries;
    const std::vector<Count>& counts = work.counts;
    for (size_t begin = 0, end = 0; begin < counts.size(); begin = end) {
        uint64_t most = WEIGHT_MAX;
        for (; end < counts.size() && counts[end].key == counts[begin].key; ++end)
            most = std::max(most, counts[end].weight);
        for (size_t i = begin; i < end; ++i) {
            const uint64_t weight = counts[i].weight * WEIGHT_MAX / most;
            if (counts[i].games >= int(work.min_games) && weight > 0)
                entries.push_back({counts[i].key, counts[i].move, uint16_t(weight), 0});
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
    if (work->merged > COUNTS_MAX) return "has too many different moves (use fewer --plies)";
    return work->games == before ? "holds no finished game" : nullptr;
}

} // namespace

int tool_makebook(Session*, int count, char** words) {
    Work work;
    std::vector<const char*> files;
    const int status = flags_read(count, words,
                                  {{"--plies", 1, PLIES_MAX, true, &work.plies},
                                   {"--min-games", 1, GAMES_MAX, true, &work.min_games},
                                   flags_text("-o", &work.path)},
                                  &files);
    if (status != 0) return status;
    if (files.empty()) return flags_miss("a file");
    if (work.path.empty()) return flags_miss("-o BOOK.bin");
    const std::vector<std::string> inputs(files.begin(), files.end());
    if (const int bad = file_check(work.path, file_refuse_output(work.path, inputs))) return bad;
    for (const char* file : files)
        if (const char* fault = read_games(file, &work)) return file_fail(file, fault);
    progress_line_show("");
    merge(&work);
    std::vector<BookEntry> entries = make_entries(work);
    if (entries.empty())
        return file_fail(work.path, "no move passes --min-games with a nonzero weight");
    if (const int bad = file_check(work.path, file_write(work.path, book_bytes(&entries))))
        return bad;
    std::printf("%zu moves from %d games in %s; %d broken and %d unfinished games skipped\n",
                entries.size(), work.games, work.path.c_str(), work.broken, work.unfinished);
    return 0;
}
