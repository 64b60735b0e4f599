#include "spec/language/case_hint.h"

#include "spec/language/case_message.h"
#include "spec/language/nearest.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace moot::syntax {
namespace {

struct Token {
  std::size_t offset = 0;
  std::string_view text; // a word, or one byte
};

// What stands before the error.
struct Before {
  Token last;
  Token last_but_one;
  std::vector<std::size_t> open; // braces that are not closed
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view word_at(std::string_view text, std::size_t offset) {
  std::size_t end = offset;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(offset, end - offset);
}

// The end of the title that begins at `offset`.
std::size_t after_title(std::string_view text, std::size_t offset) {
  for (++offset; offset < text.size() && text[offset] != '"'; ++offset)
    if (text[offset] == '\\') ++offset;
  return offset + 1;
}

Before before(std::string_view text) {
  Before seen;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (text[i] == '"') {
      i = after_title(text, i);
    } else if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
    } else {
      const auto word = word_at(text, i);
      seen.last_but_one = std::exchange(seen.last, {i, word.empty() ? text.substr(i, 1) : word});
      if (text[i] == '{') seen.open.push_back(i);
      if (text[i] == '}' && !seen.open.empty()) seen.open.pop_back();
      i += seen.last.text.size();
    }
  }
  return seen;
}

// Signs that other languages have, and what is written here instead.
std::string_view foreign_sign(std::string_view rest) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> signs{{
      {";", "a statement needs no sign at its end"},
      {"//", "a comment begins with '#'"},
      {"/*", "a comment begins with '#'"},
      {"&&", "there is no '&&'; put one 'if' into another"},
      {"&", "a handle is written as it is, without '&'; the results of a call stand after '->'"},
      {"||", "there is no '||'; write one 'if' after another"},
      {"=>", "the results of a call stand after '->'"},
      {">", "there is no '>'; turn the sides round and write '<'"},
      {"!", "there is no '!'; compare with 0"},
      {"\"", "there is no text but the title"},
  }};
  for (const auto& [sign, what] : signs)
    if (rest.starts_with(sign)) return what;
  return {};
}

std::string equals_sign(const Before& seen, std::string_view rest, bool after_name) {
  if (seen.last.text == "<") return ": there is no '<='; write '<' and a number greater by one";
  if (!after_name) return ": to compare, write '=='; to assign, ':='";
  const auto value = rest.find_first_not_of(" \t", 1);
  if (value != std::string_view::npos && is_mpi_name(word_at(rest, value)))
    return ": the results of a call stand after '->', and its error class before ':='";
  return ": to assign, write ':='";
}

// Of a word that begins no statement.
std::optional<Hint> lone_word(std::string_view text, const Before& seen) {
  const auto& [offset, word] = seen.last;
  const auto between = text.substr(seen.last_but_one.offset, offset - seen.last_but_one.offset);
  if (seen.last_but_one.text == ")" && between.find('\n') == std::string_view::npos && is_name(word))
    return Hint{offset, fmt::format(": the results of a call stand after '->'; write '-> {}'", word.substr(0, 60))};
  constexpr std::array<std::string_view, 11> keywords{"source", "question", "shows", "callback", "observe", "expect",
                                                      "if",     "return",   "lock",  "unlock",   "thread"};
  const auto meant = did_you_mean(word, keywords);
  return meant.empty() ? std::nullopt : std::optional(Hint{offset, meant});
}

} // namespace

std::optional<Hint> hint(std::string_view text, std::size_t offset, bool after_name) {
  const auto rest = text.substr(offset);
  const auto seen = before(text.substr(0, offset));
  const auto next = word_at(text, offset);
  if (seen.last.text == "else" && after_name)
    return Hint{seen.last.offset, ": there is no 'else'; write a second 'if' with the opposite condition"};
  constexpr std::array<std::string_view, 3> outside{"callback", "observe", "expect"};
  if (!seen.open.empty() && (rest.empty() || std::ranges::find(outside, next) != outside.end())) {
    const auto opened = position_of(text, seen.open.back());
    return Hint{offset, fmt::format(": the '{{' in line {}, column {} is not closed", opened.line, opened.column)};
  }
  if (rest.starts_with('}') && seen.open.empty()) return Hint{offset, ": no '{' is open here"};
  if (const auto what = foreign_sign(rest); !what.empty()) return Hint{offset, fmt::format(": {}", what)};
  if (rest.starts_with('=') && !rest.starts_with("==")) return Hint{offset, equals_sign(seen, rest, after_name)};
  return after_name ? lone_word(text, seen) : std::nullopt;
}

} // namespace moot::syntax
