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
    const std::string line = "option name " + name + " type ";
    std::string choices;
    for (const std::string& choice : value.choices) choices += " var " + choice;
    switch (value.kind) {
    case OPTION_CHECK:
        return line + "check default " + (value.text == "1" ? "true" : "false");
    case OPTION_SPIN:
        return line + "spin default " + value.text + field("min", value.least) +
               field("max", value.most);
    case OPTION_COMBO:
        return line + "combo default " + value.text + choices;
    case OPTION_FILE:
        return line + "string default " + (value.text.empty() ? "<empty>" : value.text);
    case OPTION_BUTTON:
        break;
    }
    return line + "button";
}

std::string uci_text_info(const SearchLine& line, const UciInfo& info) {
    std::string text = "info" + field("depth", line.depth);
    if (info.numbered) text += field("multipv", line.number + 1);
    text += score_is_mate(line.score) ? field("score mate", score_mate_moves(line.score))
                                      : field("score cp", line.score);
    if (line.bound == BOUND_LOWER) text += " lowerbound";
    if (line.bound == BOUND_UPPER) text += " upperbound";
    if (info.wdl) text += wdl(info.outlook);
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
