#include "workbench/shared/words.h"

#include "workbench/shared/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <unistd.h>

namespace moot {
namespace {

bool colours() {
  static const bool wanted = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  return wanted;
}

} // namespace

std::string coloured(Colour colour, std::string_view text) {
  constexpr std::array<std::string_view, 6> codes{"0", "1", "32", "33", "31", "2"};
  if (!colours() || colour == Colour::plain) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", codes.at(static_cast<std::size_t>(colour)), text);
}

Colour colour_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::allowed: return Colour::green;
  case Verdict::forbidden: return Colour::red;
  default: return Colour::yellow;
  }
}

std::string coloured(Verdict verdict) { return coloured(colour_of(verdict), name(verdict)); }

std::string to_text(const Program& program, const Observed& observed) {
  std::string result;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (!observed[i]) continue;
    if (!result.empty()) result += ", ";
    result +=
        fmt::format("{} = {}", program.variables[static_cast<std::size_t>(program.observed[i])], to_text(*observed[i]));
  }
  return result.empty() ? "(nothing observed)" : result;
}

std::string questions_at_stake(const std::vector<const Exploration*>& explorations) {
  std::set<Question> questions;
  const auto note = [&](const std::vector<AnswerSet>& under) {
    for (const auto& answers : under)
      for (const auto& [question, answer] : answers) questions.insert(question);
  };
  for (const auto* exploration : explorations) {
    for (const auto& outcome : exploration->outcomes) {
      if (outcome.verdict != Verdict::allowed) note(outcome.under);
      for (const auto& leak : outcome.leaks) note(leak.under);
    }
    for (const auto* faults : {&exploration->erroneous, &exploration->endless, &exploration->aborts})
      for (const auto& fault : *faults)
        if (!cover_everything(fault.under)) note(fault.under);
  }
  if (questions.empty()) return "";
  std::string result;
  for (const auto question : questions) {
    const auto& asked = text(question);
    result += paragraph(fmt::format("{}: {}", coloured(Colour::bold, asked.id), asked.asks), 2, 4, output_width() - 2);
    for (std::size_t i = 0; i < asked.says.size(); ++i)
      result += paragraph(fmt::format("{}: {}", asked.answers[i], asked.says[i]), 4, 6, output_width() - 2);
  }
  return result;
}

std::string to_text(const Event& event) {
  auto shown = show(std::vector<Event>{event});
  const auto first = shown.find_first_not_of(' ');
  const auto last = shown.find_last_not_of(" \n");
  return first == std::string::npos ? "" : shown.substr(first, last - first + 1);
}

// "1,234,567"
std::string grouped(std::uint64_t number) {
  auto text = std::to_string(number);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3)
    text.insert(static_cast<std::size_t>(place), ",");
  return text;
}

// "1 state", "4,728 states"
std::string counted(std::uint64_t number, std::string_view what) {
  return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

std::string_view name(Ending ending) {
  constexpr std::array<std::string_view, 3> names{"complete", "stopped", "out of memory"};
  return names.at(static_cast<std::size_t>(ending));
}

std::string to_text(std::vector<Event> way, std::string_view indent) {
  constexpr std::size_t longest = 200;
  const auto length = way.size();
  if (length > longest) way.resize(longest);
  auto text = indented(show(way), indent);
  if (length > longest) text += fmt::format("{}... ({} more events)\n", indent, length - longest);
  return text;
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t narrow = 24; // a last column of fewer columns stands on lines of its own
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i >= widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], columns_of(row[i]));
    }
  std::string result;
  for (const auto& row : rows) {
    std::string line;
    std::size_t used = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == widths.size();
      if (last && used + columns_of(row[i]) > output_width()) {
        const bool below = used + narrow > output_width();
        const auto rest = paragraph(row[i], below ? 4 : used, below ? 4 : used, output_width());
        line += below ? "\n" + rest : rest.substr(used);
        continue;
      }
      const auto space = widths[i] - columns_of(row[i]);
      const auto left = i == 0 || last ? 0 : space / 2;
      line += fmt::format("{:{}}{}{:{}}  ", "", left, row[i], "", space - left);
      used += widths[i] + 2;
    }
    line.erase(line.find_last_not_of(" \n") + 1);
    result += line + '\n';
  }
  return result;
}

std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  while (!text.empty()) {
    const auto end = text.find('\n');
    result += fmt::format("{}{}\n", indent, text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return result;
}

} // namespace moot
