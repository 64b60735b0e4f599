// --on PATH/mpicc: executors for a library that Moot's own build knows nothing of. Debian's MPICH stands in for one, behind wrappers in a
// folder of our own.
#include "cli/command_test.h"

#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr auto in_c = "spec/litmus/attributes/copy-and-delete.litmus";
constexpr auto in_fortran = "spec/litmus/attributes/interop/communicator-from-mpif.litmus";

class OwnLibraryTest : public CommandTest {
protected:
  void SetUp() override {
    fs::create_directories(path("my mpi/bin"));
    for (const std::string tool : {"mpicc", "mpifort", "mpiexec"}) {
      if (access(("/usr/bin/" + tool + ".mpich").c_str(), X_OK) != 0) return miss(tool);
      add_script("my mpi/bin/" + tool, "exec /usr/bin/" + tool + ".mpich \"$@\"\n");
    }
  }

  Ran on_own(const std::string& words) const { return moot(words + " --on '" + path("my mpi/bin/mpicc") + "'"); }

  // When an executor was built.
  fs::file_time_type built(const std::string& executor) const {
    for (const auto& folder : fs::directory_iterator(path("own")))
      if (const auto file = folder.path() / "mpi_backend" / executor; fs::exists(file))
        return fs::last_write_time(file);
    return {};
  }

private:
  static void miss(const std::string& tool) {
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string_view(ci) == "true") FAIL() << tool << ".mpich is not installed";
    GTEST_SKIP() << tool << ".mpich is not installed: it would stand in for a maintainer's library";
  }
};

// One test: each would have to build again.
TEST_F(OwnLibraryTest, ItsExecutorsAreBuiltOnceAndKept) {
  const auto first = on_own(std::string("settle --seeds 2 ") + example);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.err, "moot: building the executors for " + path("my mpi/bin/mpicc") + " (once, some minutes)\n");
  EXPECT_THAT(first.out, HasSubstr("layer on MPICH 4."));
  const auto layer = built("moot_executor_own");
  const auto native = built("moot_native_own");

  const auto expect_ran = [&](const std::string& words, const std::string& said) {
    const auto ran = on_own(words);
    EXPECT_EQ(ran.code, 0) << words;
    EXPECT_EQ(ran.err, "") << words;
    EXPECT_THAT(ran.out, HasSubstr(said)) << words;
  };
  expect_ran(std::string("settle --seeds 2 ") + example, "layer on MPICH 4.");
  expect_ran(std::string("settle --seeds 2 --json ") + example, "\"mpich\"");
  expect_ran(std::string("settle ") + in_c, "\nMPICH 4.");
  expect_ran(std::string("settle ") + in_fortran, "\nMPICH 4.");
  expect_ran(std::string("settle --np 2 ") + example, "2x");
  expect_ran(std::string("run ") + in_fortran, "\"library\":\"MPICH\"");
  expect_ran("campaign --programs 10 --state " + path("state"), "MPICH 4.");
  EXPECT_EQ(built("moot_executor_own"), layer);
  EXPECT_EQ(built("moot_native_own"), native);

  // The library is another one: now it has no Fortran.
  fs::remove(path("my mpi/bin/mpifort"));
  const auto refused = on_own(std::string("settle ") + in_fortran);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("building the executors"), HasSubstr("without Fortran (no "),
                                 HasSubstr("it needs Fortran, and the executor was built without")));
  expect_ran(std::string("settle ") + in_c, "\nMPICH 4.");
  EXPECT_NE(built("moot_native_own"), native);
}

} // namespace
} // namespace moot
