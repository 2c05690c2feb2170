// Trains a network on positions, by gradient descent on the CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/eval/network.h"
#include "engine/learn/sample.h"

struct TrainSettings {
    int epochs = 20;
    int threads = 1;
    int batch = 16384;            // positions per step
    double learning_rate = 0.001; // at the start; falls to a hundredth along a half cosine
    double result_weight = 0.3;   // of the game's result in the target; the score has the rest
    uint64_t seed = 1;            // of the first weights and of the order of positions
};

/// The weights during training, not scaled to fixed point.
struct Weights {
    float hidden[NETWORK_INPUTS][NETWORK_HIDDEN];
    float hidden_bias[NETWORK_HIDDEN];
    float output[NETWORK_BUCKETS][2][NETWORK_HIDDEN];
    float output_bias[NETWORK_BUCKETS];
};

/// Everything that is needed to continue a training later with the same results.
struct TrainState {
    Weights weights;
    Weights moment, square; // Adam's running means of the gradient and of its square
    int64_t steps;
    int epochs;    // completed epochs
    int continues; // 1 if the training began with the weights of a network
};

struct TrainProgress {
    int epoch;              // the running epoch, from 1
    int64_t done, all;      // positions of this epoch
    int64_t learned;        // positions since this run began
    double train_loss;      // so far in this epoch
    double validation_loss; // after the epoch; negative before
};

/// Positions for training and, from every TRAIN_VALIDATION_GAMES-th game, for validation.
struct TrainData {
    std::vector<Sample> samples, validation;
    int64_t broken; // number of invalid records
};

constexpr uint32_t TRAIN_VALIDATION_GAMES = 50;

/// Adds the positions of a data file. Returns nullptr, or what is wrong with the file. Blends the
/// score of each position with the later scores of the game, as in TD(lambda) (Sutton, 1988): all
/// later scores together have the weight `later`, 0 to 1.
const char* train_load(TrainData* data, const char* path, double later);

/// Sets small random weights, which depend on the seed only.
void train_init(TrainState* state, uint64_t seed);

/// Sets the weights of a network, to continue its training. Clips weights that are out of range at
/// a scale of NETWORK_SCALE.
void train_init_from(TrainState* state, const Network& network);

/// Trains until `settings.epochs` epochs have been completed in all. Calls `progress` after every
/// batch and every epoch. If `progress` returns false, stops and returns false; the state is then
/// inside an epoch, so continue later from the state of the last completed epoch.
bool train_run(TrainState* state, const TrainData& data, const TrainSettings& settings,
               void* context, bool (*progress)(void* context, const TrainProgress& progress));

/// The mean squared error of the weights' expected score (0 to 1) on these samples.
double train_loss(const Weights& weights, const std::vector<Sample>& samples, double result_weight);

/// Rounds the weights to 16 bits for a network whose output of 1.0 is NETWORK_SCALE centipawns.
void train_quantise(const Weights& weights, Network* network);

/// Scales the network so that half of the samples with a score of +100 centipawns were won, and
/// sets `spread`, by which the win probability grows with the score. Changes nothing if the results
/// of the samples do not allow a fit.
void train_normalise(const Weights& weights, const std::vector<Sample>& samples, Network* network);

/// Scales the network so that its scores on the samples are on average as large as those of the
/// network `before`, and copies `even` and `spread`. Does nothing if either network scores all 0.
void train_keep_scale(const Network& before, const std::vector<Sample>& samples, Network* network);

/// The mean difference in centipawns between the scores of the weights and of the rounded network,
/// over scores within +-1000.
double train_rounding_error(const Weights& weights, const std::vector<Sample>& samples);

/// Reads a state from a file. Returns false if the file cannot be read or is not a valid state.
bool train_resume(TrainState* state, const char* path);
