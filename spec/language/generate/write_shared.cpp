#include "spec/language/generate/write.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::generate {

std::string made_from(std::string_view data, std::string_view comment) {
  return fmt::format("{} Made from {} by spec/language/generate: do not edit.\n", comment, data);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string list_of(std::string_view begin, const std::vector<std::string>& items, std::string_view end,
                    std::string_view goes_on, std::size_t width) {
  if (items.empty()) return fmt::format("{}{}", begin, end);
  const auto last_line = begin.substr(begin.rfind('\n') + 1); // (all, if it has no \n)
  auto indent = last_line.size();
  const auto end_line = end.substr(0, end.find('\n'));
  auto text = std::string(begin);
  const auto break_line = [&] { text += fmt::format("{}\n{:{}}", goes_on, "", indent); };
  std::size_t longest = 0;
  for (const auto& item : items) longest = std::max(longest, item.size());
  if (indent + longest + end_line.size() + goes_on.size() > width &&
      last_line.find_first_not_of(' ') + 1 < last_line.size()) {
    indent = last_line.find_first_not_of(' ') + 4;
    break_line();
  }
  auto column = indent;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto item = fmt::format("{}{}", items[i], i + 1 == items.size() ? end_line : ",");
    if (i > 0 && column + 1 + item.size() + goes_on.size() > width) {
      break_line();
      column = indent;
    } else if (i > 0) {
      text += ' ';
      ++column;
    }
    text += item;
    column += item.size();
  }
  return text.append(end.substr(end_line.size()));
}

} // namespace moot::generate
