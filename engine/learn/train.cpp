#include "engine/learn/train.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <system_error>
#include <thread>

#include "engine/board/hash.h"
#include "engine/eval/processor.h"

namespace {

constexpr double FINAL_RATE = 0.01;                            // final part of the learning rate
constexpr float BETA1 = 0.9f, BETA2 = 0.999f, EPSILON = 1e-8f; // Adam's usual constants
constexpr float OUTPUT_MAX = float(NETWORK_OUTPUT_MAX) / NETWORK_OUTPUT_ONE;
constexpr float HIDDEN_MAX = 4.0f;  // the sum of 32 of them fits 16 bits
constexpr int LATER_LEAP_MAX = 300; // centipawns; a larger change of the score means a blunder
constexpr size_t WEIGHT_NB = sizeof(Weights) / sizeof(float);

float* as_floats(Weights* weights) {
    return reinterpret_cast<float*>(weights);
}

bool is_finite(const Weights& weights) {
    const float* first = reinterpret_cast<const float*>(&weights);
    return std::all_of(first, first + WEIGHT_NB,
                       [](float weight) { return std::isfinite(weight); });
}

// The inputs of the network for a position; the side to move has index 0.
struct Features {
    int count, bucket;
    int input[2][NETWORK_PIECES_MAX];
    float target;
};

double sigmoid(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

double target_of(const Sample& sample, double result_weight) {
    const double score = sigmoid(double(sample.score) / NETWORK_SCALE);
    const double white = (1 - result_weight) * score + result_weight * sample.result / 2.0;
    return sample.turn == WHITE ? white : 1 - white;
}

Features features_of(const Sample& sample, double result_weight) {
    Features features = {};
    NetworkView view[COLOUR_NB] = {};
    sample_visit(sample, [&](Piece piece, Square square) {
        const Colour side = piece_colour(piece);
        if (piece_type(piece) == KING) view[side] = network_view(side, square);
    });
    const Colour us = Colour(sample.turn), them = colour_opposite(us);
    sample_visit(sample, [&](Piece piece, Square square) {
        features.input[0][features.count] = network_input(view[us], piece, square);
        features.input[1][features.count] = network_input(view[them], piece, square);
        ++features.count;
    });
    features.bucket = network_bucket(features.count);
    features.target = float(target_of(sample, result_weight));
    return features;
}

// ---- forwards and backwards

struct Hidden {
    float clipped[2][NETWORK_HIDDEN]; // 0 to 1
};

// Without the barrier g++ merges the loops of two rows into one loop, which g++ does not vectorize.
PROCESSOR_INLINED void add_row(float* sums, const float* row) {
    for (int i = 0; i < NETWORK_HIDDEN; ++i) sums[i] += row[i];
    asm volatile("" ::: "memory");
}

// Returns the output in units of NETWORK_SCALE centipawns, and the hidden layer.
PROCESSOR_INLINED float output_of(const Weights& weights, const Features& features,
                                  Hidden* hidden) {
    float lanes[16] = {}; // separate sums, so that the compiler can vectorize
    for (int side = 0; side < 2; ++side) {
        float sums[NETWORK_HIDDEN]; // local, so that the compiler can rule out aliasing
        std::memcpy(sums, weights.hidden_bias, sizeof weights.hidden_bias);
        for (int k = 0; k < features.count; ++k)
            add_row(sums, weights.hidden[features.input[side][k]]);
        float* clipped = hidden->clipped[side];
        for (int i = 0; i < NETWORK_HIDDEN; ++i)
            clipped[i] = std::min(std::max(sums[i], 0.0f), 1.0f);
        const float* row = weights.output[features.bucket][side];
        for (int i = 0; i < NETWORK_HIDDEN; i += 16)
            for (int j = 0; j < 16; ++j) lanes[j] += clipped[i + j] * clipped[i + j] * row[i + j];
    }
    return std::accumulate(lanes, lanes + 16, weights.output_bias[features.bucket]);
}

// Adds the gradient of one position's error for an output gradient of `slope`.
PROCESSOR_INLINED void add_gradient(const Weights& weights, const Features& features,
                                    const Hidden& hidden, float slope, Weights* gradient) {
    gradient->output_bias[features.bucket] += slope;
    for (int side = 0; side < 2; ++side) {
        const float* clipped = hidden.clipped[side];
        const float* row = weights.output[features.bucket][side];
        float* output = gradient->output[features.bucket][side];
        float delta[NETWORK_HIDDEN];
        for (int i = 0; i < NETWORK_HIDDEN; ++i) {
            output[i] += slope * clipped[i] * clipped[i];
            // Values clipped at 1 have no gradient; for those clipped at 0 the product is 0.
            delta[i] = clipped[i] < 1.0f ? slope * row[i] * 2 * clipped[i] : 0.0f;
            gradient->hidden_bias[i] += delta[i];
        }
        for (int k = 0; k < features.count; ++k)
            add_row(gradient->hidden[features.input[side][k]], delta);
    }
}

// One thread's part of a batch.
struct Part {
    Weights gradient;
    double loss;
};

PROCESSOR_INLINED void learn_each(const Weights& weights, const std::vector<Sample>& samples,
                                  const uint32_t* order, int count, double result_weight,
                                  Part* part) {
    std::memset(static_cast<void*>(part), 0, sizeof *part);
    for (int n = 0; n < count; ++n) {
        const Features features = features_of(samples[order[n]], result_weight);
        Hidden hidden;
        const float guess = float(sigmoid(output_of(weights, features, &hidden)));
        const float error = guess - features.target;
        part->loss += double(error) * double(error);
        add_gradient(weights, features, hidden, 2 * error * guess * (1 - guess), &part->gradient);
    }
}

void learn_portable(const Weights& weights, const std::vector<Sample>& samples,
                    const uint32_t* order, int count, double result_weight, Part* part) {
    learn_each(weights, samples, order, count, result_weight, part);
}

PROCESSOR_AVX2 void learn_avx2(const Weights& weights, const std::vector<Sample>& samples,
                               const uint32_t* order, int count, double result_weight, Part* part) {
    learn_each(weights, samples, order, count, result_weight, part);
}

const auto learn_part = processor_has_avx2() ? learn_avx2 : learn_portable;

// ---- the step

void clip(Weights* weights) {
    float* output = &weights->output[0][0][0];
    for (int i = 0; i < NETWORK_BUCKETS * 2 * NETWORK_HIDDEN; ++i)
        output[i] = std::clamp(output[i], -OUTPUT_MAX, OUTPUT_MAX);
    float* hidden = &weights->hidden[0][0];
    for (int i = 0; i < NETWORK_INPUTS * NETWORK_HIDDEN; ++i)
        hidden[i] = std::clamp(hidden[i], -HIDDEN_MAX, HIDDEN_MAX);
}

// One step of the optimizer Adam (Kingma and Ba, 2014).
void step(TrainState* state, const Weights& gradient, float rate) {
    ++state->steps;
    const float bias1 = 1 - float(std::pow(BETA1, double(state->steps)));
    const float bias2 = 1 - float(std::pow(BETA2, double(state->steps)));
    float* weight = as_floats(&state->weights);
    float* moment = as_floats(&state->moment);
    float* square = as_floats(&state->square);
    const float* slope = reinterpret_cast<const float*>(&gradient);
    for (size_t i = 0; i < WEIGHT_NB; ++i) {
        moment[i] = BETA1 * moment[i] + (1 - BETA1) * slope[i];
        square[i] = BETA2 * square[i] + (1 - BETA2) * slope[i] * slope[i];
        weight[i] -= rate * (moment[i] / bias1) / (std::sqrt(square[i] / bias2) + EPSILON);
    }
    clip(&state->weights);
}

// Stores the mean gradient of all parts in the first one.
void gather(std::vector<Part>* parts, int count) {
    float* sum = as_floats(&parts->front().gradient);
    for (size_t p = 1; p < parts->size(); ++p) {
        const float* other = as_floats(&(*parts)[p].gradient);
        for (size_t i = 0; i < WEIGHT_NB; ++i) sum[i] += other[i];
    }
    for (size_t i = 0; i < WEIGHT_NB; ++i) sum[i] /= float(count);
}

double learn_batch(TrainState* state, const TrainData& data, const TrainSettings& settings,
                   const uint32_t* order, int count, float rate, std::vector<Part>* parts) {
    const int share = (count + int(parts->size()) - 1) / int(parts->size());
    std::vector<std::thread> threads;
    for (size_t p = 0; p < parts->size(); ++p) {
        const int from = std::min(int(p) * share, count), to = std::min(from + share, count);
        const auto learn = [&, p, from, to] {
            learn_part(state->weights, data.samples, order + from, to - from,
                       settings.result_weight, &(*parts)[p]);
        };
        try {
            threads.emplace_back(learn);
        } catch (const std::system_error&) { // no more threads
            learn();
        }
    }
    for (std::thread& thread : threads) thread.join();
    gather(parts, count);
    step(state, parts->front().gradient, rate);
    double loss = 0;
    for (const Part& part : *parts) loss += part.loss;
    return loss;
}

std::vector<uint32_t> shuffled(size_t count, uint64_t seed) {
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    uint64_t random = seed;
    for (size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[size_t(hash_next_random(&random) % i)]);
    return order;
}

float rate_at(const TrainSettings& settings, double share_done) {
    const double fall = (1 + std::cos(share_done * 3.14159265358979)) / 2;
    return float(settings.learning_rate * (FINAL_RATE + (1 - FINAL_RATE) * fall));
}

// ---- rounding

// Calls visit() for each array of the weights, with the network's array, the length, and the
// integer that stands for 1.0 in the network. `scale` is a factor for the output weights.
template <typename RealWeights, typename AnyNetwork, typename Visit>
void visit_weights(RealWeights* weights, AnyNetwork& network, float scale, Visit visit) {
    visit(&weights->hidden[0][0], &network.hidden[0][0], NETWORK_INPUTS * NETWORK_HIDDEN,
          float(NETWORK_HIDDEN_ONE));
    visit(weights->hidden_bias, network.hidden_bias, NETWORK_HIDDEN, float(NETWORK_HIDDEN_ONE));
    visit(&weights->output[0][0][0], &network.output[0][0][0], NETWORK_BUCKETS * 2 * NETWORK_HIDDEN,
          NETWORK_OUTPUT_ONE * scale);
    visit(weights->output_bias, network.output_bias, NETWORK_BUCKETS, NETWORK_BIAS_ONE * scale);
}

// ---- blending scores with later ones

bool blends_with_next(const Sample& sample, int next_score) {
    return !sample.next_unrelated && std::abs(sample.score - next_score) <= LATER_LEAP_MAX;
}

int16_t score_of_chance(double chance) {
    const double score = NETWORK_SCALE * std::log(chance / (1 - chance));
    return int16_t(std::lround(std::clamp(score, -32767.0, 32767.0)));
}

// Blends each score of the game that begins at `first` with the later scores of that game.
void blend_with_later(std::vector<Sample>* samples, size_t first, double later) {
    double chance = 0; // blended expected score of the next position
    int next_score = 0;
    for (size_t i = samples->size(); i-- > first;) {
        Sample& sample = (*samples)[i];
        const double own = sigmoid(double(sample.score) / NETWORK_SCALE);
        const bool blends = i + 1 < samples->size() && blends_with_next(sample, next_score);
        chance = blends ? (1 - later) * own + later * chance : own;
        next_score = sample.score;
        if (blends) sample.score = score_of_chance(chance);
    }
}

// ---- scaling of the scores

constexpr double SCORE_MAX = 1000; // larger scores are left out
constexpr int EVEN_CP = 100;       // score at which half of the positions are won
constexpr int FIT_STEPS = 20;      // more than enough for Newton's method

// The win probability at a score is sigmoid(offset + slope * score).
struct WinModel {
    double offset, slope;
};

// The score of a position for White, and the result of its game.
struct Outcome {
    double score;
    int result;
};

// A step of Newton's method towards the maximum likelihood of the results. Each position counts
// twice, once from the point of view of each side.
WinModel fit_wins(const std::vector<Outcome>& outcomes, WinModel model) {
    double gradient0 = 0, gradient1 = 0, curve00 = 0, curve01 = 0, curve11 = 0;
    const auto count = [&](double score, bool won) {
        const double chance = sigmoid(model.offset + model.slope * score);
        const double error = (won ? 1 : 0) - chance, curve = chance * (1 - chance);
        gradient0 += error;
        gradient1 += error * score;
        curve00 += curve;
        curve01 += curve * score;
        curve11 += curve * score * score;
    };
    for (const Outcome& outcome : outcomes) {
        count(outcome.score, outcome.result == SAMPLE_WHITE_WINS);
        count(-outcome.score, outcome.result == SAMPLE_BLACK_WINS);
    }
    const double determinant = curve00 * curve11 - curve01 * curve01;
    if (!(determinant > 0)) return model;
    return {model.offset + (curve11 * gradient0 - curve01 * gradient1) / determinant,
            model.slope + (curve00 * gradient1 - curve01 * gradient0) / determinant};
}

int scale_clamped(double scale) {
    return int(std::lround(std::clamp(scale, 1.0, double(NETWORK_SCALE_MAX))));
}

// The score of a position by the weights, in centipawns for the side to move.
double score_of(const Weights& weights, const Sample& sample) {
    const Features features = features_of(sample, 0);
    Hidden hidden;
    return double(output_of(weights, features, &hidden)) * NETWORK_SCALE;
}

std::vector<Outcome> outcomes_of(const Weights& weights, const std::vector<Sample>& samples) {
    std::vector<Outcome> outcomes;
    for (const Sample& sample : samples) {
        const double score = score_of(weights, sample) * (sample.turn == WHITE ? 1 : -1);
        if (std::abs(score) <= SCORE_MAX) outcomes.push_back({score, sample.result});
    }
    return outcomes;
}

} // namespace

const char* train_load(TrainData* data, const char* path, double later) {
    std::FILE* file = std::fopen(path, "rb");
    if (!file) return "cannot be read";
    std::vector<Sample>* samples = nullptr;
    size_t first = 0; // index of the game's first position
    for (Sample sample; std::fread(&sample, sizeof sample, 1, file) == 1;) {
        if (sample_begins_game(sample)) {
            if (samples) blend_with_later(samples, first, later);
            samples =
                sample.game % TRAIN_VALIDATION_GAMES == 0 ? &data->validation : &data->samples;
            first = samples->size();
        } else if (!samples)
            break;
        else if (sample_is_position(sample))
            samples->push_back(sample);
        else
            ++data->broken;
    }
    if (samples) blend_with_later(samples, first, later);
    const bool failed = std::ferror(file);
    std::fclose(file);
    if (failed) return "cannot be read";
    return samples ? nullptr : "is not a data file";
}

void train_init(TrainState* state, uint64_t seed) {
    std::memset(static_cast<void*>(state), 0, sizeof *state);
    uint64_t random = seed;
    const auto fill = [&random](float* weight, int count, float range) {
        for (int i = 0; i < count; ++i)
            weight[i] = (float(hash_next_random(&random) >> 40) / float(1 << 23) - 1) * range;
    };
    fill(&state->weights.hidden[0][0], NETWORK_INPUTS * NETWORK_HIDDEN, 0.1f);
    fill(&state->weights.output[0][0][0], NETWORK_BUCKETS * 2 * NETWORK_HIDDEN, 0.1f);
}

void train_init_from(TrainState* state, const Network& network) {
    std::memset(static_cast<void*>(state), 0, sizeof *state);
    visit_weights(&state->weights, network, float(NETWORK_SCALE) / float(network.scale),
                  [](float* to, const int16_t* from, int count, float one) {
                      for (int i = 0; i < count; ++i) to[i] = float(from[i]) / one;
                  });
    clip(&state->weights);
    state->continues = 1;
}

bool train_run(TrainState* state, const TrainData& data, const TrainSettings& settings,
               void* context, bool (*progress)(void* context, const TrainProgress& progress)) {
    const int64_t all = int64_t(data.samples.size());
    std::vector<Part> parts(size_t(std::max(1, settings.threads)));
    int64_t learned = 0;
    while (state->epochs < settings.epochs) {
        const auto order = shuffled(data.samples.size(), settings.seed + uint64_t(state->epochs));
        double loss = 0;
        for (int64_t done = 0; done < all;) {
            const int count = int(std::min<int64_t>(settings.batch, all - done));
            const double share = (state->epochs + double(done) / double(all)) / settings.epochs;
            loss += learn_batch(state, data, settings, order.data() + done, count,
                                rate_at(settings, share), &parts);
            done += count;
            learned += count;
            if (!progress(context,
                          {state->epochs + 1, done, all, learned, loss / double(done), -1}))
                return false;
        }
        ++state->epochs;
        const double test = train_loss(state->weights, data.validation, settings.result_weight);
        if (!progress(context, {state->epochs, all, all, learned, loss / double(all), test}))
            return false;
    }
    return true;
}

double train_loss(const Weights& weights, const std::vector<Sample>& samples,
                  double result_weight) {
    double loss = 0;
    for (const Sample& sample : samples) {
        const Features features = features_of(sample, result_weight);
        Hidden hidden;
        const double error =
            sigmoid(output_of(weights, features, &hidden)) - double(features.target);
        loss += error * error;
    }
    return samples.empty() ? 0 : loss / double(samples.size());
}

void train_quantise(const Weights& weights, Network* network) {
    visit_weights(
        &weights, *network, 1.0f, [](const float* from, int16_t* to, int count, float one) {
            for (int i = 0; i < count; ++i)
                to[i] = int16_t(std::clamp<long>(std::lround(from[i] * one), -32767, 32767));
        });
    network->even = EVEN_CP;
    network->scale = NETWORK_SCALE;
    network->spread = EVEN_CP;
    network_fill_header(network);
}

void train_normalise(const Weights& weights, const std::vector<Sample>& samples, Network* network) {
    WinModel model = {0, 0};
    const std::vector<Outcome> outcomes = outcomes_of(weights, samples);
    for (int i = 0; i < FIT_STEPS; ++i) model = fit_wins(outcomes, model);
    if (!(model.slope > 0 && model.offset < 0)) return;
    const double half = -model.offset / model.slope; // score with a win probability of 1/2
    // Without draws `half` is 0 but for rounding; with few wins it is outside the fitted scores.
    if (NETWORK_SCALE * EVEN_CP / half > NETWORK_SCALE_MAX || half > SCORE_MAX) return;
    network->scale = scale_clamped(NETWORK_SCALE * EVEN_CP / half);
    network->spread = scale_clamped(EVEN_CP / (model.slope * half));
    network_fill_header(network);
}

void train_keep_scale(const Network& before, const std::vector<Sample>& samples, Network* network) {
    double old_size = 0, new_size = 0;
    for (const Sample& sample : samples) {
        const Board board = sample_board(sample);
        const int score = network_score(before, board);
        if (std::abs(score) > SCORE_MAX) continue;
        old_size += std::abs(score);
        new_size += std::abs(network_score(*network, board));
    }
    if (!(old_size > 0 && new_size > 0)) return;
    network->scale = scale_clamped(network->scale * old_size / new_size);
    network->even = before.even;
    network->spread = before.spread;
    network_fill_header(network);
}

double train_rounding_error(const Weights& weights, const std::vector<Sample>& samples) {
    const auto network = std::make_unique<Network>();
    train_quantise(weights, network.get());
    double sum = 0;
    int64_t count = 0;
    for (const Sample& sample : samples) {
        const double exact = score_of(weights, sample);
        if (std::abs(exact) > SCORE_MAX) continue;
        sum += std::abs(exact - network_score(*network, sample_board(sample)));
        ++count;
    }
    return count ? sum / double(count) : 0;
}

bool train_resume(TrainState* state, const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (!file) return false;
    const bool read = std::fread(state, sizeof *state, 1, file) == 1 && std::fgetc(file) == EOF;
    std::fclose(file);
    return read && state->epochs >= 0 && state->steps >= 0 && is_finite(state->weights) &&
           is_finite(state->moment) && is_finite(state->square);
}
