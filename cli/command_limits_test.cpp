// Cases that never end, or take long: what is known of them is printed, and the rest is cut off.
#include "cli/command_test.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace moot {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

class CommandLimitsTest : public CommandTest {
protected:
  // A destroy callback that is called again and again. It counts, so that no two rounds are the same.
  std::string counting(const std::string& expectations = "") const {
    return add("counting.litmus", "litmus \"test\" source ticket304 line 1\n"
                                  "callback again { n := n + 1 MPIX_Value_set(k, handle, n) }\n"
                                  "MPIX_Key_create(destroy: again) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                                  "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n\n" +
                                      expectations);
  }
  // No rule covers that.
  std::string not_modelled() const {
    return add("code.litmus", "litmus \"test\" source mpi line 1\nMPI_Add_error_code(MPI_SUCCESS) -> e\n");
  }
  static constexpr auto goes_round = " -r ticket304-strict -a set-in-destroy=outer-wins-inner-destroyed ";
};

// ---- rows

TEST_F(CommandLimitsTest, ExploreTellsWhatItKnows) {
  const auto open = moot("explore -r ticket304-strict -a set-in-destroy=open " + counting());
  EXPECT_EQ(open.code, 5);
  EXPECT_THAT(open.out, AllOf(HasSubstr("\n  n = 1: unspecified\n    if set-in-destroy = outer-wins-inner-silent\n"),
                              HasSubstr("\n  erroneous: t304.destroy.replace, by "),
                              HasSubstr("\n  cut off at depth 1000 "), Not(HasSubstr("\n  may never end\n"))));
  EXPECT_THAT(open.err, IsEmpty());
  const auto rounds = moot("explore --callbacks 50" + std::string(goes_round) + counting());
  EXPECT_EQ(rounds.code, 5);
  EXPECT_THAT(rounds.out, HasSubstr("\n  cut off after 50 callbacks of one statement: this run may never end (further: "
                                    "--callbacks N)\n"));
}

// What can't count and calls itself for ever needs no limit to be known.
TEST_F(CommandLimitsTest, RecursionWithoutEnd) {
  const auto file = add("deep.litmus", "litmus \"test\" source ticket304 line 1\n"
                                       "callback again { MPIX_Value_clear(k, handle) }\n"
                                       "MPIX_Key_create(destroy: again) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                                       "MPIX_Value_set(k, c, 1) MPIX_Value_clear(k, c)\n");
  const auto explored = moot("explore " + file + " --answer set-in-destroy=recurses");
  EXPECT_EQ(explored.code, 0);
  EXPECT_THAT(explored.out, HasSubstr("\n  may never end\n"));
}

TEST_F(CommandLimitsTest, EachLimitIsTheUsers) {
  const auto file = std::string(goes_round) + counting();
  EXPECT_THAT(moot("explore --states 3" + file).out, HasSubstr("cut off after 3 states (further: --states N)"));
  EXPECT_THAT(moot("explore --depth 20 -r ticket304-strict -a set-in-destroy=recurses " + counting()).out,
              HasSubstr("cut off at depth 20 "));
  const auto late = moot("explore --callbacks 1000000000 --states 1000000000 --time 0.1" + file);
  EXPECT_THAT(late.out, HasSubstr("cut off after 0.1 s (longer: --time SECONDS)"));
  EXPECT_EQ(late.code, 5);
}

TEST_F(CommandLimitsTest, SettleHasARowForEveryReading) {
  for (const std::string limit : {"", "--states 1000 "}) {
    const auto settled = moot("settle --seeds 0 " + limit + counting());
    EXPECT_EQ(settled.code, 5);
    EXPECT_THAT(settled.out, AllOf(HasSubstr("\nticket304 "), HasSubstr("  cut off at depth "),
                                   HasSubstr("\nticket304-strict  .   yes\n"), HasSubstr("; ?: not known\n")));
  }
}

TEST_F(CommandLimitsTest, WhatIsNotModelledIsARowToo) {
  const auto settled = moot("settle --seeds 0 " + not_modelled());
  EXPECT_EQ(settled.code, 5);
  EXPECT_THAT(settled.out, HasSubstr("\nmpi-4.1            not modelled: MPI_Add_error_code with MPI_SUCCESS, "));
  EXPECT_EQ(moot("explore " + not_modelled()).code, 5);
}

TEST_F(CommandLimitsTest, Expectations) {
  const std::string under = "expect ticket304-strict with set-in-destroy = ";
  const auto cut = moot("settle --seeds 0 " + counting(under + "recurses endless " + under + "inner-wins { n = 1 }"));
  EXPECT_EQ(cut.code, 5);
  EXPECT_THAT(cut.out, AllOf(HasSubstr("expectation not decided under ticket304-strict with set-in-destroy = recurses"),
                             Not(HasSubstr("missed"))));
  EXPECT_EQ(moot("settle --seeds 0 " + counting(under + "recurses endless " + under + "inner-wins endless")).code, 1);
}

TEST_F(CommandLimitsTest, FoldersGoOn) {
  std::filesystem::create_directory(path("cases"));
  add("cases/b.litmus", "litmus \"test\" source ticket304 line 1\nx := 1 observe x expect ticket304 { x = 1 }");
  std::filesystem::rename(counting("expect ticket304-strict with set-in-destroy = recurses endless"),
                          path("cases/a.litmus"));
  const auto settled = moot("settle --seeds 0 " + path("cases"));
  EXPECT_EQ(settled.code, 5);
  EXPECT_THAT(settled.out, AllOf(HasSubstr("a.litmus: 0 of 1 expectations hold\n  ticket304: cut off at depth "),
                                 HasSubstr("b.litmus: 1 of 1 expectations hold\n")));
}

TEST_F(CommandLimitsTest, Compare) {
  const auto compared = moot("compare -a set-in-destroy=inner-wins " + counting());
  EXPECT_EQ(compared.code, 5);
  EXPECT_THAT(compared.out, AllOf(HasSubstr("\n  only before so far: erroneous: t304.destroy.replace\n"),
                                  HasSubstr("\n  before: cut off at depth "),
                                  HasSubstr("\n0 of 1 cases change; of 1 it is not known\n")));
}

TEST_F(CommandLimitsTest, Export) {
  const auto exported = moot("export --c -r ticket304-strict -a set-in-destroy=open " + counting());
  EXPECT_EQ(exported.code, 5);
  EXPECT_THAT(exported.out,
              AllOf(HasSubstr("n = 1 (only under"), HasSubstr("or: what is not known: cut off at depth")));
  EXPECT_THAT(exported.err, HasSubstr("cut off at depth"));
}

// ---- for programs

TEST_F(CommandLimitsTest, Json) {
  const auto explored =
      Json::parse(moot("explore --json -r ticket304-strict -a set-in-destroy=open " + counting()).out);
  EXPECT_EQ(explored["cut_off"]["by"], "depth");
  EXPECT_EQ(explored["outcomes"].size(), 1);
  EXPECT_FALSE(explored["endless"].get<bool>());
  EXPECT_FALSE(Json::parse(moot("explore --json " + std::string(example)).out).contains("cut_off"));
  const auto settled = Json::parse(moot("settle --json --seeds 0 " + counting("expect ticket304 endless")).out);
  EXPECT_EQ(settled["cut_off"].size(), 1);
  EXPECT_EQ(settled["cut_off"]["ticket304"]["by"], "depth");
  EXPECT_EQ(settled["missed"].size(), 1); // something that is not expected was found
  const auto undecided =
      Json::parse(moot("settle --json --seeds 0 --states 1 " + counting("expect ticket304 endless")).out);
  EXPECT_EQ(undecided["undecided"].size(), 1);
  EXPECT_EQ(undecided["undecided"][0]["what"], "cut off after 1 state (further: --states N)\n");
  const auto compared = Json::parse(moot("compare --json -a set-in-destroy=inner-wins " + counting()).out);
  EXPECT_TRUE(compared["cases"][0]["changed"].is_null());
  EXPECT_EQ(compared["cases"][0]["before"]["cut_off"]["by"], "depth");
}

// ---- Ctrl-C

// Each of them would go on for hours.
TEST_F(CommandLimitsTest, CtrlC) {
  const std::string file = goes_round + std::string("--time 0 --callbacks 1000000000 --states 1000000000 ") +
                           counting("expect ticket304-strict with set-in-destroy = inner-wins { n = 1 }");
  const auto stopped = [&](const std::string& words) {
    const auto ran = shell(interrupted("0.5") + "$MOOT " + words);
    EXPECT_EQ(ran.code, 5) << words << ran.err;
    return ran;
  };
  EXPECT_THAT(stopped("explore" + file).out, HasSubstr("\n  stopped\n"));
  EXPECT_EQ(Json::parse(stopped("explore --json" + file).out)["cut_off"]["by"], "stop");
  const auto settled = stopped("settle --seeds 0" + file);
  EXPECT_THAT(settled.out, AllOf(HasSubstr("\nticket304-strict  stopped\n"), HasSubstr("expectation not decided")));
  EXPECT_EQ(settled.err, "moot: stopped after 0 of 1 cases\n");
  EXPECT_TRUE(Json::accept(stopped("settle --json --seeds 0" + file).out));
  EXPECT_THAT(stopped("export --c" + file).out, HasSubstr("what is not known: stopped"));
  const auto compared = stopped("compare --against ticket304-strict" + file.substr(file.find(" -a ")));
  EXPECT_THAT(compared.out, AllOf(HasSubstr("only before so far: erroneous: "), HasSubstr("\n  after: stopped\n")));
}

TEST_F(CommandLimitsTest, CtrlCOfATraceThatIsRead) {
  const auto made = moot((MOOT_SANITIZED ? "random --calls 30000 -o " : "random --calls 300000 -o ") + path("long"));
  ASSERT_EQ(made.code, 0) << made.err;
  const auto stopped = [&](const std::string& verb) {
    const auto ran = shell(interrupted("0.2") + "$MOOT " + verb + path("long.trace"));
    EXPECT_EQ(ran.code, 5) << verb;
    return ran;
  };
  EXPECT_THAT(stopped("check ").out, HasSubstr("events; stopped there\n"));
  const auto shown = stopped("show ");
  EXPECT_THAT(shown.out, StartsWith("model ticket304-strict, "));
  EXPECT_GT(std::ranges::count(shown.out, '\n'), 100);
  EXPECT_THAT(shown.err, MatchesRegex("moot: stopped after [0-9,]+ lines\n"));
}

// What it has made is whole: a program, and the trace of a run of it.
TEST_F(CommandLimitsTest, CtrlCOfARandomProgram) {
  const auto ran = shell(interrupted("0.3") + "$MOOT random --calls 1000000000 -o " + path("long"));
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("moot: stopped after "));
  EXPECT_THAT(ran.out, HasSubstr("long.trace: "));
  EXPECT_EQ(moot("check -r ticket304-strict " + path("long.trace")).code, 0);
}

// A run that hangs: the trace of what it did is written.
TEST_F(CommandLimitsTest, CtrlCOfARun) {
  std::filesystem::copy_file(example, path("hang"));
  std::filesystem::copy_file(MOOT_FAKE_EXECUTOR, path("moot_executor_mpich"));
  const auto ran = shell("spec=$PWD/spec; cd " + path("") + "; MOOT_SPEC=$spec MOOT_EXECUTORS=. " + interrupted("1") +
                         "$MOOT run hang --on mpich");
  EXPECT_EQ(ran.code, 5) << ran.err;
  EXPECT_EQ(ran.err, "moot: stopped after 1 event\n");
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 2) << ran.out; // the header, and the call in which it hangs
}

} // namespace
} // namespace moot
