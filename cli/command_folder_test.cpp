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
    add("mixed/c.litmus", begin + std::string("x := 1 +\n"));
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
  std::vector<std::string> numbers{" --jobs 7"};
  if (!MOOT_SANITIZED) numbers.insert(numbers.end(), {"", " -j2"}); // (a minute)
  for (const std::string words :
       {"settle --seeds 0 spec/litmus/ticket304", "settle --seeds 0 --json spec/litmus/ticket304",
        "compare --against ticket304-strict -a mutate-in-free=queued spec/litmus/ticket304",
        "compare --json --against ticket304-strict -a mutate-in-free=queued spec/litmus/ticket304"}) {
    const auto one = moot(words + unhurried + " -j 1");
    EXPECT_EQ(one.code, 0) << words;
    EXPECT_THAT(one.out, Not(IsEmpty())) << words;
    for (const auto& jobs : numbers) {
      const auto several = moot(words + unhurried + jobs);
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
    const auto fine = ": x = 1\n"; // what it comes to: it expects nothing
    EXPECT_EQ(settled.out, name("b") + fine + name("d") + fine + name("e") + fine);
    EXPECT_THAT(settled.err, StartsWith("moot: " + name("a") + ":"));
    EXPECT_THAT(settled.err, HasSubstr("\nmoot: " + name("c") + ":"));
    const auto compared = moot("compare -a copy-order=any " + folder + jobs);
    EXPECT_EQ(compared.code, 2);
    EXPECT_EQ(compared.out, "0 of 3 cases change\n");
    EXPECT_EQ(compared.err, settled.err + "moot: --answer copy-order=any changes nothing: " + folder +
                                " does not depend on it under ticket304\n");
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

TEST_F(CommandFolderTest, ACaseThatExpectsNothingTellsWhatReadingsSay) {
  std::filesystem::create_directory(path("own"));
  auto text = content(example);
  add("own/one.litmus", text.substr(0, text.find("expect ")));
  EXPECT_EQ(moot("settle --seeds 0 " + path("own")).out,
            path("own/one.litmus") + ": readings differ: ticket304: 4 outcomes | ticket304-queued, ticket304-strict: "
                                     "seen_a = null, seen_b = 2 or seen_a = 1, seen_b = null\n");
}

TEST_F(CommandFolderTest, AMissedExpectationIsNoFailure) {
  const auto folder = mixed_folder();
  add("mixed/d.litmus", begin + std::string("x := 1 observe x expect ticket304 { x = 2 }"));
  EXPECT_EQ(moot("settle --seeds 0 " + folder).code, 2); // the failures weigh more
  std::filesystem::remove(path("mixed/a.litmus"));
  std::filesystem::remove(path("mixed/c.litmus"));
  EXPECT_EQ(moot("settle --seeds 0 " + folder).code, 1);
}

// Ctrl-C: the command ends by itself, soon, and takes its executors with it.
TEST_F(CommandFolderTest, AnInterruptLeavesNoExecutor) {
  const auto executors = silent_executor();
  // (Killed after three seconds more. What the system has not collected yet does not run any more.)
  const auto ran =
      shell("export TMPDIR=" + executors + " MOOT_EXECUTORS=" + executors + "\n$MOOT settle -j2 " + mixed_folder() +
            " & moot=$!\n" + "until [ -s " + path("started") + " ]; do sleep 0.02; done\n" +
            "kill -INT $moot; (sleep 3; kill -KILL $moot) 2>/dev/null & wait $moot; code=$?\n" +
            "sleep 0.2\nfor process in $(cat " + path("started") + "); do\n" +
            "  ps -o stat= -p $process | grep -q '^[^Z]' && echo left behind\ndone\nexit $code");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("moot: stopped after "));
  EXPECT_THAT(ran.out, Not(HasSubstr("left behind")));
  EXPECT_THAT(ran.out, HasSubstr("b.litmus: x = 1; Silent not run (stopped)\n"));
}

} // namespace
} // namespace moot
