// What the files are that a command runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace moot {

// The file that a shell would run for this name: a path, or found in PATH. None: there is no such file, or it can't be run.
std::optional<std::string> executable_named(const std::string& name);

struct Executable {
  bool is_elf = false;     // else a script, or unknown
  bool is_static = false;  // it loads no shared libraries, so nothing can be loaded into it
  bool is_library = false; // a shared library, which is no program
};
Executable look_at(const std::string& path);

// The names of the shared libraries that it loads when it starts ("libmpi.so.40"), without running it. (What it loads later is not among
// them.)
std::vector<std::string> shared_libraries_of(const std::string& path);

// In a child: becomes the program `file`, with the words of the command, and with `environment` ("NAME=value") added to its own. Ends with
// 127 if it can't.
[[noreturn]] void become(const std::string& file, const std::vector<std::string>& command,
                         const std::vector<std::string>& environment);

// What a command prints to standard output, if it ends with 0 within some seconds.
std::optional<std::string> output_of(const std::vector<std::string>& command,
                                     const std::vector<std::string>& environment = {});

} // namespace moot
