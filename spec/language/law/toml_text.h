// What readers of TOML files have in common. Errors are of the type that the reader throws.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

inline constexpr std::size_t largest_toml = 1 << 20; // bytes

// toml++ tells what it was parsing, level by level, and quotes the text: here on one line, and not for ever.
std::string one_line(std::string_view description);

// What is wrong with reading a file, or its content (one byte more than `largest_toml`, if it is too large).
struct TomlContent {
  std::string content;
  std::string wrong; // "": nothing
};
TomlContent slurp_toml(const std::filesystem::path& path, std::string_view what); // what: "reading", ...

// The names of the files in a directory, without .toml, sorted.
std::vector<std::string> toml_names(const std::filesystem::path& directory);

template <typename Error> std::string read_toml(const std::filesystem::path& path, std::string_view what) {
  auto content = slurp_toml(path, what);
  if (!content.wrong.empty()) throw Error(content.wrong);
  return std::move(content.content);
}

template <typename Error> toml::table parse_toml(std::string_view content, const std::string& file) {
  if (content.size() > largest_toml) throw Error(fmt::format("{}: too large (more than 1 MiB)", file));
  try {
    return toml::parse(content);
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}:{}: {}", file, error.source().begin.line, error.source().begin.column,
                            one_line(error.description())));
  }
}

// The text of a member of the file; nothing if it is missing.
template <typename Error>
std::optional<std::string> toml_word(const toml::table& table, std::string_view key, const std::string& file) {
  const auto* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  if (auto text = node->value<std::string>()) return text;
  throw Error(fmt::format("{}:{}: '{}' must be a text in quotes", file, node->source().begin.line, key));
}

} // namespace moot
