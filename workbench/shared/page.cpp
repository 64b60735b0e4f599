#include "workbench/shared/page.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace moot {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }

// Takes the first word from the text; "": there is none.
std::string_view take_word(std::string_view& text) {
  constexpr std::string_view space = " \n\t\r";
  text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
  const auto word = text.substr(0, text.find_first_of(space));
  text.remove_prefix(word.size());
  return word;
}

} // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code_end = text[i] == '\x1b' ? text.find('m', i) : std::string_view::npos;
    if (code_end != std::string_view::npos)
      i = code_end;
    else if (begins_character(text[i]))
      ++columns;
  }
  return columns;
}

std::size_t output_width() {
  winsize window{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 ||
      window.ws_col == 0) // NOLINT(*-vararg)
    return page_width;
  return std::max<std::size_t>(40, window.ws_col);
}

std::string paragraph(std::string_view text, std::size_t indent, std::size_t further, std::size_t width) {
  std::string result(indent, ' ');
  auto column = indent;
  bool begun = false; // the line has a word
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
    const auto columns = columns_of(word);
    if (begun && column + 1 + columns > width) {
      result += '\n' + std::string(further, ' ');
      column = further;
      begun = false;
    }
    if (begun) result += ' ';
    result += word;
    column += columns + (begun ? 1 : 0);
    begun = true;
  }
  return result + '\n';
}

std::string shortened(std::string_view text, std::size_t columns) {
  std::string line;
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (columns_of(line) <= columns) return line;
  std::size_t end = 0;
  for (std::size_t used = 0; end < line.size(); ++end)
    if (begins_character(line[end]) && ++used == columns) break;
  line.resize(end);
  return line + "…";
}

} // namespace moot
