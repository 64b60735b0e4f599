// A case is settled on each MPI library as the verb does it.
#include "mpi_backend/library_test.h"
#include "workbench/settle/disagreement.h"
#include "workbench/shared/libraries.h"

#include <fstream>
#include <gmock/gmock.h>

namespace moot {
namespace {

class SettleOnLibrary : public LibraryTest {
protected:
  SettleOnLibrary() : LibraryTest(1000, "native") {}
};
INSTANTIATE_TEST_SUITE_P(Libraries, SettleOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

// interop.value: 8 is no address of an int. The library is not to blame for the crash, of which no event tells.
TEST_P(SettleOnLibrary, BlamesNoLibraryForAProgramThatDiesOfItself) {
  const auto file = testing::TempDir() + "reads-through-no-address-" + GetParam() + ".litmus";
  std::ofstream(file) << "litmus \"t\" source mpi line 1 MPI_Comm_create_keyval() -> k "
                         "MPI_Comm_set_attr(MPI_COMM_SELF, k, 8) MPI_Comm_get_attr(MPI_COMM_SELF, k) -> p "
                         "x := int_at(p) observe x";
  SettleRequest request;
  request.inputs = {file};
  request.law.spec = "spec";
  request.libraries = libraries_on({GetParam(), MOOT_EXECUTORS, ""});
  request.seeds = 1;
  const auto look_at = [](const Settled& settled) {
    ASSERT_EQ(settled.trials.size(), 1);
    EXPECT_EQ(settled.trials[0].shown.at(0).ending, TraceEnding::Type::crashed);
    for (const auto verdict : settled.trials[0].verdicts) EXPECT_EQ(verdict, Verdict::erroneous);
    EXPECT_TRUE(disagreements(settled).empty());
  };
  const auto tally = settle_cases(request, false, {look_at, [](const std::string& what) { ADD_FAILURE() << what; }});
  EXPECT_TRUE(tally.ran);
}

} // namespace
} // namespace moot
