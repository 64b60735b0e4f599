// moot show: a trace as indented text.
#include "cli/verbs.h"
#include "traces/format/trace_reader.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <chrono>

namespace moot {
namespace {

struct ShowOptions {
  std::string trace;
};

// Whether printing has to end. What was read before Ctrl-C is printed for half a second; a Ctrl-C in the middle of it ends it.
class Patience {
public:
  bool is_over() {
    if (!Interruptible::asked()) return false;
    if (!before_) return true;
    return std::chrono::steady_clock::now() - begin_ > std::chrono::milliseconds(500);
  }

private:
  bool before_ = Interruptible::asked();
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

int run(const ShowOptions& options) {
  TraceReader reader(options.trace);
  const InterruptibleReading interruptible(options.trace);
  const auto* const stop = interruptible.asked();
  const auto is_stopped = [&] { return stop != nullptr && *stop; };

  std::vector<Event> events;
  for (Event event; !is_stopped() && reader.next(event);) events.push_back(event);
  Patience patience;
  fmt::print("{}", show(reader.header()));
  std::size_t lines = 0;
  show(events, [&](const std::string& line) {
    fmt::print("{}", line);
    return ++lines % 1024 != 0 || stop == nullptr || !patience.is_over();
  });
  if (!is_stopped()) {
    fmt::print("{}", show(reader.ending()));
    return exit_allowed;
  }
  say(fmt::format("stopped after {}", counted(lines, "line")));
  return exit_cut_short;
}

} // namespace

void add_show(Command& command) {
  auto [verb, options] = add_verb<ShowOptions>(command, "show", "Print a trace as indented text", run);
  verb->add_option("trace", options.trace, "A trace")->required();
}

} // namespace moot
