#include "mpi_backend/job.h"

#include "mpi_backend/child.h"
#include "mpi_backend/protocol.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <sys/wait.h>

namespace moot {
namespace {

// What Open MPI needs to start anywhere, and soon: a process of its own needs no daemon that could start others for it, and
// no network to be looked for; both take longer than some hundred cases do. Other libraries ignore it.
std::vector<std::string> quiet_start(const LibraryInfo& library) {
  return {
      "OMPI_ALLOW_RUN_AS_ROOT=1",
      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
      std::atoi(library.version.c_str()) < 5 ? "OMPI_MCA_btl=self,vader" : "OMPI_MCA_btl=self,sm", // renamed
      "OMPI_MCA_btl_base_warn_component_unused=0",
      "OMPI_MCA_ess_singleton_isolated=1",
      "OMPI_MCA_pml=ob1",
  };
}

} // namespace

std::vector<std::string> environment_of(const LibraryInfo& library, const std::string& folder,
                                        const std::vector<std::string>& settings) {
  auto environment = quiet_start(library);
  environment.insert(environment.end(), settings.begin(), settings.end());
  std::erase_if(environment, [](const std::string& entry) { // the user's own settings win
    return std::getenv(entry.substr(0, entry.find('=')).c_str()) != nullptr;
  });
  if (!folder.empty()) environment.push_back("TMPDIR=" + folder);
  environment.insert(environment.end(), library.environment.begin(), library.environment.end());
  return environment;
}

// Open MPI makes windows of a program's memory with no component that Debian lets it use; with the one that does, there is no
// MPI_THREAD_MULTIPLE.
std::vector<std::string> settings_for(const LibraryInfo& library, const Job& job) {
  if (library.id != "openmpi") return {};
  const auto calls = [&](std::string_view procedure) { return job.program.find(procedure) != std::string::npos; };
  if (!calls("MPI_Win_create(") && !calls("MPI_Win_create_dynamic(")) return {};
  return {"OMPI_MCA_osc=^ucx", std::string(without_threads) + "=1"};
}

std::size_t most_events(const Job& job, const RunnerLimits& limits) { return limits.events + 2 * job.statements; }

std::string job_line(const Job& job, const RunnerLimits& limits) {
  const nlohmann::json json{{"program", job.program},
                            {"name", job.name},
                            {"seed", job.seed},
                            {"answers", job.answers},
                            {"events", most_events(job, limits)}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

TraceHeader header_of(const LibraryInfo& library, const Job& job) {
  TraceHeader header;
  header.library = library.library;
  header.version = library.version;
  header.through = library.through;
  header.program = job.name;
  header.seed = job.seed;
  return header;
}

TraceEnding crashed(std::string detail) { return {TraceEnding::Type::crashed, std::move(detail), {}}; }
TraceEnding hung(std::chrono::duration<double> limit) {
  return {TraceEnding::Type::hung, fmt::format("no end after {:g} s", limit.count()), {}};
}

TraceEnding ended(int status, const std::string& last_error) {
  const bool by_signal = WIFSIGNALED(status) && WTERMSIG(status) != SIGABRT;
  if (by_signal) return crashed(ended_how(status));
  const std::string why = last_error.empty() ? "" : ": " + last_error;
  return {TraceEnding::Type::aborted, ended_how(status) + why, {}};
}

CannotRun::CannotRun(const std::string& library, std::string why)
    : RunError(fmt::format("{}: {}{}", library, refusal, why)), why_(std::move(why)) {}

void throw_if_refused(const LibraryInfo& library, const Trace& trace) {
  if (trace.ending->type != TraceEnding::Type::aborted) return;
  const std::string_view why = trace.ending->detail;
  if (why.starts_with(refusal)) throw CannotRun(library.library, std::string(why.substr(refusal.size())));
  if (why.starts_with(wrong_job)) throw WrongJob(fmt::format("{}: {}", library.library, why));
}

} // namespace moot
