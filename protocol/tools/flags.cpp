#include "protocol/tools/flags.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int USAGE_ERROR = 2;

const Flag* find(const std::vector<Flag>& known, const std::string& name) {
    for (const Flag& flag : known)
        if (name == flag.name) return &flag;
    return nullptr;
}

bool set_number(const Flag& flag, const char* text) {
    char* end = nullptr;
    const double number = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= flag.least && number <= flag.most)) return false;
    if (flag.whole && number != std::floor(number)) return false;
    *flag.number = number;
    return true;
}

// Reads the flag at words[*index]; *index moves to the flag's value if that is the next word.
bool read_flag(int count, char** words, const std::vector<Flag>& known, int* index) {
    const char* word = words[*index];
    const char* equals = std::strchr(word, '=');
    const Flag* flag = find(known, equals ? std::string(word, equals) : word);
    if (!flag) return false;
    if (flag->given) {
        *flag->given = true;
        return !equals;
    }
    if (!equals && *index + 1 == count) return false;
    const char* value = equals ? equals + 1 : words[++*index];
    if (flag->number) return set_number(*flag, value);
    *flag->text = value;
    return *value != '\0';
}

} // namespace

int flags_fail(const char* what, const char* word) {
    std::fprintf(stderr, "overtime: %s: %s (try --help)\n", what, word);
    return USAGE_ERROR;
}

int flags_miss(const char* what) {
    return flags_fail("missing", what);
}

Flag flags_text(const char* name, std::string* text) {
    return {name, 0, 0, false, nullptr, text};
}

Flag flags_given(const char* name, bool* given) {
    return {name, 0, 0, false, nullptr, nullptr, given};
}

int flags_read(int count, char** words, const std::vector<Flag>& known,
               std::vector<const char*>* files) {
    for (int i = 0; i < count; ++i) {
        const char* word = words[i];
        if (word[0] != '-' || word[1] == '\0') {
            files->push_back(word);
        } else if (!read_flag(count, words, known, &i)) {
            const std::string value = words[i] == word ? "" : std::string(" ") + words[i];
            return flags_fail("not understood", (word + value).c_str());
        }
    }
    return 0;
}

int flags_read_one(int count, char** words, const std::vector<Flag>& known, std::string* file) {
    std::vector<const char*> files;
    if (const int status = flags_read(count, words, known, &files)) return status;
    if (files.empty()) return flags_miss("a file");
    if (files.size() > 1) return flags_fail("too many words", files[1]);
    *file = files[0];
    return 0;
}
