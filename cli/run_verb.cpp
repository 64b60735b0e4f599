// moot run: a case on a library or on the model, as a trace.
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "spec/language/case_parser.h"
#include "traces/check/model_run.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/remarks.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace moot {
namespace {

struct RunOptions {
  std::string file; // the case
  LibraryChoice on; // or "model"
  std::uint64_t seed = 0;
  std::string output; // file; empty: standard output
  ChosenLaw law;
};

Trace run_on_library(const RunOptions& options, const Program& program) {
  const auto& law = options.law;
  const auto through = executor_for(program);
  if (!law.readings.empty() && through == "native")
    throw UsageError(
        "--reading: the model, the layer and a stack of tools follow a reading; a library of its own does not");
  const auto answers = pinned_answers(law, through == "tools" ? Area::tools : Area::ticket304);
  if (through == "native")
    for (const auto& answer : law.answers) say(without_effect(answer, "a library of its own takes no answers"));
  const auto library = library_on(options.on, through, "model");
  const Interruptible interruptible;
  try {
    return Runner(library, {.stop = &Interruptible::asked()})
        .run({print_case(program), options.file, options.seed, answers});
  } catch (const Stopped& stopped) {
    return stopped.so_far();
  } catch (const RunError& error) {
    throw UsageError(fmt::format("{}: {}", options.file, error.what()));
  }
}

Trace run_on_the_model(const RunOptions& options, const Program& program) {
  const auto name = chosen_reading(options.law, areas_of(program));
  const auto reading = load_reading(options.law, name);
  say(without_effect(options.law, {name}));
  const Interruptible interruptible;
  return run_on_model(Machine(program, reading), options.seed, options.file, longest_run_on_model,
                      &Interruptible::asked());
}

int run(const RunOptions& options) {
  const auto program = parse_case_file(options.file);
  const auto trace = options.on.on == "model" ? run_on_the_model(options, program) : run_on_library(options, program);
  say(Remarks(options.law.spec).on(program, options.file));
  if (options.output.empty()) {
    write(std::cout, trace);
  } else {
    std::ostringstream text;
    write(text, trace);
    write_file(options.output, text.str());
  }
  if (!Interruptible::asked()) return exit_allowed;
  say(fmt::format("stopped after {}", counted(trace.events.size(), "event")));
  return exit_cut_short;
}

} // namespace

void add_run(Command& command) {
  auto [verb, options] = add_verb<RunOptions>(command, "run", "Run a case once and write its trace", run);
  add_case(verb, options.file);
  add_on(verb, command.folders, options.on, "openmpi|mpich|model|mpicc", "On this library or the model")->required();
  add_seed(verb, options.seed, "The seed of every choice that the law leaves free");
  verb->add_option("-o,--output", options.output, "Write the trace here (standard output)");
  add_law(verb, command.folders, options.law, std::string("for --on model and the layer: ") + default_reading);
}

} // namespace moot
