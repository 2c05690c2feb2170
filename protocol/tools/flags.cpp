#include "protocol/tools/flags.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int USAGE_ERROR = 2;

const WordFlag* find(const std::vector<WordFlag>& known, const std::string& name) {
    for (const WordFlag& flag : known)
        if (name == flag.name) return &flag;
    return nullptr;
}

bool set_number(const WordFlag& flag, const char* text) {
    char* end = nullptr;
    const double number = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= flag.least && number <= flag.most)) return false;
    if (flag.whole && number != std::floor(number)) return false;
    *flag.number = number;
    return true;
}

bool set_text(const WordFlag& flag, const char* text) {
    *flag.text = text;
    return *text != '\0';
}

// The flag at words[*index], which moves on to its value if that is the next word.
bool read_flag(int count, char** words, const std::vector<WordFlag>& known, int* index) {
    const char* word = words[*index];
    const char* equals = std::strchr(word, '=');
    const WordFlag* flag = find(known, equals ? std::string(word, equals) : word);
    if (!flag) return false;
    if (flag->given) {
        *flag->given = true;
        return !equals;
    }
    if (!equals && *index + 1 == count) return false;
    const char* value = equals ? equals + 1 : words[++*index];
    return flag->number ? set_number(*flag, value) : set_text(*flag, value);
}

} // namespace

int words_fail(const char* what, const char* word) {
    std::fprintf(stderr, "overtime: %s: %s (try --help)\n", what, word);
    return USAGE_ERROR;
}

int words_miss(const char* what) {
    return words_fail("missing", what);
}

WordFlag words_text(const char* name, std::string* text) {
    return {name, 0, 0, false, nullptr, text};
}

WordFlag words_given(const char* name, bool* given) {
    return {name, 0, 0, false, nullptr, nullptr, given};
}

int words_read(int count, char** words, const std::vector<WordFlag>& known,
               std::vector<const char*>* files) {
    for (int i = 0; i < count; ++i) {
        const char* word = words[i];
        if (word[0] != '-' || word[1] == '\0') {
            files->push_back(word);
        } else if (!read_flag(count, words, known, &i)) {
            const std::string value = words[i] == word ? "" : std::string(" ") + words[i];
            return words_fail("not understood", (word + value).c_str());
        }
    }
    return 0;
}

int words_read_one(int count, char** words, const std::vector<WordFlag>& known, std::string* file) {
    std::vector<const char*> files;
    if (const int status = words_read(count, words, known, &files)) return status;
    if (files.empty()) return words_miss("a file");
    if (files.size() > 1) return words_fail("too many words", files[1]);
    *file = files[0];
    return 0;
}
