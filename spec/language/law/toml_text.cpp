#include "spec/language/law/toml_text.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace moot {

namespace fs = std::filesystem;

std::string one_line(std::string_view description) {
  constexpr std::size_t most = 200;
  std::string line(description.substr(0, most));
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, '?');
  return line.size() < description.size() ? line + "..." : line;
}

TomlContent slurp_toml(const fs::path& path, std::string_view what) {
  std::error_code error;
  if (fs::is_directory(path, error))
    return {"", fmt::format("{}: is a directory; a {} is a file", path.string(), what)};
  if (!fs::exists(path, error)) return {"", fmt::format("{}: no such file", path.string())};
  std::ifstream in(path, std::ios::binary);
  std::string content;
  std::array<char, 8192> block{};
  while (in && content.size() <= largest_toml) {
    in.read(block.data(), block.size());
    content.append(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad() || !in.is_open()) return {"", fmt::format("{}: can't be read", path.string())};
  return {content.substr(0, largest_toml + 1), ""};
}

std::vector<std::string> toml_names(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

} // namespace moot
