// Files that generators read and write. What can't be read or written is a DataError.
#pragma once

#include <filesystem>
#include <string>

namespace moot::generate {

std::string content(const std::filesystem::path& file);
void overwrite(const std::filesystem::path& file, const std::string& text);

} // namespace moot::generate
