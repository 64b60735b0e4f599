// moot run: a case on a library or on the model, as a trace.
#include "cli/verdicts.h"
#include "cli/write_file.h"
#include "mpi_backend/runner.h"
#include "traces/model_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>

namespace moot {
namespace {

Trace run_on_library(const Options& options, const Program& program) {
  if (!options.readings.empty())
    throw UsageError("--reading: the model follows a reading; what a library's layer chooses, --answer pins");
  const auto answers = pinned_answers(options);
  const auto libraries = installed_libraries(options.executors);
  const auto library = std::ranges::find_if(libraries, [&](const LibraryInfo& each) {
    return each.id == options.on && each.through == executor_for(program);
  });
  if (library == libraries.end()) {
    std::string known = "model";
    for (const auto& each : libraries)
      if (each.through == executor_for(program)) known += ", " + each.id;
    throw UsageError(
        fmt::format("--on {}: no such library here; there are: {} (./moot builds for those of Open MPI and "
                    "MPICH whose packages, libopenmpi-dev and libmpich-dev, are installed)",
                    options.on, known));
  }
  try {
    return Runner(*library).run({print_case(program), options.input, options.seed, answers});
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
