#include "workbench/check/check_folder.h"

#include "traces/format/trace_reader.h"
#include "workbench/shared/parallel.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace moot {

namespace fs = std::filesystem;

std::vector<std::string> traces_in(const std::string& folder) {
  std::vector<std::pair<int, std::string>> found; // by rank
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    auto name = entry.path();
    if (name.extension() == ".zst") name = name.stem();
    if (name.extension() != ".moot" && name.extension() != ".trace") continue;
    found.emplace_back(TraceReader(entry.path()).header().rank, entry.path().string());
  }
  if (error) throw UsageError(fmt::format("{}: can't be read", folder));
  if (found.empty()) throw UsageError(fmt::format("{}: there is no trace in it (rank-0.moot, ...)", folder));
  std::ranges::sort(found);
  std::vector<std::string> traces;
  traces.reserve(found.size());
  for (auto& [rank, path] : found) traces.push_back(std::move(path));
  return traces;
}

std::size_t check_folder(const CheckRequest& request, const std::vector<std::string>& traces, unsigned jobs,
                         const std::atomic<bool>& stop,
                         const std::function<void(const std::string& trace, const Checked&)>& take) {
  Progress progress(traces.size(), 1, "traces");
  std::vector<Checked> checked(traces.size());
  const Crew crew{jobs, stop, progress};
  return for_each_in_order(
      traces.size(), crew,
      [&]() -> Task {
        return [&](std::size_t i) {
          auto one = request;
          one.trace = traces[i];
          checked[i] = check_file(one, &stop);
        };
      },
      [&](std::size_t i, std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
        take(traces[i], checked[i]);
        checked[i] = {};
      });
}

} // namespace moot
