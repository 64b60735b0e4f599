// Programs that know nothing of tools, started by mpiexec with the stack loaded before them; and what the library exports.
#include "mpi_backend/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <sys/wait.h>

namespace moot::tools {
namespace {

using testing::HasSubstr;

struct Ran {
  int code;
  std::string out, err;
};

class Programs : public testing::Test {
protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  Ran shell(const std::string& script) const {
    const auto line = fmt::format("exec </dev/null >'{0}' 2>'{1}'; export OMPI_ALLOW_RUN_AS_ROOT=1 "
                                  "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader "
                                  "OMPI_MCA_btl_base_warn_component_unused=0\ncd '{2}'\n{3}",
                                  path("out"), path("err"), folder_.path(), script);
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(path("out")), content(path("err"))};
  }
  static std::string mpiexec(int ranks) {
    const bool is_openmpi = std::string(MOOT_BACKEND) == "openmpi";
    return fmt::format("timeout 100 mpiexec.{}{} -n {} ", MOOT_BACKEND, is_openmpi ? " --oversubscribe" : "", ranks);
  }
  static std::string tools(const std::string& list) {
    return fmt::format("env LD_PRELOAD={} MOOT_QMPI_TOOLS={} ", MOOT_TOOLS_LIBRARY, list);
  }
  static std::string program(const std::string& name) { return MOOT_PROGRAMS "/" + name; }
  static std::size_t differences(const std::string& one, const std::string& other) {
    std::size_t count = std::max(one.size(), other.size()) - std::min(one.size(), other.size());
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) count += one[i] != other[i] ? 1 : 0;
    return count;
  }
  // Plain, and under a stack of four: the same output, the same file.
  // (HDF5 writes the seconds of its clock.)
  void is_the_same(const std::string& name, const std::string& data, std::size_t clock_bytes = 0) {
    if (!std::filesystem::exists(program(name))) GTEST_SKIP() << name << " was not built";
    const auto call = program(name) + (data.empty() ? "" : " " + data);
    const auto plain = shell(mpiexec(2) + call);
    const auto plain_data = content(path(data));
    ASSERT_EQ(plain.code, 0) << plain.err;
    if (!data.empty()) std::filesystem::remove(path(data));
    const auto four = shell(mpiexec(2) + tools("count=" MOOT_COUNT_TOOL ",pass=" MOOT_PASS_TOOL ",count,pass") + call);
    EXPECT_EQ(four.code, 0) << four.err;
    EXPECT_EQ(four.out, plain.out);
    EXPECT_LE(differences(content(path(data)), plain_data), clock_bytes);
    EXPECT_THAT(four.err, HasSubstr("count 1: "));
    EXPECT_THAT(four.err, HasSubstr("count 3: "));
  }

private:
  TemporaryFolder folder_;
};

TEST_F(Programs, MpiIo) { is_the_same("romio", "data"); }
TEST_F(Programs, Hdf5) { is_the_same("hdf5", "data.h5", 4); }
TEST_F(Programs, Requests) { is_the_same("requests", ""); }
TEST_F(Programs, FortranOfTheOldStyle) { is_the_same("fortran_old", ""); }
TEST_F(Programs, FortranModule) { is_the_same("fortran_module", ""); }
TEST_F(Programs, Fortran2008) { is_the_same("fortran_2008", ""); }

// Five calls of MPI_COMM_RANK, and two of PMPI_COMM_RANK.
TEST_F(Programs, FortranCallsMeetTheStack) {
  for (const std::string style : {"mpif", "use_mpi", "mpi_f08"}) {
    if (!std::filesystem::exists(MOOT_FORTRAN_PROGRAMS "/calls_" + style)) GTEST_SKIP() << "there is no Fortran here";
    const auto ran = shell(mpiexec(1) + tools("count=" MOOT_COUNT_TOOL) + MOOT_FORTRAN_PROGRAMS "/calls_" + style);
    EXPECT_EQ(ran.code, 0) << ran.err;
    // Only MPICH's mpi_f08 has other code for PMPI_COMM_RANK.
    const bool are_apart = style == "mpi_f08" && std::string(MOOT_BACKEND) == "mpich";
    EXPECT_EQ(ran.err, fmt::format("count 1: MPI_Send 0, MPI_Comm_rank {}\n", are_apart ? 5 : 7)) << style;
  }
}

TEST_F(Programs, WithoutAListNothingIsSaid) {
  const auto ran = shell(mpiexec(2) + fmt::format("env LD_PRELOAD={} ", MOOT_TOOLS_LIBRARY) + program("requests"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
}

// (nm and the header, not the generator's list: each PMPI_ of the library that the header declares.)
TEST_F(Programs, AllFunctionsOfTheHeaderAreExported) {
  const auto ran = shell(fmt::format(
      "names() {{ nm -D --defined-only \"$1\" | awk '$2 == \"T\" || $2 == \"W\" {{ print $3 }}' | sort -u; }}\n"
      "grep -oE '\\bPMPIX?_[A-Za-z0-9_]+ *\\(' {} | tr -d ' (' | sort -u >declared\n"
      "names {} | comm -12 - declared >there\nnames {} >exported\nsed s/^P// there | sort -u >wanted\n"
      "wc -l <wanted\ncomm -23 wanted exported; comm -23 there exported",
      MOOT_PREPROCESSED, MOOT_LIBRARY, MOOT_TOOLS_LIBRARY));
  const int count = std::atoi(ran.out.c_str());
  EXPECT_EQ(ran.out, fmt::format("{}\n", count)) << "these are missing";
  EXPECT_GT(count, 400);
}

} // namespace
} // namespace moot::tools
