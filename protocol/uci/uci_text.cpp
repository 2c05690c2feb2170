#include "protocol/uci/uci_text.h"

#include <algorithm>
#include <cmath>

namespace {

std::string field(const char* name, int64_t value) {
    return std::string(" ") + name + ' ' + std::to_string(value);
}

std::string wdl(const Outlook& outlook) {
    const auto win = std::lround(1000 * outlook.win), loss = std::lround(1000 * outlook.loss);
    return " wdl " + std::to_string(win) + ' ' + std::to_string(1000 - win - loss) + ' ' +
           std::to_string(loss);
}

} // namespace

std::string uci_text_option(const std::string& name, const OptionValue& value) {
    constexpr const char* KINDS[OPTION_BUTTON + 1] = {
        "check default ", "spin default ", "combo default ", "string default ", "button"};
    std::string text = value.text;
    if (value.kind == OPTION_CHECK) text = value.text == "1" ? "true" : "false";
    if (value.kind == OPTION_FILE && value.text.empty()) text = "<empty>";
    if (value.kind == OPTION_SPIN) text += field("min", value.least) + field("max", value.most);
    for (const std::string& choice : value.choices) text += " var " + choice;
    return "option name " + name + " type " + KINDS[value.kind] + text;
}

std::string uci_text_info(const SearchLine& line, int64_t elapsed_ms, CastleStyle castle,
                          bool numbered, const Outlook* outlook) {
    std::string text = "info" + field("depth", line.depth);
    if (numbered) text += field("multipv", line.number + 1);
    text += score_is_mate(line.score) ? field("score mate", score_mate_moves(line.score))
                                      : field("score cp", line.score);
    if (line.bound == BOUND_LOWER) text += " lowerbound";
    if (line.bound == BOUND_UPPER) text += " upperbound";
    if (outlook) text += wdl(*outlook);
    const auto nodes = int64_t(line.nodes);
    text += field("nodes", nodes) + field("nps", nodes * 1000 / std::max<int64_t>(1, elapsed_ms)) +
            field("time", elapsed_ms);
    if (line.pv.length > 0) text += " pv";
    for (int i = 0; i < line.pv.length; ++i)
        text += ' ' + notation_coordinate(line.pv.move[i], castle);
    return text;
}

std::string uci_text_move(Move best, Move ponder, CastleStyle castle) {
    std::string text = "bestmove " + notation_coordinate(best, castle);
    if (ponder != MOVE_NONE) text += " ponder " + notation_coordinate(ponder, castle);
    return text;
}
