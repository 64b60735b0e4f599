// Programs under stacks of the tools that come with the library, on the library of the test.
#pragma once

#include "mpi_backend/recorder/record_test.h"

#include <regex>

namespace moot {

class ToolTest : public RecordTest {
protected:
  std::string stack_library() const { return MOOT_RECORDERS "/libmoot_tools_" + backend() + ".so"; }
  std::string tool_file(const std::string& name) const {
    return MOOT_RECORDERS "/tools/" + backend() + "/lib" + name + ".so";
  }
  // "trace=/.../libtrace.so"
  std::string loaded(const std::string& name) const { return name + "=" + tool_file(name); }
  std::string layer() const { return "ticket304=" + tool_file("layer"); }

  // The program under these tools; `preloaded`: libraries, after that of the stack.
  Ran under(const std::string& tools, const std::string& program, const std::string& environment = "",
            const std::vector<std::string>& preloaded = {}, int ranks = 1) const {
    std::string libraries = stack_library();
    for (const auto& each : preloaded) libraries += ":" + each;
    return run(fmt::format("timeout 100 {} env LD_PRELOAD={} MOOT_QMPI_TOOLS={} {} {}", mpiexec(ranks), libraries,
                           tools, environment, program));
  }
  // Of a text, the lines that begin so. (mpiexec has its own.)
  static std::string lines_of(const std::string& text, const std::string& begin) {
    std::istringstream in(text);
    std::string found;
    for (std::string line; std::getline(in, line);)
      if (line.starts_with(begin)) found += line + "\n";
    return found;
  }
  // An empty folder, for traces of the tool.
  std::string empty_folder() const {
    const auto folder = path("of-the-tool");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    return folder;
  }
  // As `moot show` prints it, with one word for each address.
  static std::string shown_without_addresses(const std::string& file) {
    const auto trace = read_trace_file(file);
    return std::regex_replace(show(trace.header) + "\n" + show(trace.events) + show(trace.ending),
                              std::regex("[0-9]{12,}"), "ADDRESS");
  }
};

} // namespace moot
