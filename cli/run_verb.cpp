// moot run: a case on a library or on the model, as a trace.
#include "cli/verdicts.h"
#include "mpi_backend/runner.h"
#include "traces/model_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>

namespace moot {
namespace {

std::string joined(const std::vector<std::string>& answers) {
  std::string text;
  for (const auto& answer : answers) text += (text.empty() ? "" : ",") + answer;
  return text;
}

Trace run_on_library(const Options& options, const Program& program) {
  const auto libraries = installed_libraries(options.executors);
  const auto library = std::ranges::find(libraries, options.on, &LibraryInfo::id);
  if (library == libraries.end()) {
    std::string known = "model";
    for (const auto& each : libraries) known += ", " + each.id;
    throw UsageError(fmt::format("--on {}: no such library here; there are: {}", options.on, known));
  }
  Runner runner(*library);
  return runner.run({print_case(program), options.input, options.seed, joined(options.answers)});
}

} // namespace

int run_case(const Options& options) {
  const auto program = parse_case_file(options.input);
  Trace trace;
  if (options.on == "model") {
    const auto reading = load_reading(options, chosen_reading(options));
    trace = run_on_model(Machine(program, reading), options.seed, options.input);
  } else {
    trace = run_on_library(options, program);
  }
  if (options.output.empty()) {
    write(std::cout, trace);
    return exit_allowed;
  }
  const auto beside = options.output + ".new";
  {
    std::ofstream out(beside);
    write(out, trace);
    if (!out.flush()) throw UsageError(fmt::format("{}: can't be written", options.output));
  }
  if (std::rename(beside.c_str(), options.output.c_str()) != 0)
    throw UsageError(fmt::format("{}: can't be written", options.output));
  return exit_allowed;
}

} // namespace moot
