#include "protocol/words.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "protocol/parse.h"

namespace {

constexpr int USAGE_ERROR = 2;

const WordFlag* find(const std::vector<WordFlag>& known, const std::string& name) {
    for (const WordFlag& flag : known)
        if (name == flag.name) return &flag;
    return nullptr;
}

bool set(const WordFlag& flag, const std::string& text) {
    if (!flag.value) {
        *flag.text = text;
        return !text.empty();
    }
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value >= flag.least && value <= flag.most)) return false;
    if (flag.whole && value != std::floor(value)) return false;
    *flag.value = value;
    return true;
}

} // namespace

int words_fail(const char* what, const char* word) {
    std::fprintf(stderr, "overtime: %s: %s (try --help)\n", what, word);
    return USAGE_ERROR;
}

int words_fail(const char* word) {
    return words_fail("not understood", word);
}

const char* words_read(int count, char** words, const std::vector<WordFlag>& known,
                       std::vector<const char*>* files) {
    std::string value;
    for (int i = 0; i < count; ++i) {
        if (words[i][0] != '-' || words[i][1] == '\0') {
            files->push_back(words[i]);
            continue;
        }
        const WordFlag* flag = find(known, parse_flag_name(words[i]));
        if (!flag || !parse_flag_value(count, words, &i, &value) || !set(*flag, value))
            return words[i];
    }
    return nullptr;
}

const char* words_read_one(int count, char** words, const std::vector<WordFlag>& known,
                           std::string* file) {
    std::vector<const char*> files;
    const char* wrong = words_read(count, words, known, &files);
    if (wrong) return wrong;
    if (files.size() != 1) return files.empty() ? "no file" : files[1];
    *file = files[0];
    return nullptr;
}
