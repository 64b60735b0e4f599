// moot_executor_LIBRARY, moot_native_LIBRARY: run cases on an MPI library. mpi_backend/runner.h starts it and talks to it (protocol.h).
#include "mpi_backend/executor/clean_up.h"
#include "mpi_backend/executor/interpreter.h"
#include "mpi_backend/executor/library.h"
#include "mpi_backend/executor/through.h"
#include "mpi_backend/protocol.h"
#include "spec/language/case_parser.h"

#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

namespace {

using namespace moot;
using namespace moot::executor;

enum class Next { another_job, end, finalized };

std::string greeting(const Library& library) {
  return nlohmann::json{{"library", library.name}, {"version", library.version}, {"mpi", MPI_VERSION}}.dump();
}

TraceEnding not_done(std::string_view how, const char* why) {
  return {TraceEnding::Type::aborted, std::string(how) + why, {}};
}

// An exception that comes from here is no fault of the job: the library has damaged the process's memory. It ends as in a
// crash.
Next run(const Program& program, Recorder& recorder, std::uint64_t seed) noexcept {
  Interpreter interpreter(program, recorder, seed);
  interpreter.run();
  recorder.ending(interpreter.ending());
  if (interpreter.finalized()) return Next::finalized;
  if (cases_begin_mpi) return Next::end;
  clean_up(interpreter.objects());
  return interpreter.spoiled() ? Next::end : Next::another_job;
}

void require_threads() {
  int level = 0;
  PMPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE) throw CannotRun("its threads need MPI_THREAD_MULTIPLE, which the library lacks");
}

// (The header is written first, whatever is wrong with the text.)
Program parsed(const nlohmann::json& job, TraceHeader& header, Recorder& recorder) {
  const auto begin = [&] { recorder.start(header_line(header), job.at("events")); };
  try {
    auto program = parse_case(job.at("program").get_ref<const std::string&>(), header.program);
    for (const auto tool : program.stack) header.tools.push_back(program.tools[static_cast<std::size_t>(tool)]);
    begin();
    return program;
  } catch (...) {
    begin();
    throw;
  }
}

// Runs one job: header, events and ending go to the recorder.
Next run(const nlohmann::json& job, TraceHeader header, Recorder& recorder) {
  header.program = job.at("name");
  header.seed = job.at("seed");
  const auto program = parsed(job, header, recorder);
  if (program.callbacks.size() > most_callbacks)
    throw CannotRun("more than " + std::to_string(most_callbacks) + " callbacks");
  if (has_threads(program)) require_threads();
  const std::string answers = job.at("answers");
  require_runnable(program);
  start(program, header.seed, answers);
  return run(program, recorder, header.seed);
}

Next answer(const std::string& line, const TraceHeader& header, Recorder& recorder) {
  Next next = Next::another_job;
  try {
    next = run(nlohmann::json::parse(line), header, recorder);
  } catch (const CannotRun& error) {
    recorder.ending(not_done(refusal, error.what()));
  } catch (const std::exception& error) {
    recorder.ending(not_done(wrong_job, error.what()));
  }
  recorder.end_of_answer();
  return next;
}

void initialize() {
  reserve_buffers();
  if (cases_begin_mpi) return;
  int level = 0;
  const int wanted = std::getenv(without_threads) != nullptr ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE;
  MPI_Init_thread(nullptr, nullptr, wanted, &level);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  initialize_through();
}

void end(Next how) {
  int is_begun = 1;
  PMPI_Initialized(&is_begun);
  if (how != Next::finalized && is_begun != 0) PMPI_Finalize();
}

int serve(int out) {
  fcntl(out, F_SETFD, FD_CLOEXEC); // what MPI starts must not keep it open
  const Library library = this_library();
  Recorder recorder(out);
  initialize();
  recorder.start(greeting(library));
  recorder.end_of_answer();
  TraceHeader header;
  header.library = library.name;
  header.version = library.version;
  header.through = through;
  auto next = Next::another_job;
  for (std::string line; next == Next::another_job && std::getline(std::cin, line);)
    next = answer(line, header, recorder);
  end(next);
  return 0;
}

// One case in each process of an mpiexec (mpi_backend/ranks.h): the job in a file, a file for each rank's trace.
int run_once(const std::string& job_file, const std::string& trace_prefix) {
  const Library library = this_library();
  initialize();
  TraceHeader header;
  header.library = library.name;
  header.version = library.version;
  header.through = through;
  PMPI_Comm_rank(MPI_COMM_WORLD, &header.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &header.size);
  const auto path = trace_prefix + "." + std::to_string(header.rank);
  const int out = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); // NOLINT(*-vararg)
  std::ifstream file(job_file);
  std::string job;
  if (out < 0 || !std::getline(file, job)) return 2;
  Recorder recorder(out, {trace_prefix, header.rank, header.size});
  end(answer(job, header, recorder));
  return 0;
}

// What the command line asks for.
struct Options {
  bool version = false;
  int out = 1;
  std::string job, trace; // for run_once
};

std::optional<Options> parse(const std::vector<std::string_view>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--version") {
      options.version = true;
    } else if (arguments[i] == "--out-fd" && i + 1 < arguments.size()) {
      const std::string_view number = arguments[++i];
      const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), options.out);
      if (error != std::errc() || stop != number.data() + number.size()) return std::nullopt;
    } else if (arguments[i] == "--job" && i + 1 < arguments.size()) {
      options.job = arguments[++i];
    } else if (arguments[i] == "--trace" && i + 1 < arguments.size()) {
      options.trace = arguments[++i];
    } else {
      return std::nullopt;
    }
  }
  return options;
}

} // namespace

int main(int argc, char** argv) {
  const auto options = parse({argv + 1, argv + argc});
  if (!options) {
    std::cerr << "usage: " << argv[0] << " [--out-fd N] [--version] | --job FILE --trace PREFIX\n";
    return 2;
  }
  if (!options->job.empty()) return run_once(options->job, options->trace);
  if (!options->version) return serve(options->out);
  Recorder(options->out).start(greeting(this_library()));
  return 0;
}
