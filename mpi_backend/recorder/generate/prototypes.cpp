#include "mpi_backend/recorder/generate/prototypes.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace moot::recorder {
namespace {

bool in_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Words, and each other sign by itself; lines that begin with # are the preprocessor's.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  bool begins_line = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n' || std::isspace(static_cast<unsigned char>(c)) != 0) {
      begins_line = begins_line || c == '\n';
      ++i;
      continue;
    }
    if (begins_line && c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    begins_line = false;
    std::size_t end = i + 1;
    while (in_a_word(c) && end < text.size() && in_a_word(text[end])) ++end;
    if (text.substr(i, 3) == "...") end = i + 3;
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

using Tokens = std::vector<std::string_view>;

// The place after the ) that closes the ( at `open`.
std::size_t after_parenthesis(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i] == "(") ++depth;
    if (tokens[i] == ")" && --depth == 0) return i + 1;
  }
  return tokens.size();
}

// Without __attribute__((...)) and extern.
Tokens plain(const Tokens& statement) {
  Tokens left;
  for (std::size_t i = 0; i < statement.size(); ++i) {
    if (statement[i] == "extern") continue;
    if (statement[i] != "__attribute__") {
      left.push_back(statement[i]);
      continue;
    }
    i = after_parenthesis(statement, i + 1) - 1;
  }
  return left;
}

std::string joined(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (auto i = begin; i < end; ++i) {
    const bool apart = !text.empty() && in_a_word(text.back()) && in_a_word(tokens[i].front());
    text += fmt::format("{}{}", apart ? " " : "", tokens[i]);
  }
  return text;
}

bool is_word(std::string_view token) { return in_a_word(token.front()); }

// "const int ranks[][3]"
Parameter parameter(const Tokens& tokens, std::size_t begin, std::size_t end, std::size_t number) {
  Parameter it;
  Tokens words;
  std::size_t bracket = begin;
  while (bracket < end && tokens[bracket] != "[") ++bracket;
  for (auto i = begin; i < bracket; ++i) {
    if (tokens[i] == "const")
      it.is_const = true;
    else if (tokens[i] == "*")
      ++it.pointers;
    else
      words.push_back(tokens[i]);
  }
  const bool has_name = words.size() > 1 && is_word(tokens[bracket - 1]);
  if (has_name) {
    it.name = words.back();
    words.pop_back();
  } else {
    it.name = fmt::format("argument{}", number);
  }
  it.type = joined(words, 0, words.size());
  it.is_array = bracket < end;
  if (it.is_array) ++it.pointers;
  it.declared = joined(tokens, begin, bracket) + (has_name ? "" : " " + it.name) + joined(tokens, bracket, end);
  return it;
}

// Of a statement that declares a function of MPI's: RETURNS NAME(PARAMETERS)
std::optional<Function> function_in(const Tokens& statement) {
  const auto open = static_cast<std::size_t>(std::ranges::find(statement, "(") - statement.begin());
  if (open < 2 || open == statement.size()) return std::nullopt;
  const auto name = statement[open - 1];
  const bool is_mpi = name.starts_with("MPI_") || name.starts_with("MPIX_");
  const auto has = [&](std::string_view word) { return std::ranges::find(statement, word) != statement.end(); };
  const auto close = after_parenthesis(statement, open) - 1;
  if (!is_mpi || has("typedef") || has("static") || has("inline") || close + 1 != statement.size()) return std::nullopt;
  Function it{joined(statement, 0, open - 1), std::string(name), {}};
  it.is_variadic = has("...");
  int depth = 0;
  for (auto i = open + 1, begin = open + 1; i <= close; ++i) {
    if (statement[i] == "(") ++depth;
    const bool ends = depth == 0 && (statement[i] == "," || i == close);
    if (statement[i] == ")" && i != close) --depth;
    if (!ends) continue;
    const bool nothing = i == begin || (i == begin + 1 && (statement[begin] == "void" || statement[begin] == "..."));
    if (!nothing) it.parameters.push_back(parameter(statement, begin, i, it.parameters.size()));
    begin = i + 1;
  }
  return it;
}

// Each "#define NAME TEXT" of -dM.
template <typename Take> void each_macro(std::string_view macros, const Take& take) {
  constexpr std::string_view define = "#define ";
  for (std::size_t begin = 0; begin < macros.size();) {
    const auto end = std::min(macros.find('\n', begin), macros.size());
    auto line = macros.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with(define)) continue;
    line.remove_prefix(define.size());
    const auto space = line.find(' ');
    if (space == std::string_view::npos || line.substr(0, space).find('(') != std::string_view::npos) continue;
    take(line.substr(0, space), line.substr(space + 1));
  }
}

} // namespace

std::vector<Function> functions_in(std::string_view preprocessed) {
  std::vector<Function> functions;
  std::set<std::string> known;
  Tokens statement;
  int braces = 0;
  for (const auto token : tokens_of(preprocessed)) {
    if (token == "{") ++braces;
    if (token == "}") --braces;
    if (token != ";" && token != "}") {
      if (braces == 0) statement.push_back(token);
      continue;
    }
    if (braces > 0) continue;
    if (auto function = function_in(plain(statement)); function && known.insert(function->name).second)
      functions.push_back(std::move(*function));
    statement.clear();
  }
  return functions;
}

std::vector<CastMacro> macros_cast_to(std::string_view macros, const std::vector<std::string>& types) {
  std::vector<CastMacro> found;
  // "((MPI_Comm)0x44000000)", "OMPI_PREDEFINED_GLOBAL( MPI_Comm, ompi_mpi_comm_world)"
  const auto is_cast = [](std::string_view text, std::size_t at, std::string_view type) {
    const auto after = text.substr(at + type.size());
    const bool begins = at == 0 || text[at - 1] == '(' || text[at - 1] == ' ';
    return begins && (after.starts_with(")") || after.starts_with(",") || after.starts_with(" )"));
  };
  each_macro(macros, [&](std::string_view name, std::string_view text) {
    if (!name.starts_with("MPI_") && !name.starts_with("MPIX_")) return;
    for (const auto& type : types)
      for (auto at = text.find(type); at != std::string_view::npos; at = text.find(type, at + 1))
        if (is_cast(text, at, type)) return found.push_back({std::string(name), type});
  });
  std::ranges::sort(found, {}, &CastMacro::name);
  return found;
}

std::vector<std::string> macros_named(std::string_view macros, std::string_view prefix) {
  std::vector<std::string> names;
  each_macro(macros, [&](std::string_view name, std::string_view) {
    if (name.starts_with(prefix)) names.emplace_back(name);
  });
  std::ranges::sort(names);
  return names;
}

std::string in_lower_case(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

} // namespace moot::recorder
