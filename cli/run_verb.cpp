// moot run: a case on a library or on the model, as a trace.
#include "cli/libraries.h"
#include "cli/no_effect.h"
#include "cli/remarks.h"
#include "cli/write_file.h"
#include "traces/model_run.h"

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
  try {
    return Runner(library).run({print_case(program), options.input, options.seed, answers});
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
    trace = run_on_model(Machine(program, reading), options.seed, options.input);
  } else {
    trace = run_on_library(options, program);
  }
  say_remarks(Remarks(options.spec).on(program, options.input));
  if (options.output.empty()) {
    write(std::cout, trace);
    return exit_allowed;
  }
  std::ostringstream text;
  write(text, trace);
  write_file(options.output, text.str());
  return exit_allowed;
}

} // namespace moot
