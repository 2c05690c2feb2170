#include "protocol/learning.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/learn/imitate.h"
#include "engine/learn/selfplay.h"
#include "engine/learn/train.h"
#include "protocol/meter.h"
#include "protocol/words.h"

namespace {

constexpr int FAILURE = 1, USAGE_ERROR = 2;
constexpr double GAMES_MAX = 1e8, NODES_MAX = 1e9, THREADS_MAX = 512, EPOCHS_MAX = 1e5;
constexpr double SEED_MAX = 1e15, BATCH_MAX = 1e8, RATE_MIN = 1e-9;
constexpr double GAMES_DEFAULT = 1000, NODES_DEFAULT = 5000, EPOCHS_DEFAULT = 20, SEED_DEFAULT = 1;
constexpr double EACH_DEFAULT = 5, EACH_MAX = 1e6;

int fail(const char* path, const char* what) {
    std::fprintf(stderr, "overtime: %s %s\n", path, what);
    return FAILURE;
}

// ---- what is shown while it runs

struct Work {
    Meter meter;
    const TrainState* state = nullptr; // of training
    const char* state_path = nullptr;
    bool broken = false; // the state cannot be written
    int epochs = 0;
    int games = 0;
};

bool show_selfplay(void* context, const SelfplayProgress& progress) {
    Work* work = static_cast<Work*>(context);
    const int left = work->games - progress.games;
    if (!meter_is_due(&work->meter, left == 0)) return true;
    std::printf("\r%d of %d games, %lld positions, %.0f a second, %s left   ", progress.games,
                work->games, static_cast<long long>(progress.positions),
                meter_per_second(work->meter, progress.positions),
                meter_time_left(work->meter, progress.played, left).c_str());
    std::fflush(stdout);
    return true;
}

bool show_training(void* context, const TrainProgress& progress) {
    Work* work = static_cast<Work*>(context);
    const bool end = progress.validation_loss >= 0;
    if (end && !train_save(*work->state, work->state_path)) work->broken = true;
    if (!meter_is_due(&work->meter, end)) return true;
    const double share = double(progress.done) / double(progress.all);
    std::printf("\repoch %d of %d, %3.0f %%, loss %.6f", progress.epoch, work->epochs, 100 * share,
                progress.train_loss);
    if (end)
        std::printf(", validation %.6f\n", progress.validation_loss);
    else
        std::printf(", %.0f positions a second   ",
                    meter_per_second(work->meter, progress.learned));
    std::fflush(stdout);
    return !work->broken;
}

bool write_network(const Network& network, const char* path) {
    std::FILE* file = std::fopen(path, "wb");
    if (!file) return false;
    const bool written = std::fwrite(&network, sizeof network, 1, file) == 1;
    return std::fclose(file) == 0 && written;
}

// Goes on from the state beside the network if there is one.
int learn_and_write(const TrainData& data, const TrainSettings& settings, const char* path) {
    const auto state = std::make_unique<TrainState>();
    const std::string state_path = std::string(path) + ".state";
    if (train_resume(state.get(), state_path.c_str()))
        std::printf("going on after epoch %d\n", state->epochs);
    else
        train_init(state.get(), settings.seed);
    Work work;
    work.epochs = settings.epochs;
    work.state = state.get();
    work.state_path = state_path.c_str();
    if (!train_run(state.get(), data, settings, &work, show_training))
        return fail(state_path.c_str(), "cannot be written");
    const auto network = std::make_unique<Network>();
    train_quantise(state->weights, network.get());
    train_normalise(state->weights, data.samples, network.get());
    if (!write_network(*network, path)) return fail(path, "cannot be written");
    std::printf("%s: %zu bytes, an output of one is %d centipawns, rounding error %.2f\n", path,
                sizeof *network, network->scale,
                train_rounding_error(state->weights, data.validation));
    return 0;
}

double threads_by_default() {
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

int learning_selfplay(const Network* network, int count, char** words, const char** wrong) {
    double games = GAMES_DEFAULT, nodes = NODES_DEFAULT, threads = threads_by_default();
    double seed = SEED_DEFAULT;
    std::vector<const char*> files;
    *wrong = words_read(count, words,
                        {{"--games", 1, GAMES_MAX, true, &games},
                         {"--nodes", 1, NODES_MAX, true, &nodes},
                         {"--threads", 1, THREADS_MAX, true, &threads},
                         {"--seed", 0, SEED_MAX, true, &seed}},
                        &files);
    if (!*wrong && files.size() != 1) *wrong = files.empty() ? "(no file)" : files[1];
    if (*wrong) return USAGE_ERROR;
    Work work;
    work.games = int(games);
    const SelfplaySettings settings = {files[0],        work.games,     int(threads),
                                       uint64_t(nodes), uint64_t(seed), network};
    const char* error = selfplay_run(settings, &work, show_selfplay);
    std::puts("");
    return error ? fail(files[0], error) : 0;
}

int learning_imitate(const Network* network, int count, char** words, const char** wrong) {
    double each = EACH_DEFAULT, seed = SEED_DEFAULT;
    std::vector<const char*> files;
    *wrong = words_read(
        count, words, {{"--each", 1, EACH_MAX, true, &each}, {"--seed", 0, SEED_MAX, true, &seed}},
        &files);
    if (!*wrong && files.size() < 2) *wrong = "(a file to write and data files are needed)";
    if (*wrong) return USAGE_ERROR;
    TrainData data = {};
    for (size_t i = 1; i < files.size(); ++i)
        if (const char* error = train_load(&data, files[i])) return fail(files[i], error);
    const char* error = imitate_run({files[0], int(each), uint64_t(seed), network}, data.samples);
    return error ? fail(files[0], error) : 0;
}

int learning_train(int count, char** words, const char** wrong) {
    TrainSettings settings;
    double epochs = EPOCHS_DEFAULT, threads = threads_by_default(), seed = SEED_DEFAULT;
    double batch = settings.batch;
    std::vector<const char*> files;
    *wrong = words_read(count, words,
                        {{"--epochs", 1, EPOCHS_MAX, true, &epochs},
                         {"--threads", 1, THREADS_MAX, true, &threads},
                         {"--batch", 1, BATCH_MAX, true, &batch},
                         {"--rate", RATE_MIN, 1, false, &settings.learning_rate},
                         {"--result", 0, 1, false, &settings.result_weight},
                         {"--seed", 0, SEED_MAX, true, &seed}},
                        &files);
    if (!*wrong && files.size() < 2) *wrong = "(a network and data files are needed)";
    if (*wrong) return USAGE_ERROR;
    TrainData data = {};
    for (size_t i = 1; i < files.size(); ++i)
        if (const char* error = train_load(&data, files[i])) return fail(files[i], error);
    std::printf("%zu positions, %zu to validate with, %lld broken\n", data.samples.size(),
                data.validation.size(), static_cast<long long>(data.broken));
    if (data.samples.empty()) return fail(files[1], "has too few positions to learn from");
    settings.epochs = int(epochs);
    settings.threads = int(threads);
    settings.batch = int(batch);
    settings.seed = uint64_t(seed);
    return learn_and_write(data, settings, files[0]);
}
