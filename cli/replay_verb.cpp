// moot replay, moot reduce: what a real program did, again; and the shortest case that shows what is wrong with it.
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "traces/judge/judge.h"
#include "workbench/check/check_file.h"
#include "workbench/replay/replay.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/words.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>

#include <sstream>

namespace moot {
namespace {

struct ReplayOptions {
  std::string trace;
  LibraryChoice on;
  ChosenLaw law;
  std::string output; // the case
  std::string kept;   // the trace of the new run
};

int run_replay(const ReplayOptions& options) {
  const auto recorded = recorded_case(options.trace);
  const auto reading = load_reading(options.law, chosen_reading(options.law, areas_of(recorded.program)));
  const Interruptible interruptible;
  if (!options.output.empty()) write_file(options.output, recorded.text);
  const auto library = options.on.on == "model"
                           ? std::nullopt
                           : std::optional(library_on(options.on, executor_for(recorded.program), "model"));
  const auto trace = replay(recorded, library, reading, Interruptible::asked());
  if (!options.kept.empty()) {
    std::ostringstream text;
    write(text, trace);
    write_file(options.kept, text.str());
  }
  Checked checked;
  checked.reading = reading.name;
  checked.report = check(trace, reading);
  checked.events = trace.events.size();
  fmt::print("{}{}", to_text(checked, options.law.spec), show(trace.ending));
  if (Interruptible::asked()) return exit_cut_short;
  return exit_code(checked.report.verdict);
}

int run_reduce(const ReplayOptions& options) {
  const auto recorded = recorded_case(options.trace);
  const auto reading = load_reading(options.law, chosen_reading(options.law, areas_of(recorded.program)));
  const Interruptible interruptible;
  const auto reduced =
      reduce(recorded, library_on(options.on, executor_for(recorded.program)), reading, Interruptible::asked());
  const auto text = fmt::format("# Reduced by moot reduce under {}, from {} calls to {}.\n{}", reading.name, reduced.of,
                                reduced.calls, reduced.text);
  if (options.output.empty())
    fmt::print("{}", text);
  else
    write_file(options.output, text);
  say(fmt::format("{} of {} calls show that {} is broken", reduced.calls, reduced.of, id(reduced.clause)));
  return Interruptible::asked() ? exit_cut_short : exit_allowed;
}

void add_options(CLI::App* verb, Command& command, ReplayOptions& options) {
  verb->add_option("trace", options.trace, "A trace of moot record")->required();
  add_law(verb, command.folders, options.law, "mpi-3.1");
}

} // namespace

void add_replay(Command& command) {
  auto [verb, options] = add_verb<ReplayOptions>(
      command, "replay", "Run what was recorded again, on another library or on the model", run_replay);
  add_options(verb, command, options);
  add_on(verb, command.folders, options.on, "openmpi|mpich|model|mpicc", "On this library or the model")->required();
  verb->add_option("-o,--output", options.output, "Write the case here that it is replayed as");
  verb->add_option("--trace", options.kept, "Write the trace of the new run here");
}

void add_reduce(Command& command) {
  auto [verb, options] = add_verb<ReplayOptions>(
      command, "reduce", "The shortest case that breaks the clause that a recorded trace breaks", run_reduce);
  add_options(verb, command, options);
  add_on(verb, command.folders, options.on, "openmpi|mpich|mpicc", "The library that did it")->required();
  verb->add_option("-o,--output", options.output, "Write the case here (standard output)");
}

} // namespace moot
