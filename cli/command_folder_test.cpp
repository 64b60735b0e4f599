// Folders of cases: they are done in parallel, printed in order, and one that can't be done loses no other.
#include "cli/command_test.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace moot {
namespace {

using Json = nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CommandFolderTest : public CommandTest {
protected:
  static constexpr auto begin = "litmus \"test\" source ticket304 line 1\n";

  // Three good cases; two that fail, before and between them.
  std::string mixed_folder() const {
    std::filesystem::create_directory(path("mixed"));
    for (const std::string name : {"b", "d", "e"})
      add("mixed/" + name + ".litmus", begin + std::string("x := 1 observe x"));
    add("mixed/a.litmus", begin + std::string("x :=\n"));
    add("mixed/c.litmus", begin + std::string("MPIX_Key_create() -> k MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r\n"
                                              "MPIX_Value_set(k, r, 1)\n"));
    return path("mixed");
  }

  // An executor that greets and then never answers; it writes its process into the file `started`.
  std::string silent_executor() const {
    std::filesystem::create_directory(path("executors"));
    add_script("executors/moot_executor_mpich", "echo '{\"library\":\"Silent\",\"version\":\"1\"}' >&3\n"
                                                "[ \"$3\" = --version ] && exit\n"
                                                "echo $$ >> " +
                                                    path("started") +
                                                    "\n"
                                                    "echo >&3\n"
                                                    "exec sleep 1000\n");
    return path("executors");
  }
};

TEST_F(CommandFolderTest, TheSameForAnyNumberOfThreads) {
  for (const std::string words :
       {"settle --seeds 0 spec/litmus/ticket304", "settle --seeds 0 --json spec/litmus/ticket304",
        "compare --against ticket304-strict -a mutate-in-free=queued spec/litmus/ticket304",
        "compare --json --against ticket304-strict -a mutate-in-free=queued spec/litmus/ticket304"}) {
    const auto one = moot(words + " -j 1");
    EXPECT_EQ(one.code, 0) << words;
    EXPECT_THAT(one.out, Not(IsEmpty())) << words;
    for (const std::string jobs : {"", " -j2", " --jobs 7"}) {
      const auto several = moot(words + jobs);
      EXPECT_EQ(several.out, one.out) << words << jobs;
      EXPECT_EQ(several.code, one.code) << words << jobs;
    }
  }
}

TEST_F(CommandFolderTest, OneFailureLosesNoOther) {
  const auto folder = mixed_folder();
  const auto name = [&](const std::string& it) { return folder + "/" + it + ".litmus"; };
  for (const std::string jobs : {" -j1", " -j2"}) {
    const auto settled = moot("settle --seeds 0 " + folder + jobs);
    EXPECT_EQ(settled.code, 2);
    const auto fine = ": 0 of 0 expectations hold\n";
    EXPECT_EQ(settled.out, name("b") + fine + name("d") + fine + name("e") + fine);
    EXPECT_THAT(settled.err, StartsWith("moot: " + name("a") + ":"));
    EXPECT_THAT(settled.err, EndsWith("\nmoot: " + name("c") +
                                      ": a value on a request: the model does not know such "
                                      "values yet\n"));
    const auto compared = moot("compare -a copy-order=any " + folder + jobs);
    EXPECT_EQ(compared.code, 2);
    EXPECT_EQ(compared.out, "0 of 3 cases change\n");
    EXPECT_EQ(compared.err, settled.err);
  }
}

TEST_F(CommandFolderTest, OneFailureLosesNoOtherInJson) {
  const auto folder = mixed_folder();
  for (const std::string words : {"settle --seeds 0 --json ", "compare -a copy-order=any --json "}) {
    const auto ran = moot(words + folder);
    EXPECT_EQ(ran.code, 2);
    ASSERT_TRUE(Json::accept(ran.out)) << ran.out;
    const auto cases = Json::parse(ran.out)["cases"];
    ASSERT_EQ(cases.size(), 3) << words;
    EXPECT_THAT(cases[0]["case"].get<std::string>(), EndsWith("/b.litmus"));
    EXPECT_THAT(cases[2]["case"].get<std::string>(), EndsWith("/e.litmus"));
  }
}

TEST_F(CommandFolderTest, AMissedExpectationIsNoFailure) {
  const auto folder = mixed_folder();
  add("mixed/d.litmus", begin + std::string("x := 1 observe x expect ticket304 { x = 2 }"));
  EXPECT_EQ(moot("settle --seeds 0 " + folder).code, 2); // the failures weigh more
  std::filesystem::remove(path("mixed/a.litmus"));
  std::filesystem::remove(path("mixed/c.litmus"));
  EXPECT_EQ(moot("settle --seeds 0 " + folder).code, 1);
}

// Ctrl-C: the command ends by itself, and takes its executors with it; a second one ends it at once.
TEST_F(CommandFolderTest, AnInterruptLeavesNoExecutor) {
  const auto executors = silent_executor();
  const auto interrupted = [&](const std::string& interrupts) {
    std::filesystem::remove(path("started"));
    // Those that were killed end soon; what the system has not collected yet does not run any more.
    return shell("export TMPDIR=" + executors + " MOOT_EXECUTORS=" + executors + "\n$MOOT settle -j2 " +
                 mixed_folder() + " & moot=$!\n" + "until [ -s " + path("started") + " ]; do sleep 0.02; done\n" +
                 interrupts + "wait $moot; code=$?\n" + "sleep 0.2\nfor process in $(cat " + path("started") +
                 "); do\n" + "  ps -o stat= -p $process | grep -q '^[^Z]' && echo left behind\ndone\nexit $code");
  };
  const auto once = interrupted("kill -INT $moot\n");
  EXPECT_EQ(once.code, 5);
  EXPECT_THAT(once.err, HasSubstr("moot: stopped after "));
  EXPECT_THAT(once.out, Not(HasSubstr("left behind")));
  const auto twice = interrupted("kill -INT $moot; sleep 0.7; kill -INT $moot\n");
  EXPECT_EQ(twice.code, 128 + 2);
  EXPECT_THAT(twice.out, Not(HasSubstr("left behind")));
}

} // namespace
} // namespace moot
