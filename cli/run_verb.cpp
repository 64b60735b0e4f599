// moot run: a case on a library or on the model, as a trace.
#include "traces/check/model_run.h"
#include "workbench/settle/remarks.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/libraries.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/words.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace moot {
namespace {

Trace run_on_library(const Options& options, const Program& program) {
  const auto through = executor_for(program);
  if (!options.readings.empty() && through != "layer")
    throw UsageError("--reading: the model and the layer follow a reading; a library of its own does not");
  const auto answers = pinned_answers(options);
  if (through != "layer")
    for (const auto& answer : options.answers) say_without_effect(answer, "a library of its own takes no answers");
  const auto library = library_on(options, through, "model");
  const Interruptible interruptible;
  try {
    return Runner(library, {.stop = &Interruptible::asked()})
        .run({print_case(program), options.input, options.seed, answers});
  } catch (const Stopped& stopped) {
    return stopped.so_far();
  } catch (const RunError& error) {
    throw UsageError(fmt::format("{}: {}", options.input, error.what()));
  }
}

} // namespace

int run_case(const Options& options) {
  const auto program = parse_case_file(options.input);
  Trace trace;
  if (options.on == "model") {
    const auto name = chosen_reading(options, areas_of(program));
    const auto reading = load_reading(options, name);
    say_without_effect(options, {name});
    const Interruptible interruptible;
    trace = run_on_model(Machine(program, reading), options.seed, options.input, longest_run_on_model,
                         &Interruptible::asked());
  } else {
    trace = run_on_library(options, program);
  }
  say_remarks(Remarks(options.spec).on(program, options.input));
  if (options.output.empty()) {
    write(std::cout, trace);
  } else {
    std::ostringstream text;
    write(text, trace);
    write_file(options.output, text.str());
  }
  if (!Interruptible::asked()) return exit_allowed;
  fmt::print(stderr, "moot: stopped after {}\n", counted(trace.events.size(), "event"));
  return exit_cut_short;
}

} // namespace moot
