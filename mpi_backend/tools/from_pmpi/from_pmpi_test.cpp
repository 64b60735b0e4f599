// A library of PMPI wrappers as a tool: wrappers_test.c, under program_test.c.
#include "mpi_backend/tools/from_pmpi/tool_test.h"

namespace moot {
namespace {

class FromPmpiTest : public ToolTest {
protected:
  std::string said(const std::string& tools, const std::vector<std::string>& preloaded = {}) const {
    const auto ran = under(tools, program("asks_for_ranks"), "", preloaded);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return lines_of(ran.err, "count") + lines_of(ran.err, "wrappers");
  }
};
MOOT_ON_EACH_LIBRARY(FromPmpiTest);

constexpr auto of_wrappers = "wrappers: size 1, ranks 3, levels 7\n";

TEST_P(FromPmpiTest, HasItsPlace) {
  EXPECT_EQ(said(loaded("wrappers")), of_wrappers);
  EXPECT_EQ(said(loaded("count") + "," + loaded("wrappers")),
            std::string("count 1: MPI_Send 0, MPI_Comm_rank 2\n") + of_wrappers);
  // Its own call of PMPI_Comm_rank goes to what is below; the program has ended MPI before count says so.
  EXPECT_EQ(said(loaded("wrappers") + "," + loaded("count")),
            std::string("count 2: MPI_Send 0, MPI_Comm_rank 3\n") + of_wrappers);
}

// As a library that stands before MPI it would be seen; as one that exports nothing it is not.
TEST_P(FromPmpiTest, IsNothingWithoutAPlace) { EXPECT_EQ(said("", {tool_file("wrappers")}), ""); }

TEST_P(FromPmpiTest, HasOnePlaceOnly) {
  const auto ran = under(loaded("wrappers") + "," + loaded("pass") + ",wrappers", program("asks_for_ranks"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(lines_of(ran.err, "moot "), "moot tools: rank 0: MOOT_QMPI_TOOLS: the tool wrappers can have one place "
                                        "only, and is listed for 1 and 3\n");
}

TEST_P(FromPmpiTest, ExportsNothing) {
  const auto exported = [&](const std::string& name) {
    return run("nm -D --defined-only " + tool_file(name) + " | awk '{ print $3 }' | sed 's/@.*//'").out;
  };
  EXPECT_EQ(exported("wrappers"), "");
  for (const std::string name : {"trace", "judge", "layer"})
    EXPECT_EQ(
        run("nm -D --defined-only " + tool_file(name) + " | grep -vE ' (MPIX_(Key|Value|Layer|Err)_|mpix_)[a-z_0-9]*$'")
            .out,
        "")
        << name;
}

} // namespace
} // namespace moot
