// The trace of a disagreement as text, up to the event that is forbidden.
#include "workbench/report/report.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <tuple>

namespace moot {
namespace {

// The beginning and the end of a long trace.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 120, first = 40, last = 60;
  std::vector<std::string_view> lines;
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  if (lines.size() <= most) return text;
  const auto middle = fmt::format("... ({} more lines)\n", lines.size() - first - last);
  const auto all = std::span(lines);
  return fmt::format("{}{}{}", fmt::join(all.first(first), ""), middle, fmt::join(all.last(last), ""));
}

} // namespace

void tell(Told& told, Shortest shortest) {
  told.shortest = std::move(shortest);
  const auto& shows = told.shortest.shows;
  const auto& [trace, finding] = std::tie(shows.trace, shows.finding);
  const auto length = std::min<std::size_t>(finding.sequence, trace->events.size());
  auto text = show({trace->events.begin(), trace->events.begin() + static_cast<std::ptrdiff_t>(length)});
  if (finding.event) { // the last line is the one that is forbidden
    if (text.ends_with('\n')) text.pop_back();
    const auto begin = text.rfind('\n') + 1;
    told.event = text.substr(begin);
    text.resize(begin);
  } else {
    told.event = fmt::format("the run ended: {}", shows.came_to);
  }
  told.before = shortened(text);
  told.allowed = shows.outcomes;
  for (const auto& event : finding.allowed) told.allowed.push_back(to_text(event));
}

} // namespace moot
