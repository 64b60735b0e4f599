#include "programs/tools/under_tools.h"

#include "model/vocabulary/column.h"

#include <algorithm>
#include <map>

namespace moot {
namespace {

bool is_of_a_tool(const Event& event) { return column_of(event.callback) == Column::tools && !is_of_call(event); }

class Reader {
public:
  SeenByTools read(const std::vector<Event>& events) {
    for (const auto& event : events)
      is_beginning(event) ? begin(event, open_[event.thread]) : end(event, open_[event.thread]);
    return std::move(seen_);
  }

private:
  struct Open {
    std::size_t call = 0;   // of the program, whose tools these are: its place in seen_.calls
    int id = 0;             // of a tool
    bool of_tool = false;   // its function
    bool passed_on = false; // by a tool
    bool hidden = false;    // a tool's own call, or what is in it: no tool registers that
  };

  void begin(const Event& event, std::vector<Open>& around) {
    Open open;
    open.of_tool = is_of_a_tool(event);
    const bool in_tool = !open.of_tool && !around.empty() && around.back().of_tool;
    open.hidden = (in_tool && event.by != Event::By::next) || (!around.empty() && around.back().hidden);
    open.passed_on = in_tool && event.by == Event::By::next;
    if (!open.hidden) note(event, open, around);
    around.push_back(open);
  }

  void note(const Event& event, Open& open, const std::vector<Open>& around) {
    if (open.of_tool || open.passed_on) {
      open.call = around.back().call;
      if (open.of_tool) open.id = static_cast<int>(event.fields.at(0).value.number);
      if (open.of_tool && event.callback == Callback::intercept) seen_.calls[open.call].push_back(open.id);
    } else {
      open.call = seen_.calls.size();
      if (event.type == Event::Type::call) add_call(event.procedure);
      show(event, around);
    }
  }

  void add_call(Procedure procedure) {
    seen_.calls.emplace_back();
    seen_.returns.emplace_back();
    seen_.procedures.push_back(procedure);
  }

  void end(const Event& event, std::vector<Open>& around) {
    const auto open = around.back();
    around.pop_back();
    if (open.hidden && event.procedure == Procedure::context_get_storage)
      seen_.storages.emplace_back(around.back().id, event.fields.at(0).value.number);
    if (open.hidden) return;
    if (open.of_tool && event.callback == Callback::intercept) seen_.returns[open.call].push_back(open.id);
    if (!open.of_tool && !open.passed_on) show(event, around);
  }

  void show(const Event& event, const std::vector<Open>& around) {
    if (is_of_call(event) && signature(event.procedure).area == Area::tools) return;
    auto& shown = seen_.program.emplace_back(event);
    const auto is_the_programs = [](const Open& it) { return !it.of_tool && !it.passed_on; };
    shown.depth = static_cast<std::uint32_t>(std::ranges::count_if(around, is_the_programs));
    if (is_of_call(event)) shown.by = shown.depth == 0 ? Event::By::program : Event::By::callback;
  }

  SeenByTools seen_;
  std::map<std::uint32_t, std::vector<Open>> open_; // by thread
};

} // namespace

SeenByTools seen_by_tools(const std::vector<Event>& events) { return Reader().read(events); }

} // namespace moot
