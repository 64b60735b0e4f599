#include "spec/language/case_message.h"

#include "spec/language/case_parser.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot {
namespace {

constexpr std::array<std::string_view, 32> reserved{
    "litmus",   "source",     "lines",  "line",      "section",     "sections", "question",  "shows",
    "callback", "observe",    "expect", "with",      "may",         "fail",     "if",        "repeat",
    "allocate", "deallocate", "at",     "in",        "return",      "lock",     "unlock",    "thread",
    "null",     "rank",       "size",   "erroneous", "unspecified", "endless",  "diagnosed", "aborts"};

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

void fail(SourcePosition position, const std::string& what) { throw CaseFault{position, what}; }

SourcePosition position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_start = before.rfind('\n') + 1; // npos + 1 == 0
  return {static_cast<std::uint32_t>(lines + 1), static_cast<std::uint32_t>(offset - line_start + 1)};
}

std::string in_place(const std::string& file, const CaseFault& fault) {
  const std::string name = fmt::format("{:?}", file);
  return fmt::format("{}:{}:{}: {}", name.substr(1, name.size() - 2), fault.position.line, fault.position.column,
                     fault.what);
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

std::string marked_line(std::string_view text, SourcePosition position) {
  constexpr std::size_t most_before = 80; // bytes that are shown, of a long line
  constexpr std::size_t most_after = 80;
  for (std::uint32_t line = 1; line < position.line; ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find_first_of("\r\n"));
  if (text.find_first_not_of(" \t") == std::string_view::npos) return "";
  const std::size_t column = std::min<std::size_t>(position.column - 1, text.size());
  std::string line;
  std::size_t width = 0; // before the mark
  for (std::size_t i = 0, length = 1; i < text.size() && i < column + most_after; i += length) {
    length = std::max<std::size_t>(1, utf8_length(text.substr(i, 4)));
    if (i + most_before < column) continue;
    const auto escaped = fmt::format("{:?}", text.substr(i, length)); // what a terminal should not see shows as '?'
    const bool plain = length == 1 ? text[i] >= ' ' && text[i] <= '~' : escaped.find('\\') == std::string::npos;
    line += plain ? text.substr(i, length) : text[i] == '\t' ? " " : "?";
    width += i < column ? 1 : 0;
  }
  return fmt::format("\n    {}\n    {}^", line, std::string(width, ' '));
}

bool is_reserved(std::string_view word) { return std::find(reserved.begin(), reserved.end(), word) != reserved.end(); }

bool is_mpi_name(std::string_view word) {
  return word.starts_with("MPI_") || word.starts_with("MPIX_") || word.starts_with("QMPI_");
}

bool is_name(std::string_view word) {
  const auto starts = [](char c) { return is_letter(c) || c == '_'; };
  return !word.empty() && starts(word.front()) &&
         std::all_of(word.begin(), word.end(), [&](char c) { return starts(c) || is_digit(c); }) &&
         !is_reserved(word) && !is_mpi_name(word);
}

bool is_variable(std::string_view word) {
  const auto open = word.find('[');
  if (open == std::string_view::npos) return is_name(word);
  if (word.back() != ']') return false;
  const auto index = word.substr(open + 1, word.size() - open - 2);
  const bool plain = index == "0" || (!index.empty() && index.front() != '0');
  return plain && index.size() <= 4 && std::all_of(index.begin(), index.end(), is_digit) &&
         is_name(word.substr(0, open));
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
