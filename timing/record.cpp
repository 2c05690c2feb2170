#include "timing/record.h"

namespace {

std::string format_field(const char* name, int64_t value) {
    return std::string(" ") + name + "=" + std::to_string(value);
}

std::string format_drop(const Overrun& overrun) {
    if (!overrun.latched) return "-";
    const std::string drop = overrun.fallen ? std::to_string(overrun.drop_cp) : "low";
    return drop + "@d" + std::to_string(overrun.drop_depth);
}

std::string format_resolved(const Overrun& overrun) {
    if (overrun.resolved_depth == 0) return "-";
    return "d" + std::to_string(overrun.resolved_depth) + "/" +
           std::to_string(overrun.resolved_move);
}

} // namespace

std::string record_line(const MoveRecord& record) {
    std::string line = std::string("tm ") + record.controller;
    line += format_field("T", record.facts.own_ms);
    line += format_field("I", record.facts.increment_ms);
    line += format_field("M", record.facts.moves_to_go);
    line += format_field("N", record.budget.normal_move_time_ms);
    line += format_field("E", record.budget.extend_max_move_time_ms);
    line += format_field("used", record.used_ms);
    line += std::string(" stop=") + stop_reason_name(record.stop);
    line += " drop=" + format_drop(record.overrun);
    line += " resolved=" + format_resolved(record.overrun);
    line += format_field("G", record.facts.lag_ms);
    line += format_field("lag", record.lag_ms);
    const int64_t opponent_ms = record.facts.opponent_ms;
    line += opponent_ms == CLOCK_UNKNOWN ? " O=-" : format_field("O", opponent_ms);
    return line;
}
