#include "protocol/uci/text.h"

#include <algorithm>
#include <cmath>

#include "protocol/parse.h"

namespace {

std::string field(const char* name, int64_t value) {
    return std::string(" ") + name + ' ' + std::to_string(value);
}

std::string option_check(const char* rest) {
    return std::string(" type check default ") + (parse_word(&rest) == "1" ? "true" : "false");
}

std::string option_spin(const char* rest) {
    const std::string value = parse_word(&rest), least = parse_word(&rest);
    return " type spin default " + value + " min " + least + " max " + parse_word(&rest);
}

// "a /// *b": the star marks the present value.
std::string option_combo(const char* rest) {
    std::string present, choices;
    for (std::string word; !(word = parse_word(&rest)).empty();) {
        if (word == "///") continue;
        if (word[0] == '*') present = word.erase(0, 1);
        choices += " var " + word;
    }
    return " type combo default " + present + choices;
}

std::string option_file(const char* rest) {
    while (*rest == ' ') ++rest;
    return std::string(" type string default ") + (*rest ? rest : "<empty>");
}

std::string option_button(const char*) {
    return " type button";
}

int win_per_mille(const Network* network, int score) {
    return int(std::lround(1000 * network_win_chance(network, score)));
}

std::string chances(const Network* network, Score score) {
    const bool mate = score_is_mate(score);
    const int win = mate ? (score > 0 ? 1000 : 0) : win_per_mille(network, score);
    const int loss = mate ? 1000 - win : win_per_mille(network, -score);
    return " wdl " + std::to_string(win) + ' ' + std::to_string(1000 - win - loss) + ' ' +
           std::to_string(loss);
}

} // namespace

std::string uci_text_option(const std::string& text) {
    const struct {
        const char* type;
        std::string (*tell)(const char* rest);
    } types[] = {
        {"-spin", option_spin}, {"-check", option_check},   {"-combo", option_combo},
        {"-file", option_file}, {"-button", option_button},
    };
    const char* rest = text.c_str();
    const std::string line = "option name " + parse_word(&rest), type = parse_word(&rest);
    for (const auto& known : types)
        if (type == known.type) return line + known.tell(rest);
    return line + option_file(rest);
}

std::string uci_text_info(const SearchLine& line, const UciInfo& info) {
    std::string text = "info" + field("depth", line.depth);
    if (info.numbered) text += field("multipv", line.number + 1);
    text += score_is_mate(line.score) ? field("score mate", score_mate_moves(line.score))
                                      : field("score cp", line.score);
    if (line.bound == BOUND_LOWER) text += " lowerbound";
    if (line.bound == BOUND_UPPER) text += " upperbound";
    if (info.wdl) text += chances(info.network, line.score);
    const auto nodes = int64_t(line.nodes);
    text += field("nodes", nodes) +
            field("nps", nodes * 1000 / std::max<int64_t>(1, info.elapsed_ms)) +
            field("time", info.elapsed_ms);
    if (line.pv.length > 0) text += " pv";
    for (int i = 0; i < line.pv.length; ++i)
        text += ' ' + notation_coordinate(line.pv.move[i], info.castle);
    return text;
}

std::string uci_text_end(bool mated) {
    return mated ? "info depth 0 score mate 0" : "info depth 0 score cp 0";
}

std::string uci_text_move(Move best, Move ponder, CastleStyle castle) {
    std::string text = "bestmove " + notation_coordinate(best, castle);
    if (ponder != MOVE_NONE) text += " ponder " + notation_coordinate(ponder, castle);
    return text;
}
