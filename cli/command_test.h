// Runs the built command as a shell does, and files for it to read.
#pragma once

#include "mpi_backend/script_test.h"
#include "mpi_backend/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace moot {

inline std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// How many cases are in a folder and below.
inline std::size_t case_count(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    count += entry.path().extension() == ".litmus" ? 1 : 0;
  return count;
}

struct Ran {
  int code = -1; // of the shell: 128 + N after signal N
  std::string out;
  std::string err;
};

class CommandTest : public testing::Test {
protected:
  static constexpr auto example = "spec/litmus/ticket304/other-key-in-free.litmus";
  static constexpr auto unhurried = " --time 600"; // sanitizers are slow, and machines have other work

  // `moot WORDS`; the words are the shell's, and the libraries of this machine stay out of it.
  Ran moot(const std::string& words) const { return shell("$MOOT " + words); }

  Ran shell(const std::string& script) const {
    const auto out = path("out");
    const auto err = path("err");
    const auto line = "exec </dev/null >'" + out + "' 2>'" + err +
                      "'; export MOOT='" MOOT_COMMAND "' MOOT_SPEC=spec INTERRUPT=$PWD/cli/interrupt.py\n" +
                      "export MOOT_EXECUTORS=/nonexistent MOOT_OWN='" + path("own") + "'\n" + script;
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out), content(err)};
  }

  // A command's prefix: interrupts it, so long after it has begun to catch that.
  static std::string interrupted(const std::string& seconds) { return "$INTERRUPT " + seconds + " "; }

  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  std::string add(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string add_script(const std::string& name, const std::string& commands) const {
    return write_script(path(name), commands);
  }

  // A run of a case on the model, as a trace.
  std::string trace(const std::string& words) const {
    const auto file = path("run.trace");
    EXPECT_EQ(moot("run " + words + " --on model -o " + file).code, 0) << words;
    return file;
  }

private:
  TemporaryFolder folder_;
};

} // namespace moot
