// moot run: a case on a library or on the model, as a trace.
#include "cli/libraries.h"
#include "cli/write_file.h"
#include "traces/model_run.h"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace moot {
namespace {

Trace run_on_library(const Options& options, const Program& program) {
  if (!options.readings.empty())
    throw UsageError("--reading: the model follows a reading; what a library's layer chooses, --answer pins");
  const auto answers = pinned_answers(options);
  const auto library = library_on(options, executor_for(program), "model");
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
    const auto reading = load_reading(options, chosen_reading(options, areas_of(program)));
    trace = run_on_model(Machine(program, reading), options.seed, options.input);
  } else {
    trace = run_on_library(options, program);
  }
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
