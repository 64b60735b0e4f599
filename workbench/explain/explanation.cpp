#include "workbench/explain/explanation.h"

#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {

std::string place_of(const ClauseText& clause) { return fmt::format("{}, {}", clause.source, clause.place); }

std::string entry(std::string_view id, std::string_view told) {
  const auto used = 2 + id.size();
  const auto room = used + 3 < page_width ? page_width - used : 3;
  const auto rest = told.empty() ? "" : shortened(fmt::format(": {}", told), room);
  return fmt::format("  {}{}\n", coloured(Colour::bold, id), rest);
}

std::string quotations(const LawBook& book, const std::vector<std::string>& clauses) {
  std::string result;
  for (const auto& id : clauses) {
    const auto clause = std::ranges::find(book.clauses, id, &ClauseText::id);
    if (clause == book.clauses.end()) {
      result += paragraph(id, 2);
      continue;
    }
    result += paragraph(fmt::format("{}: {}", coloured(Colour::bold, id), place_of(*clause)), 2, 4);
    result += paragraph(clause->text, 4);
  }
  return result;
}

std::vector<SharedAnswer> answers_to(const LawBook& book, Question question) {
  std::vector<SharedAnswer> answers;
  const auto& asked = text(question);
  for (const auto& [reading, title, grounds] : book.readings) {
    if (!reading.about.has(asked.area)) continue;
    const auto answer =
        reading[question] == open_answer ? std::string("open") : std::string(asked.answers[reading[question]]);
    const auto& ground = grounds.at(static_cast<std::size_t>(question));
    const auto same = std::ranges::find_if(answers, [&](const SharedAnswer& each) {
      return each.answer == answer && each.ground.clause == ground.clause && each.ground.reason == ground.reason;
    });
    if (same == answers.end())
      answers.push_back({{reading.name}, answer, ground});
    else
      same->readings.push_back(reading.name);
  }
  return answers;
}

std::string to_text(const SharedAnswer& shared, std::size_t indent) {
  const auto colour = shared.answer == "open" ? Colour::yellow : Colour::green;
  const auto clause = shared.ground.clause.empty() ? "" : fmt::format(" ({})", shared.ground.clause);
  auto result =
      paragraph(fmt::format("{}: {}{}", fmt::join(shared.readings, ", "), coloured(colour, shared.answer), clause),
                indent, indent + 2);
  if (!shared.ground.reason.empty()) result += paragraph(shared.ground.reason, indent + 2);
  return result;
}

std::string list_of_cases(const std::string& heading, std::vector<const KnownCase*> cases) {
  constexpr std::size_t most = 12;
  if (cases.empty()) return "";
  auto result = fmt::format("\n{} ({}, in spec/litmus)\n", heading, cases.size());
  const auto all = cases.size();
  if (all > most) {
    std::ranges::stable_sort(cases, {}, [](const KnownCase* it) { return it->program.main.size(); });
    cases.resize(most);
  }
  for (const auto* it : cases) result += paragraph(fmt::format("{}: {}", it->name, it->program.title), 2, 4);
  if (all > most) result += fmt::format("  ... and {} longer ones\n", all - most);
  return result;
}

std::string_view words_for(Area area) {
  switch (area) {
  case Area::ticket304: return "Ticket 304";
  case Area::attributes: return "today's attributes";
  case Area::tools: return "tools";
  default: return "Ticket 304, today's attributes and tools";
  }
}

} // namespace moot
