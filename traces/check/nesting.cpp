#include "traces/check/nesting.h"

#include <fmt/format.h>

namespace moot {

std::string what_of(const Event& event) {
  if (!event.other.empty()) return event.other;
  return is_of_call(event) ? std::string(signature(event.procedure).name)
                           : fmt::format("{} callback", name(event.callback));
}

std::string Nesting::what_of(const Open& open) {
  Event event;
  event.type = open.type;
  event.procedure = open.procedure;
  event.callback = open.callback;
  event.other = open.other;
  return moot::what_of(event);
}

// A tool's function was called for a call of this procedure, and is what is innermost.
bool Nesting::is_in_a_tool_for(const Event& call, const std::vector<Open>& open) {
  if (open.size() < 2) return false;
  const auto& tool = open[open.size() - 1];
  const auto& outer = open[open.size() - 2];
  return tool.type == Event::Type::callback && tool.callback == Callback::intercept && tool.other.empty() &&
         outer.type == Event::Type::call && outer.procedure == call.procedure && outer.other == call.other;
}

std::string Nesting::add(const Event& event) {
  std::vector<Open>& open = open_[event.thread];
  const bool begins = is_beginning(event);
  if (!begins) {
    const std::string_view word = event.type == Event::Type::return_ ? "return" : "end";
    if (open.empty())
      return fmt::format("{} of {}, but nothing is open on thread {}", word, moot::what_of(event), event.thread);
    const Open innermost = open.back();
    const bool fits = innermost.other == event.other &&
                      (event.type == Event::Type::return_
                           ? innermost.type == Event::Type::call && innermost.procedure == event.procedure
                           : innermost.type == Event::Type::callback && innermost.callback == event.callback);
    if (!fits) {
      return fmt::format("{} of {}, but the innermost that is open on thread {} is {}", word, moot::what_of(event),
                         event.thread, what_of(innermost));
    }
    open.pop_back();
  }
  if (event.by == Event::By::next && begins && !is_in_a_tool_for(event, open))
    return fmt::format("{} by \"next\", but no tool was called for it", moot::what_of(event));
  if (event.depth != open.size())
    return fmt::format("depth {}, but {} calls and callbacks are open on thread {}", event.depth, open.size(),
                       event.thread);
  if (begins)
    open.push_back({event.type, event.procedure, event.callback, event.other});
  else if (open.empty() && event.thread != 0)
    open_.erase(event.thread); // threads come and go
  return "";
}

std::string Nesting::innermost() const {
  for (const auto& [thread, open] : open_)
    if (!open.empty()) return what_of(open.back());
  return "";
}

} // namespace moot
