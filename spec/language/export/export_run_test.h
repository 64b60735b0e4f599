// For tests: exported programs, compiled with an MPI library of this machine and run.
#pragma once

#include "mpi_backend/temporary_folder.h"
#include "spec/language/case_parser.h"
#include "spec/language/export/both.h"
#include "spec/language/export/c.h"
#include "spec/language/export/fortran.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/wait.h>

namespace moot {

struct Ran {
  int code = -1;
  std::string out;
};

class ExportRun : public testing::TestWithParam<const char*> {
protected:
  // "openmpi" or "mpich"
  static std::string library() { return GetParam(); }
  // What these cases say of the versions that Debian has.
  static std::string own_reading() { return library() == "openmpi" ? "openmpi-4.1.4" : "mpich-4.0.2"; }

  void need(const std::string& compiler) const {
    if (shell("command -v " + compiler + "." + library()).code != 0)
      GTEST_SKIP() << compiler << '.' << library() << " is not installed";
  }

  Ran run_c(const Program& program, const std::vector<Expected>& expected) const {
    return compiled(c_compiler() + before_, "case.c", export_c(program, {"case under test", expected}));
  }
  Ran run_fortran(const Program& program, const std::vector<Expected>& expected) const {
    return compiled(fortran_compiler() + before_, "case.f90", export_fortran(program, {"case under test", expected}));
  }

  Ran run_both(const Program& program, const std::vector<Expected>& expected) const {
    write("case.sh", export_both(program, {"case under test", expected}));
    return shell(fmt::format("export MPICC='{}' MPIFC='{}' {}; {} sh case.sh", c_compiler(), fortran_compiler(),
                             environment_, limits));
  }
  // In a folder whose name has a space, where `mpicc` is the library's.
  Ran run_both_beside_mpicc(const Program& program, const std::vector<Expected>& expected,
                            const std::string& as) const {
    write("case.sh", export_both(program, {"case under test", expected}));
    write("wrapper", fmt::format("#!/bin/sh\nexec {} \"$@\"\n", c_compiler()));
    return shell(
        fmt::format("mkdir -p 'a folder/bin' && cp wrapper 'a folder/mpicc' && cd 'a folder' && chmod +x mpicc && "
                    "export MPICC='{}' MPIFC='{}'; {} sh ../case.sh",
                    as, fortran_compiler(), limits));
  }
  // As the first of these that the case can be.
  Ran run(const Program& program, const std::vector<Expected>& expected) const {
    for (const auto to_run : {&ExportRun::run_c, &ExportRun::run_fortran}) {
      try {
        return (this->*to_run)(program, expected);
      } catch (const ExportError&) {
        continue;
      }
    }
    return run_both(program, expected);
  }

  // It is right as the case expects it, and wrong once a value of the expectation is changed.
  void check(const std::string& text) const {
    const auto program = parse_case("litmus \"A case\" source mpi line 1\n" + text, "case");
    auto expected = program.expectations.at(0).results;
    const auto right = run(program, expected);
    EXPECT_EQ(right.code, 0) << right.out;
    EXPECT_THAT(right.out, testing::StartsWith("expected: "));
    EXPECT_THAT(right.out, testing::HasSubstr("    came: "));
    for (auto& result : expected) result.observed.at(0) = Seen{Seen::Type::integer, 12345, {}};
    const auto wrong = run(program, expected);
    EXPECT_EQ(wrong.code, 1) << wrong.out;
    EXPECT_THAT(wrong.out, testing::HasSubstr(" = 12345"));
  }

  // For cases that need more than MPI: what the compiler gets before and after the file, and the environment of a script.
  std::string before_, after_, environment_;

private:
  static constexpr auto limits = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader "
                                 "OMPI_MCA_btl_base_warn_component_unused=0 timeout 20";
  static std::string c_compiler() { return "mpicc." + library() + " -std=c99 -Wall -Wextra -Werror"; }
  static std::string fortran_compiler() { return "mpifort." + library(); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_.path() + '/' + file) << text;
  }

  Ran compiled(const std::string& compiler, const std::string& file, const std::string& text) const {
    write(file, text);
    const auto made = shell(compiler + ' ' + file + " -o program" + after_);
    if (made.code != 0) return {made.code, made.out + "\n" + text};
    return shell(fmt::format("{} ./program", limits));
  }

  Ran shell(const std::string& command) const {
    const auto line = "cd '" + folder_.path() + "' && exec >out 2>&1 </dev/null; " + command;
    const int status = std::system(line.c_str());
    std::ostringstream out;
    out << std::ifstream(folder_.path() + "/out").rdbuf();
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out.str()};
  }

  TemporaryFolder folder_;
};

} // namespace moot
