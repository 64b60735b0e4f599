// moot show: a trace as indented text, as JSON Lines, for Perfetto, or as a page.
#include "cli/verbs.h"
#include "traces/format/trace_reader.h"
#include "workbench/check/check_folder.h"
#include "workbench/look/perfetto.h"
#include "workbench/look/timed_text.h"
#include "workbench/look/timeline_page.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

namespace moot {
namespace {

struct ShowOptions {
  std::string trace;
  bool json = false;
  bool times = false;
  std::string perfetto; // files that are written
  std::string html;
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

int stopped_after(std::size_t lines) {
  say(fmt::format("stopped after {}", counted(lines, "line")));
  return exit_cut_short;
}

int print_text(const std::string& trace, bool times) {
  TraceReader reader(trace);
  const InterruptibleReading interruptible(trace);
  const auto* const stop = interruptible.asked();

  std::vector<Event> events;
  for (Event event; !is_set(stop) && reader.next(event);) events.push_back(event);
  Patience patience;
  fmt::print("{}", show(reader.header()));
  std::size_t lines = 0;
  const auto print = [&](const std::string& line) {
    fmt::print("{}", line);
    return ++lines % 1024 != 0 || stop == nullptr || !patience.is_over();
  };
  if (times)
    show_with_times(events, print);
  else
    show(events, print);
  if (is_set(stop)) return stopped_after(lines);
  fmt::print("{}", show(reader.ending()));
  return exit_allowed;
}

// The other encoding of a trace. Its times differ from run to run: who compares runs wants none.
int print_json_lines(const std::string& trace, bool times) {
  TraceReader reader(trace);
  const InterruptibleReading interruptible(trace);
  const auto* const stop = interruptible.asked();
  fmt::print("{}\n", header_line(reader.header()));
  std::uint64_t sequence = 0;
  for (Event event; reader.next(event);) {
    if (!times) event.time_ns = 0;
    fmt::print("{}\n", event_line(event, ++sequence));
    if (is_set(stop)) return stopped_after(sequence + 1);
  }
  if (reader.ending()) fmt::print("{}\n", ending_line(*reader.ending()));
  return exit_allowed;
}

int print(const ShowOptions& options, const std::string& trace) {
  return options.json ? print_json_lines(trace, options.times) : print_text(trace, options.times);
}

int write(const ShowOptions& options, const std::vector<std::string>& traces) {
  const auto& file = options.html.empty() ? options.perfetto : options.html;
  const auto title = options.trace == "-" ? "standard input" : options.trace;
  const InterruptibleReading interruptible(traces.front());
  const auto events = options.html.empty() ? write_perfetto(traces, file, interruptible.asked())
                                           : write_timeline_page(title, traces, file, interruptible.asked());
  if (!events) {
    say(fmt::format("stopped; {} was not written", file));
    return exit_cut_short;
  }
  say(fmt::format("{}: {} of {}", file, counted(*events, "event"), counted(traces.size(), "trace")));
  return exit_allowed;
}

int run_show(const ShowOptions& options) {
  const bool is_folder = std::filesystem::is_directory(options.trace);
  const auto traces = is_folder ? traces_in(options.trace) : std::vector{options.trace};
  if (!options.perfetto.empty() || !options.html.empty()) return write(options, traces);
  if (!is_folder) return print(options, options.trace);
  if (options.json)
    throw UsageError(fmt::format("{}: --json takes one trace, such as {}", options.trace, traces.front()));
  for (const auto& trace : traces) {
    fmt::print("{}{}\n", trace == traces.front() ? "" : "\n", trace);
    if (const auto code = print(options, trace); code != exit_allowed) return code;
  }
  return exit_allowed;
}

} // namespace

void add_show(Command& command) {
  auto [verb, options] = add_verb<ShowOptions>(
      command, "show", "Print a trace as indented text, or write it for Perfetto or as a page", run_show);
  verb->add_option("trace", options.trace, "A trace, or a folder with a trace of each process")->required();
  auto* const json = verb->add_flag("--json", options.json, "Print the trace as JSON Lines (docs/trace-format.md)");
  verb->add_flag("--times", options.times, "Also when each event happened, in microseconds from the trace's beginning");
  auto* const perfetto =
      verb->add_option("--perfetto", options.perfetto, "Write it for ui.perfetto.dev (Chrome's trace events)");
  perfetto->type_name("FILE")->excludes(json);
  verb->add_option("--html", options.html, "Write a page with a timeline, and the lifetime of each object")
      ->type_name("FILE")
      ->excludes(json)
      ->excludes(perfetto);
}

} // namespace moot
