#include "timing/recorder.h"

static std::string recorder_field(const char* name, int64_t value) {
    return std::string(" ") + name + "=" + std::to_string(value);
}

static std::string recorder_drop(const Overrun& overrun) {
    if (!overrun.latched) return "-";
    return std::to_string(overrun.drop_cp) + "@d" + std::to_string(overrun.drop_depth);
}

static std::string recorder_resolved(const Overrun& overrun) {
    if (overrun.resolved_depth == 0) return "-";
    return "d" + std::to_string(overrun.resolved_depth) + "/" +
           std::to_string(overrun.resolved_move);
}

void recorder_clear(Recorder* recorder) {
    recorder->moves.clear();
}

void recorder_add(Recorder* recorder, const MoveRecord& record) {
    recorder->moves.push_back(record);
}

std::string recorder_line(const MoveRecord& record) {
    std::string line = std::string("tm ") + record.controller;
    line += recorder_field("T", record.facts.own_ms);
    line += recorder_field("I", record.facts.increment_ms);
    line += recorder_field("M", record.facts.moves_to_go);
    line += recorder_field("N", record.budget.normal_move_time_ms);
    line += recorder_field("E", record.budget.extend_max_move_time_ms);
    line += recorder_field("used", record.used_ms);
    line += std::string(" stop=") + stop_reason_name(record.stop);
    line += " drop=" + recorder_drop(record.overrun);
    line += " resolved=" + recorder_resolved(record.overrun);
    line += recorder_field("G", record.facts.lag_ms);
    line += recorder_field("lag", 0); // no lag is measured: the field keeps its place
    return line;
}
