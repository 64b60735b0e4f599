// moot settle of cases that a library's executor refuses: an executor that is made up refuses all but those that are named.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::Not;

class CommandNotRunTest : public CommandTest {
protected:
  void SetUp() override {
    std::filesystem::create_directories(path("executors"));
    std::filesystem::create_directories(path("cases"));
    file_ = add("cases/refused.litmus", text_of_case);
  }

  // `why`: no quotes. What is in cases/fine.litmus runs.
  void refuse(const std::string& why, const std::string& executor = "moot_executor_mpich",
              const std::string& how = "the executor cannot run it: ") const {
    const auto fine = add("fine.trace", content(trace(add("cases/fine.litmus", text_of_case))));
    std::filesystem::remove(path("cases/fine.litmus"));
    add("refused.trace",
        content(fine).substr(0, content(fine).find('\n') + 1) + R"({"end":"aborted","detail":")" + how + why + "\"}\n");
    add_script("executors/" + executor, "echo '{\"library\":\"MPICH\",\"version\":\"4.0.2\"}' >&3\n"
                                        "[ \"$3\" = --version ] && exit\necho >&3\n"
                                        "while read -r job; do case $job in *fine.litmus*) cat " +
                                            fine + " ;; *) cat " + path("refused.trace") +
                                            " ;; esac >&3; echo >&3; done\n");
  }

  Ran settle(const std::string& words, int seeds = 1) const {
    return shell("export MOOT_EXECUTORS=" + path("executors") + "\n$MOOT settle " + words + " --seeds " +
                 std::to_string(seeds));
  }

  static constexpr auto text_of_case = "litmus \"t\" source ticket304 line 1\nMPIX_Key_create() -> k\n";
  std::string file_;
};

TEST_F(CommandNotRunTest, IsTold) {
  refuse("the library has no MPIX_Key_create");
  const auto ran = settle(file_);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("MPICH 4.0.2   .   not run: the library has no MPIX_Key_create\n"));
  EXPECT_EQ(settle(path("cases")).out,
            file_ + ": (nothing observed); MPICH not run (the library has no MPIX_Key_create)\n");
}

TEST_F(CommandNotRunTest, HasNoVerdictInJson) {
  refuse("the library has no MPIX_Key_create");
  const auto json = nlohmann::json::parse(settle(file_ + " --json").out)["libraries"]["mpich"];
  EXPECT_EQ(json["not_run"], "the library has no MPIX_Key_create");
  EXPECT_EQ(json["runs"], 0);
  EXPECT_EQ(json["outcomes"], nlohmann::json::array());
  EXPECT_EQ(json["verdict"], nlohmann::json::object());
}

TEST_F(CommandNotRunTest, FailsWhereTheLibraryWasAskedFor) {
  refuse("more than 64 callbacks");
  const auto ran = settle(file_ + " --on mpich");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "moot: nothing ran on mpich: " + file_ + ": more than 64 callbacks\n");
  EXPECT_EQ(settle(file_ + " --on mpich", 0).code, 0); // so it is wanted
  add("cases/fine.litmus", text_of_case);
  EXPECT_EQ(settle(path("cases") + " --on mpich").code, 0); // something ran
}

TEST_F(CommandNotRunTest, FailsWhereTheLibraryHasNoExecutorForIt) {
  refuse("unused", "moot_native_mpich");
  EXPECT_EQ(settle(file_).code, 0);
  const auto ran = settle(file_ + " --on mpich");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "moot: nothing ran on mpich: it has no executor here for such cases\n");
}

// A library is not excused where something is wrong.
TEST_F(CommandNotRunTest, WrongJobsFail) {
  for (const std::string why : {"the layer does not know the answers 'x=y'", "refused.litmus:1:1: expected 'litmus'"}) {
    refuse(why, "moot_executor_mpich", "the job is wrong: ");
    add("cases/fine.litmus", text_of_case);
    const auto alone = settle(file_);
    EXPECT_EQ(alone.code, 2);
    EXPECT_EQ(alone.out, "");
    EXPECT_EQ(alone.err, "moot: " + file_ + ": MPICH: the job is wrong: " + why + "\n");
    const auto folder = settle(path("cases")); // one that fails loses no other
    EXPECT_EQ(folder.code, 2);
    EXPECT_EQ(folder.err, alone.err);
    EXPECT_EQ(folder.out, path("cases/fine.litmus") + ": (nothing observed); MPICH allowed\n");
  }
}

TEST_F(CommandNotRunTest, IsInTheHelp) {
  const auto help = moot("settle --help");
  EXPECT_THAT(help.out, HasSubstr("nothing ran on the library that --on names"));
  EXPECT_THAT(help.out, HasSubstr("smaller and smaller"));
  EXPECT_THAT(moot("explore --help").out, Not(HasSubstr("--on")));
}

} // namespace
} // namespace moot
