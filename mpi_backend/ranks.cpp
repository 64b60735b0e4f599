#include "mpi_backend/ranks.h"

#include "mpi_backend/child.h"
#include "mpi_backend/job.h"
#include "mpi_backend/protocol.h"
#include "mpi_backend/temporary_folder.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace moot {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  auto whole = text.str();
  if (whole.ends_with("\n\n")) whole.pop_back(); // the end of the answer
  return whole;
}

// Whole lines, as far as they go, and how mpiexec ended where they break off.
Trace trace_of_rank(const std::string& path, Trace trace, const TraceEnding& of_all) {
  auto text = contents(path);
  text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
  try {
    if (!text.empty()) trace = read_trace(text, path);
  } catch (const TraceError& error) {
    trace.ending = crashed(fmt::format("wrote garbage: {}", error.what()));
  }
  if (!trace.ending) trace.ending = of_all;
  return trace;
}

std::string mpiexec_of(const LibraryInfo& library) {
  if (library.own.empty()) return "mpiexec." + library.id;
  return std::filesystem::path(library.own).replace_filename("mpiexec").string();
}

// A rank that has begun the case has written its trace's header.
bool all_have_begun(const std::string& place, int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    std::error_code none_yet;
    const auto size = std::filesystem::file_size(fmt::format("{}.{}", place, rank), none_yet);
    if (none_yet || size == 0) return false;
  }
  return true;
}

// To start may take long; from then on each rank has as long as a job may take.
TraceEnding ending_of(Child& mpiexec, const std::string& place, int ranks, const RunnerLimits& limits) {
  constexpr std::chrono::milliseconds slice{20};
  const auto start = Clock::now() + limits.start;
  auto limit = limits.start;
  while (!mpiexec.ends(Clock::now() + slice, limits.stop) && Clock::now() < start) {
    if (limits.stop != nullptr && *limits.stop) throw Stopped();
    if (!all_have_begun(place, ranks)) continue;
    limit = limits.job;
    break;
  }
  const auto until = limit == limits.job ? Clock::now() + limit : start;
  const bool by_itself = mpiexec.ends(until, limits.stop);
  const auto status = mpiexec.wait(Clock::now(), limits.stop);
  if (limits.stop != nullptr && *limits.stop) throw Stopped();
  return by_itself ? ended(status, mpiexec.last_error()) : hung(limit);
}

} // namespace

std::vector<Trace> run_on_ranks(const LibraryInfo& library, const Job& job, int ranks, const RunnerLimits& limits) {
  const TemporaryFolder folder;
  const auto place = folder.path() + "/moot";
  std::ofstream(place + ".job") << job_line(job, limits);
  auto environment = environment_of(library, folder.path(), settings_for(library, job));
  environment.emplace_back("OMPI_MCA_rmaps_base_oversubscribe=1");                  // more processes than cores
  environment.emplace_back("PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"); // the same since Open MPI 5
  Child mpiexec({"/usr/bin/env", mpiexec_of(library), "-n", std::to_string(ranks), library.executor, "--job",
                 place + ".job", "--trace", place},
                environment);
  const auto of_all = ending_of(mpiexec, place, ranks, limits);
  std::vector<Trace> traces;
  for (int rank = 0; rank < ranks; ++rank) {
    Trace empty;
    empty.header = header_of(library, job);
    empty.header.rank = rank;
    empty.header.size = ranks;
    traces.push_back(trace_of_rank(fmt::format("{}.{}", place, rank), std::move(empty), of_all));
    throw_if_refused(library, traces.back());
  }
  return traces;
}

} // namespace moot
