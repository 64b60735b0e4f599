// Records programs with `moot record`, as a shell does, on the library of the test: "openmpi" or "mpich".
#pragma once

#include "cli/command_test.h"
#include "traces/check/nesting.h"
#include "traces/format/trace_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace moot {

class RecordTest : public CommandTest, public testing::WithParamInterface<const char*> {
protected:
  void SetUp() override {
    if (std::filesystem::exists(recorder())) return;
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string_view(ci) == "true") FAIL() << GetParam() << " is not installed";
    GTEST_SKIP() << GetParam() << " is not installed: nothing was recorded on it";
  }

  std::string backend() const { return GetParam(); }
  bool is_openmpi() const { return backend() == "openmpi"; }
  std::string reading() const { return is_openmpi() ? "openmpi-4.1.4" : "mpich-4.0.2"; }
  std::string recorder() const { return MOOT_RECORDERS "/libmoot_recorder_" + backend() + ".so"; }
  std::string program(const std::string& name) const { return MOOT_RECORD_PROGRAMS "/" + backend() + "/" + name; }
  bool has(const std::string& name) const { return std::filesystem::exists(program(name)); }
  std::string mpiexec(int ranks) const {
    return fmt::format("mpiexec.{}{} -n {} ", backend(), is_openmpi() ? " --oversubscribe" : "", ranks);
  }
  std::string folder() const { return path("traces"); }

  // A shell in which programs of both libraries run. (A test may take the network of this machine alone: "tcp" is for processes that
  // are started later.)
  Ran run(const std::string& script) const {
    return shell(
        "export MOOT_EXECUTORS='" MOOT_RECORDERS "' OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_base_warn_component_unused=0 OMPI_MCA_btl_tcp_if_include=lo\n"
        "export TRACES='" +
        folder() + "' RECORDER='" + recorder() + "'\n" + script);
  }
  // `moot record OPTIONS -- COMMAND`, into an empty folder.
  Ran record(const std::string& command, const std::string& options = "") const {
    std::filesystem::remove_all(folder());
    return run("timeout 100 $MOOT record -o $TRACES " + options + " -- " + command);
  }

  std::string trace_of(const std::string& name = "rank-0") const { return folder() + "/" + name + ".moot"; }
  std::vector<std::string> traces() const {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder(), none))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
  Trace read(const std::string& name = "rank-0") const { return read_trace_file(trace_of(name)); }
  // As `moot show` prints it, without its first line.
  std::string shown(const std::string& name = "rank-0") const {
    const auto trace = read(name);
    return show(trace.events) + show(trace.ending);
  }
  // As `moot check` says it; "" where nothing but "allowed" came of it.
  std::string alarms() const {
    const auto checked = run("$MOOT check $TRACES --reading " + reading());
    return checked.code == 0 ? "" : checked.out + checked.err;
  }
};

// The lines of a text, each ended.
inline std::string lines(const std::vector<std::string>& list) {
  return list.empty() ? "" : fmt::format("{}\n", fmt::join(list, "\n"));
}
inline constexpr auto no_end = "(the trace ends here, the run may not have)";

#define MOOT_ON_EACH_LIBRARY(Test)                                                                                     \
  INSTANTIATE_TEST_SUITE_P(Libraries, Test, testing::Values("openmpi", "mpich"),                                       \
                           [](const auto& test) { return test.param; })

} // namespace moot
