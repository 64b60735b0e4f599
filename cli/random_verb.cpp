// moot random: a long random program, and the trace of one run of it on the model.
#include "programs/random_run.h"
#include "spec/language/nearest.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/verdicts.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

RandomProgram wanted(const Options& options) {
  RandomProgram what;
  what.calls = options.calls;
  what.seed = options.seed;
  what.keys = options.keys;
  what.handles = options.handles;
  what.values = options.values;
  if (options.procedures.empty()) return what;
  what.procedures.clear();
  std::vector<std::string_view> known;
  known.reserve(random_procedures.size());
  for (const auto procedure : random_procedures) known.push_back(signature(procedure).name);
  for (const auto& name : options.procedures) {
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
      throw UsageError(fmt::format("--only {}: no such call here{}; there are {}", name, did_you_mean(name, known),
                                   fmt::join(known, ", ")));
    what.procedures.push_back(random_procedures.at(static_cast<std::size_t>(found - known.begin())));
  }
  return what;
}

// Says on standard error how far it is.
class CallsMade {
public:
  explicit CallsMade(std::uint64_t calls) : calls_(calls) {}
  ~CallsMade() {
    if (said_) fmt::print(stderr, "\n");
  }
  CallsMade(const CallsMade&) = delete;
  CallsMade& operator=(const CallsMade&) = delete;

  void made(std::uint64_t count) {
    constexpr std::uint64_t often_enough = 1024;
    if (count % often_enough != 0 || !pace_.is_due()) return;
    fmt::print(stderr, "{}moot: {} of {} calls", said_ ? "\r" : "", count, calls_);
    said_ = true;
  }

private:
  std::uint64_t calls_;
  Pace pace_;
  bool said_ = false;
};

TraceHeader header_of(const Options& options, const Reading& reading, const std::string& name) {
  TraceHeader header;
  header.library = "model";
  header.version = reading.name;
  header.through = "model";
  header.program = name;
  header.seed = options.seed;
  return header;
}

} // namespace

int random_program(const Options& options) {
  const auto reading_name = options.readings.empty() ? "ticket304-strict" : chosen_reading(options);
  const auto reading = load_reading(options, reading_name);
  say_without_effect(options, {reading_name});
  const auto name = options.output.empty() ? fmt::format("random-{}", options.seed) : options.output;
  RandomRun run(wanted(options), reading);
  NewFile program(name + ".litmus");
  NewFile trace(name + ".trace");
  auto head = run.program();
  head.main.clear();
  program.out() << print_case(head) << '\n';
  trace.out() << header_line(header_of(options, reading, name + ".litmus")) << '\n';
  CallsMade progress(options.calls);
  std::uint64_t calls = 0;
  std::uint64_t events = 0;
  const Interruptible interruptible;
  while (!Interruptible::asked() && run.call()) {
    program.out() << print_statement(run.program(), run.statement()) << '\n';
    for (const auto& event : run.take_events()) trace.out() << event_line(event, ++events) << '\n';
    progress.made(++calls);
  }
  trace.out() << ending_line({}) << '\n';
  program.finish();
  trace.finish();
  if (Interruptible::asked())
    fmt::print(stderr, "moot: stopped after {} of {} calls\n", calls, options.calls);
  else if (calls < options.calls)
    fmt::print(stderr, "moot: after {} of {} calls, none of those chosen can be made any more\n", calls, options.calls);
  fmt::print("{0}.litmus: {1} calls; {0}.trace: {2} events\n", name, calls, events);
  return Interruptible::asked() ? exit_cut_short : exit_allowed;
}

} // namespace moot
