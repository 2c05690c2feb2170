// From positions to weights: gradient descent on the processor.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/eval/network.h"
#include "engine/learn/sample.h"

struct TrainSettings {
    int epochs = 20;
    int threads = 1;
    int batch = 16384;            // positions a step
    double learning_rate = 0.001; // at the start; falls to a hundredth on a half cosine
    double result_weight = 0.3;   // of the game's result in the target, the score has the rest
    uint64_t seed = 1;            // of the first weights and the order of positions
};

/// The weights while they are learned: real numbers, one is one.
struct Weights {
    float hidden[NETWORK_INPUTS][NETWORK_HIDDEN];
    float hidden_bias[NETWORK_HIDDEN];
    float output[NETWORK_BUCKETS][2][NETWORK_HIDDEN];
    float output_bias[NETWORK_BUCKETS];
};

/// Everything that has to be kept to go on later as if nothing had happened.
struct TrainState {
    Weights weights;
    Weights moment, square; // Adam's running means of the gradient and of its square
    int64_t steps;
    int epochs;
    int continues; // 1 if it began with the weights of a network
};

struct TrainProgress {
    int epoch;              // running, from 1
    int64_t done, all;      // positions of this epoch
    int64_t learned;        // positions since this run began
    double train_loss;      // so far in this epoch
    double validation_loss; // after it; negative before
};

/// Positions to learn from and, from every TRAIN_VALIDATION_GAMES-th game, others to test with.
struct TrainData {
    std::vector<Sample> samples, validation;
    int64_t broken; // records that are no position
};

constexpr uint32_t TRAIN_VALIDATION_GAMES = 50;

/// Adds the positions of a data file. Nullptr, or what is wrong with it. Good play that goes on
/// from a position sees further than the search there: in its score the later ones weigh `later` (0
/// to 1) altogether, each so much less than the one before (as in TD(lambda): Sutton, 1988).
const char* train_load(TrainData* data, const char* path, double later);

/// Small random weights that depend on the seed only.
void train_init(TrainState* state, uint64_t seed);

/// The weights of a network, to go on from: but for rounding they give its scores
/// (weights that do not fit at a scale of NETWORK_SCALE are cut).
void train_init_from(TrainState* state, const Network& network);

/// Goes on until so many epochs are done in all. `progress` is asked after every batch and every
/// epoch; false stops (the epoch then counts as not begun: keep the state of the last one).
bool train_run(TrainState* state, const TrainData& data, const TrainSettings& settings,
               void* context, bool (*progress)(void* context, const TrainProgress& progress));

/// Mean squared error of the expected score (0 to 1).
double train_loss(const Weights& weights, const std::vector<Sample>& samples, double result_weight);

/// Rounds to 16 bits; an output of one is NETWORK_SCALE centipawns.
void train_quantise(const Weights& weights, Network* network);

/// Sets what the network's scores mean by how these games ended: half of the positions that it
/// gives +100 centipawns have been won. Nothing changes where the results say nothing.
void train_normalise(const Weights& weights, const std::vector<Sample>& samples, Network* network);

/// Makes the scores as large as those of `before` on the mean of these positions, and lets them
/// mean the same. Nothing changes where either gives them nothing.
void train_keep_scale(const Network& before, const std::vector<Sample>& samples, Network* network);

/// How far that is from the real numbers: the mean difference in centipawns, over scores that are
/// not beyond +-1000.
double train_rounding_error(const Weights& weights, const std::vector<Sample>& samples);

/// Reads a state from a file; false if that fails or it is no such state.
bool train_resume(TrainState* state, const char* path);
