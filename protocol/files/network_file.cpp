#include "protocol/files/network_file.h"

#include <cstring>
#include <vector>

#include "protocol/io/file.h"

const char* network_file_read(const char* path, Network* network) {
    std::ifstream input;
    if (const char* why = file_open(path, &input)) return why;
    std::vector<char> bytes(sizeof *network + 1); // one more, to detect a file that is too long
    input.read(bytes.data(), std::streamsize(bytes.size()));
    if (input.bad()) return "cannot be read";
    bytes.resize(size_t(input.gcount()));
    if (const char* error = network_check(bytes.data(), bytes.size())) return error;
    std::memcpy(static_cast<void*>(network), bytes.data(), sizeof *network);
    return nullptr;
}
