#include "protocol/tools/tools.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/learn/imitate.h"
#include "engine/learn/selfplay.h"
#include "engine/learn/train.h"
#include "protocol/files/network_file.h"
#include "protocol/io/file.h"
#include "protocol/io/system.h"
#include "protocol/io/text.h"
#include "protocol/tools/flags.h"
#include "protocol/tools/progress_line.h"

namespace {

constexpr double GAMES_MAX = 1e8, NODES_MAX = 1e9, THREADS_MAX = 512, EPOCHS_MAX = 1e5;
constexpr double BATCH_MAX = 1e8, RATE_MIN = 1e-9, RANDOM_MAX = 1e6;
constexpr double GAMES_DEFAULT = 1000, NODES_DEFAULT = 5000, EPOCHS_DEFAULT = 20, SEED_DEFAULT = 1;
constexpr double LATER_DEFAULT = 0.7;
constexpr const char* STATE = ".state"; // appended to the network's name
constexpr double EACH_DEFAULT = 5, EACH_MAX = 1e6;

struct Games {
    ProgressLine progress;
    int wanted;
};

struct Training {
    ProgressLine progress;
    const TrainState* state;
    std::string state_path;
    std::string broken; // why the state could not be written
    int epochs;
};

// Prints a line that is not overwritten, also if standard output is a file.
void end_line(const std::string& text) {
    progress_line_show("");
    std::puts(text.c_str());
    std::fflush(stdout);
}

bool show_selfplay(void* context, const SelfplayProgress& progress) {
    Games* games = static_cast<Games*>(context);
    const int left = games->wanted - progress.games;
    if (!progress_line_is_due(&games->progress, left == 0)) return true;
    const std::string text =
        text_format("%d of %d games, %lld positions, %.0f a second", progress.games, games->wanted,
                    static_cast<long long>(progress.positions),
                    progress_line_per_second(games->progress, progress.positions));
    if (left > 0)
        progress_line_show(text + ", " +
                           progress_line_time_left(games->progress, progress.played, left));
    else
        end_line(text);
    return true;
}

bool show_imitation(void* context, const ImitateProgress& progress) {
    ProgressLine* line = static_cast<ProgressLine*>(context);
    const auto done = double(progress.done), left = double(progress.all - progress.done);
    if (progress_line_is_due(line, false))
        progress_line_show(std::to_string(progress.positions) + " positions, " +
                           progress_line_time_left(*line, done, left));
    return !system_is_interrupted();
}

std::string write_bytes(const std::string& path, const void* bytes, size_t size) {
    return file_write(path, std::string(static_cast<const char*>(bytes), size));
}

bool show_training(void* context, const TrainProgress& progress) {
    Training* training = static_cast<Training*>(context);
    const bool end = progress.validation_loss >= 0;
    if (end)
        training->broken =
            write_bytes(training->state_path, training->state, sizeof *training->state);
    if (!progress_line_is_due(&training->progress, end)) return true;
    const double share = double(progress.done) / double(progress.all);
    const std::string text = text_format("epoch %d of %d, %3.0f %%, loss %.6f, ", progress.epoch,
                                         training->epochs, 100 * share, progress.train_loss);
    const double speed = progress_line_per_second(training->progress, progress.learned);
    if (end)
        end_line(text + "validation " + std::to_string(progress.validation_loss));
    else
        progress_line_show(text + std::to_string(int64_t(speed)) + " positions a second");
    return training->broken.empty();
}

bool is_there(const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

// Continues training from the saved state, or from an existing network, whose weights are rounded,
// or starts from random weights. Returns nullptr, or why the state cannot be used.
const char* begin(const Training& training, const Network* before, const char* path, uint64_t seed,
                  TrainState* state) {
    const std::string& saved = training.state_path;
    std::error_code error;
    if (is_there(saved)) {
        if (!std::filesystem::is_regular_file(saved, error) || !train_resume(state, saved.c_str()))
            return "is not a training state of this network";
        std::printf("continuing after epoch %d\n", state->epochs);
    } else if (before) {
        train_init_from(state, *before);
        std::printf("continuing from the network in %s\n", path);
    } else {
        train_init(state, seed);
    }
    return nullptr;
}

// Reads the network that will be replaced, if it exists. Returns 0 or the exit status: a file that
// is not a network is not overwritten, in case the arguments are in the wrong order.
int read_before(const char* path, std::unique_ptr<Network>* before) {
    if (!is_there(path)) return 0;
    *before = std::make_unique<Network>();
    const char* why = network_file_read(path, before->get());
    return why ? file_fail(path, why) : 0;
}

int learn_and_write(const TrainData& data, const TrainSettings& settings, const Network* before,
                    const char* path) {
    const auto state = std::make_unique<TrainState>();
    Training training = {{}, state.get(), std::string(path) + STATE, "", settings.epochs};
    if (const char* why = begin(training, before, path, settings.seed, state.get()))
        return file_fail(training.state_path, why);
    if (!train_run(state.get(), data, settings, &training, show_training))
        return file_fail(training.state_path, training.broken);
    const auto network = std::make_unique<Network>();
    train_quantise(state->weights, network.get());
    if (before && state->continues)
        train_keep_scale(*before, data.samples, network.get());
    else
        train_normalise(state->weights, data.samples, network.get());
    if (const int status = file_check(path, write_bytes(path, network.get(), sizeof *network)))
        return status;
    std::printf("%s: %zu bytes, output 1 is %d centipawns, rounding error %.2f\n", path,
                sizeof *network, network->scale,
                train_rounding_error(state->weights, data.validation));
    return 0;
}

// Reads the words of a command that writes the first file it names from the other files. Returns 0
// or the exit status.
int read_words(int count, char** words, const std::vector<Flag>& known,
               std::vector<const char*>* files) {
    if (const int status = flags_read(count, words, known, files)) return status;
    return files->size() > 1 ? 0 : flags_miss("a file to write and data files");
}

// Loads all files but the first, which will be written. Returns 0 or the exit status.
int read_data(const std::vector<const char*>& files, double later, TrainData* data) {
    const std::vector<std::string> inputs(files.begin() + 1, files.end());
    for (const std::string& input : inputs) {
        std::ifstream file;
        const char* why = file_open(input, &file);
        if (!why) why = train_load(data, input.c_str(), later);
        if (why) return file_fail(input, why);
    }
    if (data->samples.empty()) return file_fail(inputs[0], "has too few positions to learn from");
    return file_check(files[0], file_refuse_output(files[0], inputs));
}

// Returns 0, or the exit status if the file exists and is not a data file: it is not overwritten.
int check_before(const char* path) {
    if (!is_there(path)) return 0;
    std::ifstream input;
    if (const char* why = file_open(path, &input)) return file_fail(path, why);
    Sample first;
    input.read(reinterpret_cast<char*>(&first), sizeof first);
    const auto size = size_t(input.gcount());
    const bool is_data = size == 0 || (size == sizeof first && sample_is_head(first));
    return is_data && !input.bad() ? 0 : file_fail(path, "is not a data file");
}

int imitate(ImitateSettings settings, const std::vector<Sample>& samples, const char* path) {
    FileDraft draft;
    std::string why = file_begin(&draft, path);
    if (!why.empty()) return file_fail(path, why);
    settings.path = draft.part.c_str();
    ProgressLine line;
    const char* error = imitate_run(settings, samples, &line, show_imitation);
    const bool whole = !error && !system_is_interrupted();
    progress_line_show("");
    if (whole)
        why = file_finish(draft);
    else
        file_drop(draft); // a pending interrupt ends the process here
    if (error) why = error;
    return file_check(path, why);
}

double default_threads() {
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

int tool_selfplay(Session* session, int count, char** words) {
    double games = GAMES_DEFAULT, nodes = NODES_DEFAULT, threads = default_threads();
    double seed = SEED_DEFAULT, random = 0;
    std::string path;
    const int status = flags_read_one(count, words,
                                      {{"--games", 1, GAMES_MAX, true, &games},
                                       {"--nodes", 1, NODES_MAX, true, &nodes},
                                       {"--random", 0, RANDOM_MAX, true, &random},
                                       {"--threads", 1, THREADS_MAX, true, &threads},
                                       {"--seed", 0, FLAGS_SEED_MAX, true, &seed}},
                                      &path);
    if (status != 0) return status;
    Games played = {{}, int(games)};
    const SelfplaySettings settings = {path.c_str(),   played.wanted,
                                       int(threads),   uint64_t(nodes),
                                       uint64_t(seed), search_network(session->search),
                                       int(random)};
    system_survive_full_files();
    const char* error = selfplay_run(settings, &played, show_selfplay);
    progress_line_show("");
    return error ? file_fail(path, error) : 0;
}

int tool_imitate(Session* session, int count, char** words) {
    double each = EACH_DEFAULT, seed = SEED_DEFAULT;
    std::vector<const char*> files;
    int status = read_words(
        count, words,
        {{"--each", 1, EACH_MAX, true, &each}, {"--seed", 0, FLAGS_SEED_MAX, true, &seed}}, &files);
    if (status == 0) status = check_before(files[0]);
    TrainData data = {};
    if (status == 0) status = read_data(files, 0, &data);
    if (status != 0) return status;
    return imitate({nullptr, int(each), uint64_t(seed), search_network(session->search)},
                   data.samples, files[0]);
}

int tool_train(Session*, int count, char** words) {
    TrainSettings settings;
    double epochs = EPOCHS_DEFAULT, threads = default_threads(), seed = SEED_DEFAULT;
    double batch = settings.batch, later = LATER_DEFAULT;
    std::vector<const char*> files;
    int status = read_words(count, words,
                            {{"--epochs", 1, EPOCHS_MAX, true, &epochs},
                             {"--threads", 1, THREADS_MAX, true, &threads},
                             {"--batch", 1, BATCH_MAX, true, &batch},
                             {"--rate", RATE_MIN, 1, false, &settings.learning_rate},
                             {"--result", 0, 1, false, &settings.result_weight},
                             {"--later", 0, 1, false, &later},
                             {"--seed", 0, FLAGS_SEED_MAX, true, &seed}},
                            &files);
    std::unique_ptr<Network> before;
    if (status == 0) status = read_before(files[0], &before);
    TrainData data = {};
    if (status == 0) status = read_data(files, later, &data);
    if (status != 0) return status;
    std::printf("%zu positions, %zu for validation, %lld broken\n", data.samples.size(),
                data.validation.size(), static_cast<long long>(data.broken));
    settings.epochs = int(epochs);
    settings.threads = int(threads);
    settings.batch = int(batch);
    settings.seed = uint64_t(seed);
    return learn_and_write(data, settings, before.get(), files[0]);
}
