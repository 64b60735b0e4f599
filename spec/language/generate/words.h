// What the readers of the data share: members of a TOML table in the order of the file, with errors that name file and line; and names.
#pragma once

#include "spec/language/generate/data.h"
#include "spec/language/law/toml_text.h"

#include <array>
#include <functional>
#include <span>
#include <utility>

namespace moot::generate {

inline constexpr std::array<std::string_view, 4> areas{"ticket304", "attributes", "tools",
                                                       "common"}; // of enum class Area

// "delete", "and", ...: no name in C++.
bool is_keyword(std::string_view word);
// Letters of ASCII, digits and underscores, beginning with a letter.
bool is_name(std::string_view word);

// One table of the file: a procedure, a question.
class Entry {
public:
  // Throws if it isn't a table.
  Entry(std::string name, const toml::node& node, std::string file);

  const std::string& name() const { return name_; }
  const std::string& file() const { return file_; }
  [[noreturn]] void wrong(const std::string& what) const { wrong(what, *table_); }
  [[noreturn]] void wrong(const std::string& what, const toml::node& at) const;

  // Throws if it has other members than these.
  void only_has(std::span<const std::string_view> members) const;
  const toml::node* member(std::string_view name) const { return table_->get(name); }
  // A member that is a text; "" if it isn't there.
  std::string text(std::string_view member) const;
  // A member that is a number from 1 to 99; 0 if it isn't there.
  int number(std::string_view member) const;
  // One of these words, or "" if it isn't there.
  std::string word(std::string_view member, std::span<const std::string_view> of) const;

private:
  std::string name_, file_;
  const toml::table* table_;
};

// Of a file that has this one table and nothing else: reads its entries, in their order.
void each_entry(std::string_view toml, const std::string& file, const std::string& only_table,
                const std::function<void(const Entry&)>& read);

// Of a table, in the order in which they stand.
std::vector<std::pair<std::string, const toml::node*>> members_of(const toml::table& table);

} // namespace moot::generate
