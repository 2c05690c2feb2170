#include "protocol/network_file.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

const char* network_file_read(const char* path, Network* network) {
    std::error_code none; // nothing that makes us wait
    std::FILE* file =
        std::filesystem::is_regular_file(path, none) ? std::fopen(path, "rb") : nullptr;
    if (!file) return "cannot be read";
    std::vector<char> bytes(sizeof *network + 1); // one more shows that the file is too long
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
    std::fclose(file);
    if (const char* error = network_check(bytes.data(), bytes.size())) return error;
    std::memcpy(static_cast<void*>(network), bytes.data(), sizeof *network);
    return nullptr;
}
