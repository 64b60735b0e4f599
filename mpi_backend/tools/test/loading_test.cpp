// Tools that find the functions by name, and tools that are handed them: loaded as usual, where no name is to be found (RTLD_LOCAL), and into a linker
// namespace of their own.
#include "mpi_backend/temporary_folder.h"
#include "mpi_backend/tools/test/test_tools.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace moot::tools {
namespace {

const std::string handed = MOOT_TEST_TOOLS "/libhanded_tool.so";           // uses no function of MPI
const std::string asking = MOOT_TEST_TOOLS "/libhanded_tool_asks_pmpi.so"; // calls PMPI_Initialized
const std::string linked =
    MOOT_TEST_TOOLS "/libhanded_tool_asks_its_pmpi.so"; // the same, and is linked with the MPI library

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// What is said on standard error, while MPI_Initialized is called so often.
void says(const std::string& tools, int calls, const std::string& lines, bool with_mpi = false,
          const std::string& answers = "") {
  const TemporaryFolder folder;
  const auto file = folder.path() + "/said";
  in_a_process(tools, answers, [&] {
    if (with_mpi) MPI_Init(nullptr, nullptr);
    std::fflush(stderr);
    const auto* const said = std::freopen(file.c_str(), "w", stderr);
    int flag = 0;
    for (int i = 0; i < calls; ++i) MPI_Initialized(&flag);
    std::fflush(stderr);
    auto wrong = said == nullptr ? std::string("no file") : differs(content(file), lines);
    if (with_mpi) MPI_Finalize();
    return wrong;
  });
}
std::string of_handed(int tool_id, int call) {
  return fmt::format("handed {}: call {}, MPI {} says 0\n", tool_id, call, MPI_VERSION);
}

TEST(Loading, AToolThatIsHandedItsFunctions) {
  says("handed=" + handed, 2, of_handed(1, 1) + of_handed(1, 2));
  says("handed=" + handed + ",handed", 1, of_handed(2, 1) + of_handed(1, 1));
  // (Listed with its path twice, it is begun once, like a constructor.)
  says("handed=" + handed + ",handed=" + handed, 1, of_handed(2, 1) + of_handed(1, 1), false,
       "second-registration=error");
  says("pass=" MOOT_PASS_TOOL ",handed=" + handed, 1, of_handed(2, 1));
}
TEST(Loading, AHandedToolInANamespaceOfItsOwn) {
  says("handed=namespace:" + handed, 2, of_handed(1, 1) + of_handed(1, 2));
  says("pass=" MOOT_PASS_TOOL ",handed=namespace:" + handed + ",handed,pass", 1, of_handed(3, 1) + of_handed(2, 1));
}
TEST(Loading, InANamespaceAToolsOwnMpiIsAnother) {
  const auto line = [](int own) { return fmt::format("handed 1: MPI says 1, PMPI_Initialized says {}\n", own); };
  says("handed=" + asking, 1, line(1), true);
  says("handed=" + linked, 1, line(1), true);
  says("handed=namespace:" + linked, 1, line(0), true);
}

void call() { call_mpi(Initialized); }
constexpr auto no_names =
    "; in a namespace of its own it finds no name of this process: build it with MPIX_QMPI_HANDED, "
    "and call MPI by MPIX_QMPI_Get_function";

TEST(Loading, InANamespaceNoNameIsFound) {
  refuses("count=namespace:" MOOT_COUNT_TOOL, "", &call,
          std::string("MOOT_QMPI_TOOLS: the tool count can't be loaded: " MOOT_COUNT_TOOL
                      ": undefined symbol: MPIX_QMPI_[A-Za-z_]*") +
              no_names);
  refuses("handed=namespace:" + asking, "", &call,
          "MOOT_QMPI_TOOLS: the tool handed can't be loaded: " + asking + ": undefined symbol: PMPI_Initialized" +
              no_names);
}
TEST(Loading, InANamespaceAToolHasToBeHandedItsFunctions) {
  refuses("x=namespace:" MOOT_TEST_TOOLS "/libempty_tool.so", "", &call,
          "MOOT_QMPI_TOOLS: the tool x is in a namespace of its own and has no MPIX_QMPI_Begin: build it with "
          "MPIX_QMPI_HANDED");
  refuses("x=namespace:/nonexistent.so", "", &call,
          "MOOT_QMPI_TOOLS: the tool x can't be loaded: /nonexistent.so: .*No such file or directory");
  refuses("x=namespace:", "", &call, "MOOT_QMPI_TOOLS: 'x=namespace:' is neither NAME nor NAME=PATH in 'x=namespace:'");
}

// A program that has loaded MPI and the stack with RTLD_LOCAL.
class Local : public testing::Test {
protected:
  int run(const std::string& tools) {
    const auto status =
        std::system(fmt::format("MOOT_QMPI_TOOLS={} {}/local_program {} {} >{} 2>{}", tools, MOOT_TEST_TOOLS,
                                MOOT_LIBRARY_NAME, MOOT_TOOLS_LIBRARY, path("out"), path("err"))
                        .c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string out() const { return content(path("out")); }
  std::string err() const { return content(path("err")); }

private:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  TemporaryFolder folder_;
};

TEST_F(Local, HasNoNamesForATool) {
  EXPECT_EQ(run("count=" MOOT_COUNT_TOOL), 2);
  EXPECT_THAT(err(),
              testing::MatchesRegex(
                  "moot tools: rank 0: MOOT_QMPI_TOOLS: the tool count can't be loaded: " MOOT_COUNT_TOOL
                  ": undefined symbol: MPIX_QMPI_[A-Za-z_]*; the library of tools was loaded with RTLD_LOCAL, or "
                  "has no such function: build the tool with MPIX_QMPI_HANDED\n"));
}
TEST_F(Local, HandsAToolItsFunctions) {
  EXPECT_EQ(run("handed=" + handed), 0);
  EXPECT_EQ(out(), "0 0\n");
  EXPECT_EQ(err(), of_handed(1, 1));
  EXPECT_EQ(run("handed=namespace:" + handed), 0);
  EXPECT_EQ(err(), of_handed(1, 1));
}

} // namespace
} // namespace moot::tools
