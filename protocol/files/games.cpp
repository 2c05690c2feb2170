#include "protocol/files/games.h"

#include <cctype>
#include <utility>

#include "engine/board/notation.h"
#include "protocol/files/pgn.h"
#include "protocol/io/text.h"

namespace {

// Limits for one game, so that a bad file does not use up the memory.
constexpr size_t TAGS_MAX = 1000;
constexpr size_t COMMENTS_MAX = 65536; // bytes after one move
constexpr size_t PLIES_MAX = 10000;    // longer than any real game

struct Reader {
    const GameListener* listener;
    GameText text;
    GameText ended;           // the game before: comments may follow its result
    bool between = false;     // `ended` is not reported yet
    bool ended_whole = false; // `ended` is not broken
    bool begun = false;       // the game has a move
    bool broken = false;      // the rest of the game is skipped
};

void begin_game(Reader* reader, const GameListener* listener) {
    *reader = {};
    reader->listener = listener;
    game_reset(&reader->text.game);
    reader->text.comments.emplace_back();
}

void report_ended(Reader* reader) {
    if (!std::exchange(reader->between, false) || !reader->ended_whole) return;
    reader->listener->game(reader->listener->context, reader->ended);
}

void hear_tag(void* context, const std::string& name, const std::string& value) {
    report_ended(static_cast<Reader*>(context));
    GameText* text = &static_cast<Reader*>(context)->text;
    if (text->tags.size() < TAGS_MAX) text->tags.emplace_back(name, value);
}

void break_game(Reader* reader, int line, const std::string& why) {
    reader->broken = true;
    reader->listener->broken(reader->listener->context, line, why);
}

// Keeps letters and digits only, as spellings of variants vary: "From Position", "fromposition".
std::string bare_name(const std::string& text) {
    std::string bare;
    for (const char c : text_lower(text))
        if (std::isalnum(static_cast<unsigned char>(c))) bare += c;
    return bare;
}

// Returns false for unknown variants: their games may consist of legal chess moves, but are won by
// other rules.
bool find_rules(const std::string& variant, FenRules* rules) {
    const std::string name = bare_name(variant);
    *rules = name == "nocastle" ? FEN_NOCASTLE : name == "wildcastle" ? FEN_WILD : FEN_CHESS960;
    if (*rules != FEN_CHESS960) return true;
    // The Chess960 rules accept all castling rights of standard chess.
    for (const char* known : {"", "standard", "normal", "chess", "fromposition", "chess960",
                              "fischerandom", "fischerrandom"})
        if (name == known) return true;
    return false;
}

void set_up(Reader* reader, int line) {
    const std::string variant = games_tag(reader->text, "Variant");
    FenRules rules;
    if (!find_rules(variant, &rules))
        return break_game(reader, line, "another variant: " + text_plain(variant));
    const std::string fen = games_tag(reader->text, "FEN");
    const char* error =
        game_set_up(&reader->text.game, fen.empty() ? FEN_START : fen.c_str(), rules);
    if (error) break_game(reader, line, std::string("illegal position: ") + error);
}

void hear_move(void* context, const std::string& text, int line) {
    Reader* reader = static_cast<Reader*>(context);
    report_ended(reader);
    if (!reader->begun) set_up(reader, line);
    reader->begun = true;
    if (reader->broken) return;
    Game* game = &reader->text.game;
    const Move move = notation_parse(game->board, text.c_str());
    if (move == MOVE_NONE) return break_game(reader, line, "illegal move: " + text_plain(text));
    if (game->moves.size() >= PLIES_MAX) return break_game(reader, line, "too long");
    game_make(game, move);
    reader->text.comments.emplace_back();
}

void hear_comment(void* context, const std::string& text, bool in_variation) {
    if (in_variation) return;
    Reader* reader = static_cast<Reader*>(context);
    std::string& comment = (reader->between ? reader->ended : reader->text).comments.back();
    if (comment.size() < COMMENTS_MAX) comment += (comment.empty() ? "" : " ") + text;
}

std::string as_result(const std::string& text) {
    return text == "1-0" || text == "0-1" || text == "1/2-1/2" ? text : "*";
}

// The end of a game, which may have a result but no moves.
void hear_end(void* context, const std::string& result, int line) {
    Reader* reader = static_cast<Reader*>(context);
    report_ended(reader);
    if (!reader->begun && !result.empty() && !reader->text.tags.empty()) {
        set_up(reader, line);
        reader->begun = true;
    }
    reader->text.result = as_result(result.empty() ? games_tag(reader->text, "Result") : result);
    const bool whole = !reader->broken && reader->begun;
    GameText ended = std::move(reader->text);
    begin_game(reader, reader->listener);
    reader->ended = std::move(ended);
    reader->between = true;
    reader->ended_whole = whole;
}

void hear_skip(void* context, int line) {
    Reader* reader = static_cast<Reader*>(context);
    report_ended(reader);
    if (reader->broken) return;
    // A skip after the first move is a comment without end, which may have swallowed moves.
    if (reader->begun) return break_game(reader, line, "comment without end");
    reader->listener->broken(reader->listener->context, line, "malformed");
}

} // namespace

void games_read(std::istream& input, const GameListener& listener) {
    Reader reader;
    begin_game(&reader, &listener);
    pgn_read(input, {&reader, hear_tag, hear_move, hear_comment, hear_end, hear_skip});
    report_ended(&reader);
}

std::string games_tag(const GameText& text, const std::string& name) {
    for (const auto& tag : text.tags)
        if (tag.first == name) return tag.second;
    return "";
}
