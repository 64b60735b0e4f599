#include "workbench/look/timed_text.h"

#include <fmt/format.h>

#include <map>

namespace moot {
namespace {

std::string microseconds(std::int64_t ns) { return fmt::format("{:.3f}", static_cast<double>(ns) / 1000.0); }

// When what is open began, by thread. 0: nobody knows.
class Begun {
public:
  // How long what ends now took; "": it does not end, or nobody knows.
  std::string took(const Event& event) {
    auto& stack = begun_[event.thread];
    if (is_beginning(event)) {
      stack.push_back(event.time_ns);
      return "";
    }
    if (stack.empty()) return "";
    const auto began = stack.back();
    stack.pop_back();
    return began == 0 || event.time_ns == 0 ? "" : fmt::format("  ({} us)", microseconds(event.time_ns - began));
  }

private:
  std::map<std::uint32_t, std::vector<std::int64_t>> begun_;
};

} // namespace

void show_with_times(const std::vector<Event>& events, const std::function<bool(const std::string& line)>& take) {
  const bool threads = has_threads(events);
  Begun begun;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto& event = events[i];
    const bool at_once = i + 1 < events.size() && ends_at_once(event, events[i + 1]);
    const auto time = event.time_ns == 0 ? std::string() : microseconds(event.time_ns);
    auto line = fmt::format("{:>14}  {}", time, show_line(event, at_once ? &events[i + 1] : nullptr, threads));
    line += begun.took(event);
    if (at_once) line += begun.took(events[++i]);
    if (!take(line + '\n')) return;
  }
}

} // namespace moot
