#include "protocol/uci/uci_go.h"

#include "engine/board/notation.h"
#include "protocol/io/text.h"

namespace {

int64_t* find_number(UciGo* go, const std::string& name) {
    const struct {
        const char* name;
        int64_t* value;
    } numbers[] = {
        {"wtime", &go->own_ms[WHITE]},
        {"btime", &go->own_ms[BLACK]},
        {"winc", &go->increment_ms[WHITE]},
        {"binc", &go->increment_ms[BLACK]},
        {"movestogo", &go->moves_to_go},
        {"movetime", &go->move_time_ms},
        {"depth", &go->depth},
        {"nodes", &go->nodes},
        {"mate", &go->mate},
    };
    for (const auto& number : numbers)
        if (name == number.name) return number.value;
    return nullptr;
}

void note_wrong(UciGo* go, const std::string& word) {
    go->wrong += (go->wrong.empty() ? "" : " ") + word;
}

// Cuts "12.5" to "12": some hosts send times with fractions of a millisecond.
std::string drop_fraction(const std::string& word) {
    const size_t point = word.find('.');
    int64_t fraction = 0;
    const bool has_fraction =
        point != std::string::npos && text_parse_integer(word.substr(point + 1), &fraction);
    return has_fraction && fraction >= 0 ? word.substr(0, point) : word;
}

void read_number(UciGo* go, const std::string& name, int64_t* value, const char** rest) {
    const std::string word = text_next_word(rest);
    if (!text_parse_integer(drop_fraction(word), value)) note_wrong(go, name + ' ' + word);
}

} // namespace

UciGo uci_go_parse(const Board& board, const char* text) {
    constexpr int64_t NO = UCI_UNTOLD;
    UciGo go = {{NO, NO}, {NO, NO}, NO, NO, NO, NO, NO, false, false, {}, ""};
    bool moves = false; // the words after `searchmoves` are moves
    for (std::string word; !(word = text_next_word(&text)).empty();) {
        int64_t* value = find_number(&go, word);
        const Move move = moves && !value ? notation_parse(board, word.c_str()) : MOVE_NONE;
        if (move != MOVE_NONE) {
            if (go.only.count < MOVES_MAX) move_list_add(&go.only, move);
            continue;
        }
        if (word == "searchmoves")
            moves = true;
        else if (value)
            read_number(&go, word, value, &text);
        else if (word == "infinite")
            go.infinite = true;
        else if (word == "ponder")
            go.ponder = true;
        else
            note_wrong(&go, word);
    }
    return go;
}

bool uci_go_is_timed(const UciGo& go, Colour turn) {
    if (go.infinite) return false;
    if (go.own_ms[turn] != UCI_UNTOLD || go.move_time_ms != UCI_UNTOLD) return true;
    // With only the other side's clock or unknown words, the search must not become endless.
    const bool bounded = go.depth != UCI_UNTOLD || go.nodes != UCI_UNTOLD || go.mate != UCI_UNTOLD;
    const bool clock = go.own_ms[colour_opposite(turn)] != UCI_UNTOLD;
    return !bounded && (clock || !go.wrong.empty());
}
