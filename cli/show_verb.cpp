// moot show: a trace as indented text.
#include "traces/format/trace_reader.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/verdicts.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <optional>

namespace moot {
namespace {

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

} // namespace

int show_trace(const Options& options) {
  TraceReader reader(options.input);
  // While it waits for a pipe, Ctrl-C ends it.
  std::optional<Interruptible> interruptible;
  if (std::filesystem::is_regular_file(options.input)) interruptible.emplace();
  const auto stopped = [&] { return interruptible && Interruptible::asked(); };

  std::vector<Event> events;
  for (Event event; !stopped() && reader.next(event);) events.push_back(event);
  Patience patience;
  fmt::print("{}", show(reader.header()));
  std::size_t lines = 0;
  show(events, [&](const std::string& line) {
    fmt::print("{}", line);
    return ++lines % 1024 != 0 || !interruptible || !patience.is_over();
  });
  if (!stopped()) {
    fmt::print("{}", show(reader.ending()));
    return exit_allowed;
  }
  fmt::print(stderr, "moot: stopped after {}\n", counted(lines, "line"));
  return exit_cut_short;
}

} // namespace moot
