#include "spec/case_message.h"

#include "spec/case_parser.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot {
namespace {

constexpr std::array<std::string_view, 21> reserved{"litmus",    "source",      "lines",  "line", "question", "shows",
                                                    "callback",  "observe",     "expect", "with", "may",      "fail",
                                                    "if",        "in",          "return", "lock", "unlock",   "null",
                                                    "erroneous", "unspecified", "endless"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of the UTF-8 sequence at the start of `text`, 0 where it is none (overlong, surrogate, cut off, ...).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool beyond = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  return overlong || beyond ? 0 : length;
}

} // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 60;
  const std::string_view clipped = text.substr(0, most);
  std::string escaped = fmt::format("{:?}", clipped); // escapes whatever a terminal should not see
  escaped.front() = '\'';
  escaped.back() = '\'';
  return clipped.size() < text.size() ? escaped + "..." : escaped;
}

void fail(const std::string& file, SourcePosition position, const std::string& what) {
  std::string name = fmt::format("{:?}", file);
  name = name.substr(1, name.size() - 2);
  throw CaseError(fmt::format("{}:{}:{}: {}", name, position.line, position.column, what));
}

std::optional<std::size_t> find_binary(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool space = c == '\t' || c == '\n' || c == '\r';
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0 || (static_cast<unsigned char>(c) < 0x20 && !space) || c == 0x7f) return i;
    i += length;
  }
  return std::nullopt;
}

bool is_reserved(std::string_view word) { return std::find(reserved.begin(), reserved.end(), word) != reserved.end(); }

bool is_mpi_name(std::string_view word) { return word.starts_with("MPI_") || word.starts_with("MPIX_"); }

bool is_name(std::string_view word) {
  const auto starts = [](char c) { return is_letter(c) || c == '_'; };
  return !word.empty() && starts(word.front()) &&
         std::all_of(word.begin(), word.end(), [&](char c) { return starts(c) || is_digit(c); }) &&
         !is_reserved(word) && !is_mpi_name(word);
}

bool is_id(std::string_view word) { return is_answer(word) && !is_reserved(word); }

bool is_answer(std::string_view word) {
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '-'; };
  return !word.empty() && (is_letter(word.front()) || is_digit(word.front())) &&
         std::all_of(word.begin(), word.end(), fits);
}

bool is_argument(std::string_view word) {
  return target_named(word) || word == "int_at" || word == "aint_at" || callback_argument_named(word).has_value();
}

std::optional<std::int32_t> target_named(std::string_view word) {
  if (word == "new_value") return new_value;
  if (word == "attribute_val_out") return attribute_val_out;
  if (word == "flag_out") return flag_out;
  return std::nullopt;
}

std::string_view target_name(std::int32_t target) {
  if (target == new_value) return "new_value";
  return target == attribute_val_out ? "attribute_val_out" : "flag_out";
}

} // namespace moot
