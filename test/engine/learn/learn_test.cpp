#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/attack.h"
#include "engine/eval/eval.h"
#include "engine/eval/network.h"
#include "engine/learn/imitate.h"
#include "engine/learn/selfplay.h"
#include "engine/learn/train.h"
#include "test/helpers.h"

namespace {

constexpr uint64_t SEED = 0x1ea4;

SelfplaySettings quick_games(const char* path, int games, int threads) {
    return {path, games, threads, 50, 7};
}

std::vector<Sample> read_samples(const std::string& path) {
    std::vector<Sample> samples(std::filesystem::file_size(path) / sizeof(Sample));
    std::FILE* file = std::fopen(path.c_str(), "rb");
    REQUIRE(file);
    REQUIRE(std::fread(samples.data(), sizeof(Sample), samples.size(), file) == samples.size());
    std::fclose(file);
    return samples;
}

bool are_equal(const Sample& a, const Sample& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

// Returns the positions of the game with this number.
std::vector<Sample> find_game(const std::vector<Sample>& samples, uint32_t number) {
    for (size_t i = 0; i < samples.size(); i += samples[i].count + size_t(1))
        if (samples[i].game == number)
            return {samples.begin() + long(i) + 1,
                    samples.begin() + long(i) + 1 + samples[i].count};
    return {};
}

// Random positions scored by their material.
std::vector<Sample> material_samples(int games, uint64_t seed) {
    constexpr int VALUE[PIECE_TYPE_NB] = {0, 100, 300, 300, 500, 900, 0};
    std::vector<Sample> samples;
    playout_visit(seed, games, 60, [&](Board& board) {
        int score = 0;
        for (int type = PAWN; type <= QUEEN; ++type)
            score += VALUE[type] * (board.count[piece_make(WHITE, PieceType(type))] -
                                    board.count[piece_make(BLACK, PieceType(type))]);
        samples.push_back(
            sample_pack(board, Score(board.turn == WHITE ? score : -score), SAMPLE_DRAW));
    });
    return samples;
}

bool go_on(void*, const TrainProgress&) {
    return true;
}

std::unique_ptr<TrainState> trained(const TrainData& data, int epochs, int threads = 1,
                                    int batch = 16384) {
    auto state = std::make_unique<TrainState>();
    train_init(state.get(), 1);
    TrainSettings settings;
    settings.epochs = epochs;
    settings.threads = threads;
    settings.batch = batch;
    settings.result_weight = 0;
    REQUIRE(train_run(state.get(), data, settings, nullptr, go_on));
    return state;
}

} // namespace

TEST_CASE("sample: packing and unpacking keeps the board") {
    Tally tally;
    tally.seed = SEED;
    playout_visit(SEED, 30, 60, [&](Board& board) {
        const Sample sample = sample_pack(board, Score(-123), SAMPLE_WHITE_WINS);
        const Board again = sample_board(sample);
        bool same = again.turn == board.turn && !sample_begins_game(sample) &&
                    sample.score == (board.turn == WHITE ? -123 : 123) &&
                    sample.result == SAMPLE_WHITE_WINS;
        for (int i = 0; i < 64; ++i)
            same = same && again.piece[square_from64(i)] == board.piece[square_from64(i)];
        tally_add(&tally, same, [] { return std::string("a board that changed"); });
    });
    tally_check(tally, 500);
}

TEST_CASE("sample_is_position: false for damaged records") {
    const Sample good =
        sample_pack(position_make("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Score(0), SAMPLE_DRAW);
    const auto is_position = sample_is_position;
    CHECK(is_position(good));
    Sample bad = good;
    bad.turn = 2;
    CHECK_FALSE(is_position(bad));
    bad = good;
    bad.result = 3;
    CHECK_FALSE(is_position(bad));
    bad = good;
    bad.occupied = ~uint64_t(0);
    CHECK_FALSE(is_position(bad));
    bad = good;
    bad.pieces[0] = uint8_t(WHITE_KING | WHITE_KING << 4);
    CHECK_FALSE(is_position(bad));
    bad.pieces[0] = 0;
    CHECK_FALSE(is_position(bad));
}

TEST_CASE("sample_is_position: false for positions that cannot arise in a game") {
    const auto packed = [](const char* fen) {
        return sample_pack(position_make(fen), Score(0), SAMPLE_DRAW);
    };
    Sample bad = packed("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(sample_is_position(bad));
    bad.turn = WHITE; // White could capture Black's king
    CHECK_FALSE(sample_is_position(bad));
    bad = packed("8/8/8/8/8/P2K4/8/7k w - - 0 1");
    CHECK(sample_is_position(bad));
    bad.pieces[0] = uint8_t(WHITE_PAWN | BLACK_KING << 4);
    bad.occupied = uint64_t(1) | 1 << 7 | 1 << 19; // a1, h1 and d3
    CHECK_FALSE(sample_is_position(bad));
    // Kings on a1 and h8 and 30 white queens, more than a game allows.
    bad = packed("7k/8/8/8/8/8/8/K7 w - - 0 1");
    bad.occupied |= uint64_t(0x3fffffff) << 8;
    std::memset(bad.pieces, WHITE_QUEEN | WHITE_QUEEN << 4, sizeof bad.pieces);
    bad.pieces[0] = uint8_t(WHITE_KING | WHITE_QUEEN << 4);
    bad.pieces[15] = uint8_t(WHITE_QUEEN | BLACK_KING << 4);
    CHECK_FALSE(sample_is_position(bad));
}

TEST_CASE("train: a network scores mirrored boards alike") {
    auto network = std::make_unique<Network>();
    auto state = std::make_unique<TrainState>();
    train_init(state.get(), 3);
    train_quantise(state->weights, network.get());
    network->scale = 10 * NETWORK_SCALE; // random weights say little
    for (const char* fen : PLAYOUT_STARTS) {
        CAPTURE(std::string(fen));
        CHECK(network_score(*network, position_make(fen)) ==
              network_score(*network, position_make(position_mirror(fen))));
    }
    // The same position with its files mirrored has the same score.
    CHECK(network_score(*network, position_make("4k3/1p6/8/3N4/8/8/8/2K4R w - - 0 1")) ==
          network_score(*network, position_make("3k4/6p1/8/4N3/8/8/8/R4K2 w - - 0 1")));
    CHECK(network_score(*network, position_make("4k3/1p6/8/3N4/8/8/8/2K4R w - - 0 1")) !=
          network_score(*network, position_make("4k3/1p6/8/3N4/8/8/8/2K3R1 w - - 0 1")));
}

TEST_CASE("train: learns the values of the pieces") {
    TrainData data = {};
    data.samples = material_samples(600, SEED);
    data.validation = material_samples(20, SEED + 1);
    const auto fresh = trained(data, 0);
    const auto state = trained(data, 6, 1, 256);
    CHECK(train_loss(state->weights, data.validation, 0) <
          train_loss(fresh->weights, data.validation, 0) / 2);
    CHECK(train_rounding_error(state->weights, data.validation) < 10);
}

TEST_CASE("train_init_from: weights taken from a network give its scores") {
    auto state = std::make_unique<TrainState>();
    train_init(state.get(), SEED);
    auto network = std::make_unique<Network>(), again = std::make_unique<Network>();
    train_quantise(state->weights, network.get());
    network->scale = 10 * NETWORK_SCALE; // random weights say little
    train_init_from(state.get(), *network);
    CHECK(state->epochs == 0);
    train_quantise(state->weights, again.get());
    int sum = 0;
    for (const char* fen : PLAYOUT_STARTS) {
        CAPTURE(std::string(fen));
        const int score = network_score(*network, position_make(fen));
        CHECK(std::abs(score - network_score(*again, position_make(fen))) <= 1);
        sum += std::abs(score);
    }
    CHECK(sum > 1000);
}

TEST_CASE("train_keep_scale: keeps the size of the scores and their win probabilities") {
    auto state = std::make_unique<TrainState>();
    train_init(state.get(), SEED);
    auto before = std::make_unique<Network>(), after = std::make_unique<Network>();
    train_quantise(state->weights, before.get());
    before->scale = 10 * NETWORK_SCALE; // random weights say little
    before->even = 90, before->spread = 70;
    const std::vector<Sample> samples = material_samples(20, SEED);
    CHECK(state->continues == 0);
    train_init_from(state.get(), *before);
    CHECK(state->continues == 1);
    for (auto& bucket : state->weights.output)
        for (auto& side : bucket)
            for (float& weight : side) weight /= 2;
    train_quantise(state->weights, after.get());
    train_keep_scale(*before, samples, after.get());
    CHECK(std::abs(after->scale - 2 * NETWORK_SCALE) <= 2);
    CHECK(after->even == 90);
    CHECK(after->spread == 70);
    CHECK(network_check(after.get(), sizeof *after) == nullptr);

    train_init(state.get(), SEED);
    for (auto& bucket : state->weights.output)
        for (auto& side : bucket)
            for (float& weight : side) weight = 0;
    train_quantise(state->weights, after.get());
    train_keep_scale(*before, samples, after.get()); // this network scores every position 0
    CHECK(after->scale == NETWORK_SCALE);
}

TEST_CASE("train_normalise: fits the scores to the results") {
    // A queen gives an output of 1.0, all other pieces 0.
    auto state = std::make_unique<TrainState>();
    for (const Colour side : {WHITE, BLACK})
        for (int square = 0; square < 64; ++square)
            for (int king = 0; king < 64; ++king) {
                const int input = network_input(network_view(WHITE, square_from64(king)),
                                                piece_make(side, QUEEN), square_from64(square));
                state->weights.hidden[input][side] = 1;
            }
    for (auto& bucket : state->weights.output) {
        bucket[0][0] = 1;
        bucket[0][1] = -1;
    }
    const Sample even =
        sample_pack(position_make("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), SCORE_DRAW, SAMPLE_DRAW);
    Sample ahead =
        sample_pack(position_make("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"), SCORE_DRAW, SAMPLE_WHITE_WINS);
    std::vector<Sample> samples(20, even);
    for (int i = 0; i < 20; ++i)
        samples[size_t(i)].result = i < 5    ? SAMPLE_BLACK_WINS
                                    : i < 15 ? SAMPLE_DRAW
                                             : SAMPLE_WHITE_WINS;
    for (int i = 0; i < 28; ++i) {
        ahead.result = i < 1 ? SAMPLE_BLACK_WINS : i < 7 ? SAMPLE_DRAW : SAMPLE_WHITE_WINS;
        samples.push_back(ahead);
    }
    auto network = std::make_unique<Network>();
    train_quantise(state->weights, network.get());
    train_normalise(state->weights, samples, network.get());
    // A side wins a quarter of the games from even positions, three quarters when a queen ahead,
    // and one in 28 when a queen behind. So half a queen is 100 centipawns.
    CHECK(std::abs(network->scale - 200) <= 1);
    CHECK(std::abs(network_win_chance(network.get(), 0) - 0.25) < 0.01);
    CHECK(std::abs(network_win_chance(network.get(), 100) - 0.5) < 0.01);
    CHECK(std::abs(network_win_chance(network.get(), 200) - 0.75) < 0.01);
    CHECK(network_check(network.get(), sizeof *network) == nullptr);

    // One game in 50 is won with a queen more and one in 100 from even positions: the score with a
    // win probability of 1/2 is far outside the range.
    samples.assign(200, even);
    ahead.result = SAMPLE_DRAW;
    samples.resize(298, ahead);
    samples[0].result = samples[1].result = SAMPLE_WHITE_WINS;
    ahead.result = SAMPLE_WHITE_WINS;
    samples.resize(300, ahead);
    train_quantise(state->weights, network.get());
    train_normalise(state->weights, samples, network.get());
    CHECK(network->scale == NETWORK_SCALE);
}

TEST_CASE("train_normalise: changes nothing if the data has no draws") {
    const auto state = std::make_unique<TrainState>();
    train_init(state.get(), SEED);
    const auto network = std::make_unique<Network>();
    const char* const fens[] = {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
                                "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "3rk3/8/8/8/8/8/8/4K3 w - - 0 1",
                                "4k3/8/8/8/8/8/8/4K3 b - - 0 1"};
    uint64_t random = SEED;
    for (int set = 0; set < 40; ++set) {
        std::vector<Sample> samples;
        for (int i = 0; i < 50; ++i) {
            const bool won = hash_next_random(&random) >> 63;
            samples.push_back(sample_pack(position_make(fens[i % 5]), SCORE_DRAW,
                                          won ? SAMPLE_WHITE_WINS : SAMPLE_BLACK_WINS));
        }
        train_quantise(state->weights, network.get());
        train_normalise(state->weights, samples, network.get());
        CHECK(network->scale == NETWORK_SCALE);
        CHECK(network->spread == 100);
    }
}

TEST_CASE("train: deterministic, also when continued from a state file") {
    TrainData data = {};
    data.samples = material_samples(60, SEED);
    const auto whole = trained(data, 4, 2);
    CHECK(std::memcmp(whole.get(), trained(data, 4, 2).get(), sizeof *whole) == 0);

    const TestFile file;
    TrainSettings settings;
    settings.epochs = 4;
    settings.threads = 2;
    settings.result_weight = 0;
    auto state = std::make_unique<TrainState>();
    train_init(state.get(), 1);
    CHECK_FALSE(
        train_run(state.get(), data, settings, nullptr, [](void*, const TrainProgress& progress) {
            return progress.epoch < 2 || progress.validation_loss < 0;
        }));
    CHECK(state->epochs == 2);
    file.write({reinterpret_cast<const char*>(state.get()), sizeof *state});
    auto again = std::make_unique<TrainState>();
    REQUIRE(train_resume(again.get(), file.path.string().c_str()));
    REQUIRE(train_run(again.get(), data, settings, nullptr, go_on));
    CHECK(std::memcmp(whole.get(), again.get(), sizeof *whole) == 0);
    std::filesystem::resize_file(file.path, 100);
    CHECK_FALSE(train_resume(again.get(), file.path.string().c_str()));
}

TEST_CASE("selfplay: any number of threads gives the same games, and no position is in check") {
    const TestFile file;
    REQUIRE(selfplay_run(quick_games(file.path.string().c_str(), 3, 2), nullptr, nullptr) ==
            nullptr);
    const std::vector<Sample> samples = read_samples(file.path.string());
    Sample alone[400];
    for (uint32_t number = 0; number < 3; ++number) {
        const int count = selfplay_game(quick_games("", 3, 1), number, alone, 400);
        const std::vector<Sample> game = find_game(samples, number);
        REQUIRE(int(game.size()) == count);
        CHECK(count > 10);
        CHECK(std::equal(game.begin(), game.end(), alone, are_equal));
        for (const Sample& sample : game) CHECK_FALSE(attack_in_check(sample_board(sample)));
        for (const Sample& sample : game) CHECK(sample.result == game.front().result);
    }
}

TEST_CASE("selfplay: random moves are the same every time, and the position before one is marked") {
    SelfplaySettings settings = quick_games("", 1, 1);
    Sample best[400], strayed[400], again[400];
    const int best_count = selfplay_game(settings, 0, best, 400);
    settings.random_each = 4;
    const int count = selfplay_game(settings, 0, strayed, 400);
    REQUIRE(selfplay_game(settings, 0, again, 400) == count);
    CHECK(std::equal(strayed, strayed + count, again, are_equal));
    CHECK_FALSE(std::equal(best, best + best_count, strayed, strayed + count, are_equal));
    CHECK(std::none_of(best, best + best_count,
                       [](const Sample& sample) { return sample.next_unrelated; }));
    // Both games are equal up to the first random move.
    const auto parts = std::find_if(
        strayed, strayed + count, [](const Sample& sample) { return sample.next_unrelated == 1; });
    REQUIRE(parts < strayed + count - 1);
    const auto key = [](const Sample& sample) { return sample_board(sample).key; };
    for (long i = 0; i <= parts - strayed; ++i) CHECK(key(best[i]) == key(strayed[i]));
    CHECK(key(best[parts - strayed + 1]) != key(parts[1]));
}

TEST_CASE("selfplay: completes the games of a file that was cut off") {
    const TestFile file;
    REQUIRE(selfplay_run(quick_games(file.path.string().c_str(), 3, 1), nullptr, nullptr) ==
            nullptr);
    const std::vector<Sample> whole = read_samples(file.path.string());
    std::filesystem::resize_file(file.path, std::filesystem::file_size(file.path) - 70);
    REQUIRE(selfplay_run(quick_games(file.path.string().c_str(), 3, 1), nullptr, nullptr) ==
            nullptr);
    const std::vector<Sample> again = read_samples(file.path.string());
    CHECK(std::equal(whole.begin(), whole.end(), again.begin(), again.end(), are_equal));

    const auto size = std::filesystem::file_size(file.path);
    std::filesystem::resize_file(file.path, size + 5); // less than a record
    CHECK(selfplay_run(quick_games(file.path.string().c_str(), 3, 1), nullptr, nullptr) == nullptr);
    CHECK(std::filesystem::file_size(file.path) == size);
    CHECK(selfplay_run(quick_games(file.path.string().c_str(), 2, 1), nullptr, nullptr) != nullptr);
    CHECK(selfplay_run(quick_games("/", 2, 1), nullptr, nullptr) != nullptr);
}

TEST_CASE("train_load: games are split into training and validation") {
    const TestFile file;
    REQUIRE(selfplay_run(quick_games(file.path.string().c_str(), 2, 1), nullptr, nullptr) ==
            nullptr);
    TrainData data = {};
    REQUIRE(train_load(&data, file.path.string().c_str(), 0) == nullptr);
    Sample alone[400];
    CHECK(int(data.validation.size()) == selfplay_game(quick_games("", 2, 1), 0, alone, 400));
    CHECK(int(data.samples.size()) == selfplay_game(quick_games("", 2, 1), 1, alone, 400));
    CHECK(data.broken == 0);
    CHECK(train_load(&data, "/nowhere", 0) != nullptr);
    CHECK(train_load(&data, std::filesystem::current_path().string().c_str(), 0) != nullptr);
}

TEST_CASE("train_load: each score is blended with the later scores of its game") {
    const Board board = position_make("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    const auto said = [&board](int score) { return sample_pack(board, Score(score), SAMPLE_DRAW); };
    Sample parted = said(0);
    parted.next_unrelated = 1;
    const TestFile file;
    const std::vector<Sample> written = {
        sample_begin(1, 3), said(0), said(100), said(200), sample_begin(2, 2), parted, said(100),
        sample_begin(3, 2), said(0), said(301)};
    file.write({reinterpret_cast<const char*>(written.data()), written.size() * sizeof(Sample)});
    const auto scores = [&file](double later) {
        TrainData data = {};
        REQUIRE(train_load(&data, file.path.string().c_str(), later) == nullptr);
        std::vector<int> list;
        for (const Sample& sample : data.samples) list.push_back(sample.score);
        return list;
    };
    CHECK(scores(0) == std::vector<int>{0, 100, 200, 0, 100, 0, 301});
    // The score 0 is blended with the blend of 100 and 200.
    CHECK(scores(0.5) == std::vector<int>{74, 149, 200, 0, 100, 0, 301});
    CHECK(scores(1) == std::vector<int>{200, 200, 200, 0, 100, 0, 301});
}

TEST_CASE("imitate: writes positions with their static score") {
    const TestFile file;
    const std::vector<Sample> samples = material_samples(4, SEED);
    REQUIRE(imitate_run({file.path.string().c_str(), 3, 1, nullptr}, samples, nullptr, nullptr) ==
            nullptr);
    const std::vector<Sample> written = read_samples(file.path.string());
    CHECK(written.size() > samples.size() * 2);
    REQUIRE(sample_begins_game(written.front()));
    size_t head = 0;
    uint32_t games = 0;
    for (size_t i = 0; i < written.size(); ++i) {
        if (i == head) {
            CHECK(written[i].game == games++);
            head += written[i].count + size_t(1);
            continue;
        }
        const Board board = sample_board(written[i]);
        CHECK_FALSE(attack_in_check(board));
        const int score = eval(nullptr, board);
        CHECK(written[i].score == (board.turn == WHITE ? score : -score));
        CHECK(written[i].next_unrelated == 1);
    }
    CHECK(games > 2); // so that a part of them is used for validation
    CHECK(imitate_run({"/", 3, 1, nullptr}, samples, nullptr, nullptr) != nullptr);
    const TestFile other;
    for (const auto& [path, seed] : {std::pair{&file.path, 2}, std::pair{&other.path, 3}})
        REQUIRE(imitate_run({path->string().c_str(), 3, uint64_t(seed), nullptr}, samples, nullptr,
                            nullptr) == nullptr);
    CHECK(file.read() != other.read());
}
