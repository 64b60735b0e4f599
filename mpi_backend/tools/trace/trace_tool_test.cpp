// The tool `trace` writes what the recorder writes of the same program.
#include "mpi_backend/tools/from_pmpi/tool_test.h"

namespace moot {
namespace {

class TraceToolTest : public ToolTest {
protected:
  // Recorded twice: by the recorder, and by the tool in these stacks.
  void writes_the_same(const std::string& name, const std::string& argument = "", int ranks = 1,
                       const std::vector<std::string>& preloaded = {}, const std::string& below = "") {
    if (!has(name)) GTEST_SKIP() << name << " was not built";
    const auto command = program(name) + (argument.empty() ? "" : " " + path(argument));
    const auto recorded = record(mpiexec(ranks) + command);
    ASSERT_EQ(recorded.code, 0) << recorded.err;
    for (const auto& stack :
         {loaded("trace"), fmt::format("{},{},{}", loaded("count"), loaded("trace"), loaded("pass"))}) {
      const auto folder = empty_folder();
      const auto ran = under(stack + below, command, "MOOT_RECORD_FOLDER=" + folder, preloaded, ranks);
      ASSERT_EQ(ran.code, 0) << ran.err;
      for (int rank = 0; rank < ranks; ++rank) {
        const auto file = fmt::format("/rank-{}.moot", rank);
        const auto should_be = shown_without_addresses(this->folder() + file);
        EXPECT_EQ(shown_without_addresses(folder + file), should_be) << stack;
        EXPECT_THAT(should_be, testing::EndsWith("\nfinished\n"));
      }
    }
  }
};
MOOT_ON_EACH_LIBRARY(TraceToolTest);

TEST_P(TraceToolTest, Kinds) { writes_the_same("kinds"); }
TEST_P(TraceToolTest, Attributes) { writes_the_same("attributes"); }
TEST_P(TraceToolTest, Callbacks) { writes_the_same("callbacks"); }
TEST_P(TraceToolTest, Datatypes) { writes_the_same("datatypes"); }
TEST_P(TraceToolTest, ErrorHandler) { writes_the_same("error_handler"); }
TEST_P(TraceToolTest, Exceptions) { writes_the_same("throws"); }
TEST_P(TraceToolTest, Requests) { writes_the_same("requests", "", 2); }
TEST_P(TraceToolTest, MpiIo) { writes_the_same("romio", "data", 2); }
TEST_P(TraceToolTest, Hdf5) { writes_the_same("hdf5", "data.h5", 2); }
// The keyvals' functions are C++'s, which C can't call: the wrapper has to know who calls MPI.
TEST_P(TraceToolTest, BindingsOfCxx) {
  if (GetParam() == std::string("openmpi")) return; // (which has none here)
  writes_the_same("cxx_bindings");
}
// What is in no stack, it sees where it is preloaded.
TEST_P(TraceToolTest, Ticket304) {
  writes_the_same("ticket304", "", 1, {tool_file("trace"), tool_file("layer")}, "," + layer());
}

TEST_P(TraceToolTest, BindingsOfCxxWherePlacesAreNoted) {
  if (GetParam() == std::string("openmpi")) return;
  const auto folder = empty_folder();
  const auto ran = under(loaded("count") + "," + loaded("trace"), program("cxx_bindings"),
                         "MOOT_QMPI_ANSWERS=calls-of-tools=from-below MOOT_RECORD_FOLDER=" + folder);
  EXPECT_EQ(ran.code, 0) << ran.err;
}

// Their C is all that it sees.
TEST_P(TraceToolTest, FortranGoesOn) {
  for (const std::string name : {"fortran_old", "fortran_module", "fortran_2008", "fortran_callbacks"}) {
    if (!has(name)) GTEST_SKIP() << name << " was not built";
    const auto folder = empty_folder();
    const auto ran = under(loaded("trace"), program(name), "MOOT_RECORD_FOLDER=" + folder);
    EXPECT_EQ(ran.code, 0) << name << ran.err;
    EXPECT_THAT(shown_without_addresses(folder + "/rank-0.moot"), testing::HasSubstr("MPI_Init()\n")) << name;
  }
}

TEST_P(TraceToolTest, SaysWhatIsWrong) {
  const auto refused = [&](const std::string& tools, const std::string& environment, const std::string& line) {
    const auto ran = under(tools, program("kinds"), environment);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_EQ(lines_of(ran.err, "moot "), "moot tools: rank 0: " + line + "\n");
  };
  refused(loaded("trace"), "", "the tool trace: MOOT_RECORD_FOLDER does not say where traces go");
  refused(loaded("trace"), "MOOT_RECORD_FOLDER=/nowhere",
          "the tool trace: MOOT_RECORD_FOLDER: '/nowhere' is no folder");
  refused(loaded("trace") + ",trace", "MOOT_RECORD_FOLDER=/tmp",
          "MOOT_QMPI_TOOLS: the tool trace can have one place only, and is listed for 1 and 2");
}

} // namespace
} // namespace moot
