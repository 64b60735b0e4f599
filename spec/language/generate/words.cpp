#include "spec/language/generate/words.h"

#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>

namespace moot::generate {

bool is_keyword(std::string_view word) {
  constexpr std::string_view keywords =
      " alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await co_return "
      "co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete "
      "do double else enum explicit export extern false float for friend goto if inline int long mutable "
      "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register requires "
      "return short signed sizeof static static_assert struct switch template this throw true try typedef "
      "typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq ";
  return keywords.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

bool is_name(std::string_view word) {
  const auto fits = [](unsigned char c) { return c < 128 && (std::isalnum(c) != 0 || c == '_'); };
  return !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0 &&
         std::ranges::all_of(word, fits);
}

Entry::Entry(std::string name, const toml::node& node, std::string file)
    : name_(std::move(name)), file_(std::move(file)), table_(node.as_table()) {
  if (table_ == nullptr) wrong("a table is needed, as in the other entries", node);
}

void Entry::wrong(const std::string& what, const toml::node& at) const {
  throw DataError(fmt::format("{}:{}: {}: {}", file_, at.source().begin.line, one_line(name_), one_line(what)));
}

void Entry::only_has(std::span<const std::string_view> members) const {
  for (const auto& [key, node] : *table_)
    if (std::ranges::find(members, key.str()) == members.end())
      wrong(fmt::format("there is no '{}' here, but {}", key.str(), fmt::join(members, ", ")), node);
}

std::string Entry::text(std::string_view member) const {
  const auto* node = table_->get(member);
  if (node == nullptr) return "";
  if (auto text = node->value_exact<std::string>()) return *text;
  wrong(fmt::format("'{}' must be a text in quotes", member), *node);
}

int Entry::number(std::string_view member) const {
  const auto* node = table_->get(member);
  if (node == nullptr) return 0;
  const auto number = node->value_exact<std::int64_t>();
  if (!number || *number < 1 || *number > 99) wrong(fmt::format("'{}' must be a number from 1 to 99", member), *node);
  return static_cast<int>(*number);
}

std::string Entry::word(std::string_view member, std::span<const std::string_view> of) const {
  const auto* node = table_->get(member);
  if (node == nullptr) return "";
  auto word = text(member);
  if (std::ranges::find(of, word) == of.end())
    wrong(fmt::format(R"({} = "{}": one of these is needed: {})", member, word, fmt::join(of, ", ")), *node);
  return word;
}

void each_entry(std::string_view toml, const std::string& file, const std::string& only_table,
                const std::function<void(const Entry&)>& read) {
  const auto table = parse_toml<DataError>(toml, file);
  const auto* rows = table[only_table].as_table();
  if (rows == nullptr || table.size() != 1)
    throw DataError(fmt::format("{}: a table [{}] is needed, and nothing else", file, only_table));
  for (const auto& [name, node] : members_of(*rows)) read(Entry(name, *node, file));
}

std::vector<std::pair<std::string, const toml::node*>> members_of(const toml::table& table) {
  std::vector<std::pair<std::string, const toml::node*>> members;
  for (const auto& [key, node] : table) members.emplace_back(key.str(), &node);
  std::ranges::stable_sort(members, {}, [](const auto& member) {
    const auto& at = member.second->source().begin;
    return std::pair{at.line, at.column};
  });
  return members;
}

} // namespace moot::generate
