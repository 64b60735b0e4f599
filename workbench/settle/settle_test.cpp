// What cases are settled to, with and without a library, and what is told of it. The outcomes follow from the cases.
#include "mpi_backend/script_test.h"
#include "workbench/settle/disagreement.h"
#include "workbench/settle/settle.h"
#include "workbench/shared/case_folder_test.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

// What an engine told, in the order in which it told it.
struct Told {
  Tally tally;
  std::vector<Settled> settled;
  std::vector<std::string> failed;
};

class SettleTest : public testing::Test {
protected:
  SettleRequest request(std::vector<std::string> inputs) const {
    SettleRequest request;
    request.inputs = std::move(inputs);
    request.law = {"spec", {"ticket304"}, {}};
    request.limits.seconds = 0; // machines have other work
    request.seeds = 2;
    return request;
  }

  static Told settle(const SettleRequest& request, bool stop = false) {
    Told told;
    told.tally = settle_cases(request, stop,
                              {[&](const Settled& settled) { told.settled.push_back(settled); },
                               [&](const std::string& message) { told.failed.push_back(message); }});
    return told;
  }

  // A library that says the same of each program, in a line or several.
  LibraryInfo library(const std::string& says) const {
    const auto executor = write_script(folder_.path("executor"), R"(echo '{"library":"Fake","version":"1"}' >&3
echo >&3
while read -r job; do
  cat >&3 <<'END'
{"moot_trace":1,"library":"Fake","version":"1","through":"layer","program":"","seed":0,"rank":0,"size":1,"filtered":[]}
)" + says + "\n\nEND\ndone\n");
    return {"fake", "Fake", "1", "layer", executor, {}};
  }

  const CaseFolder folder_;
};

// "seen = 1: allowed"
std::vector<std::string> outcomes(const Settled& settled, std::size_t reading = 0) {
  std::vector<std::string> all;
  for (const auto& outcome : settled.explorations.at(reading).outcomes)
    all.push_back(to_text(settled.program, outcome.observed) + ": " + std::string(name(outcome.verdict)));
  return all;
}

// ---- on the model

TEST_F(SettleTest, FindsEveryOutcomeOfAnAnswer) {
  auto asked = request({folder_.add("peeks.litmus", two_peeks)});
  asked.law.answers = {"other-key-in-free=by-order"};
  EXPECT_THAT(outcomes(settle(asked).settled.at(0)),
              UnorderedElementsAre("seen_a = null, seen_b = 2: allowed", "seen_a = 1, seen_b = null: allowed"));
  asked.law.answers = {"other-key-in-free=present"};
  EXPECT_THAT(outcomes(settle(asked).settled.at(0)), ElementsAre("seen_a = 1, seen_b = 2: allowed"));
  asked.law.answers = {"other-key-in-free=absent"};
  const auto told = settle(asked);
  EXPECT_THAT(outcomes(told.settled.at(0)), ElementsAre("seen_a = null, seen_b = null: allowed"));
  EXPECT_THAT(told.tally.remarks, IsEmpty());
}

// No outcome is common to the three answers.
TEST_F(SettleTest, LeavesUnspecifiedWhatAnOpenQuestionDecides) {
  const auto told = settle(request({folder_.add("peeks.litmus", two_peeks)}));
  ASSERT_THAT(told.settled, SizeIs(1));
  EXPECT_THAT(outcomes(told.settled[0]),
              UnorderedElementsAre("seen_a = null, seen_b = 2: unspecified", "seen_a = 1, seen_b = null: unspecified",
                                   "seen_a = 1, seen_b = 2: unspecified", "seen_a = null, seen_b = null: unspecified"));
  EXPECT_EQ(told.tally.cases, 1);
  EXPECT_EQ(told.tally.whole, 1);
  EXPECT_FALSE(told.tally.failed || told.tally.missed || told.tally.cut_off || told.tally.stopped || told.tally.ran);
}

TEST_F(SettleTest, AsksAllReadingsThatAreAboutTheCase) {
  auto asked = request({folder_.add("set.litmus", set_and_get)});
  asked.law.readings.clear();
  const auto told = settle(asked);
  const auto& settled = told.settled.at(0);
  EXPECT_EQ(settled.readings_from, ReadingsFrom::spec_folder);
  std::vector<std::string> names;
  for (const auto& reading : settled.readings) names.push_back(reading.name);
  EXPECT_THAT(names, AllOf(testing::Contains("mpi-3.1"), testing::Not(testing::Contains("ticket304"))));
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_THAT(outcomes(settled, i), ElementsAre("seen = 5: allowed")) << names[i];
  asked.law.readings = {"ticket304"}; // whoever names it gets it
  EXPECT_EQ(settle(asked).settled.at(0).readings_from, ReadingsFrom::user);
  EXPECT_THAT(settle(asked).tally.remarks, ElementsAre(HasSubstr("ticket304 is not about ")));
}

TEST_F(SettleTest, TellsOfAnExpectationThatIsMissed) {
  const auto expecting = std::string(two_peeks) + "expect ticket304-strict { seen_a = 1, seen_b = 2 }\n" +
                         "expect ticket304-strict with other-key-in-free = present { seen_a = 1, seen_b = 2 }\n";
  const auto told = settle(request({folder_.add("peeks.litmus", expecting)}));
  EXPECT_TRUE(told.tally.missed);
  ASSERT_THAT(told.settled.at(0).missed, SizeIs(1));
  EXPECT_EQ(told.settled[0].missed[0].reading, "ticket304-strict");
  EXPECT_THAT(told.settled[0].missed[0].what, StartsWith("expected, not found: { seen_a = 1, seen_b = 2 }\n"));
}

TEST_F(SettleTest, SaysWhichAnswersChangeNothing) {
  auto asked = request({folder_.add("peeks.litmus", two_peeks)});
  asked.law.answers = {"copy-order=any", "other-key-in-free=present"}; // there is no copy callback
  EXPECT_THAT(settle(asked).tally.remarks,
              ElementsAre(AllOf(StartsWith("--answer copy-order=any changes nothing: "),
                                EndsWith("peeks.litmus does not depend on it under ticket304"))));
}

// The model needs more than one state, as there is a choice.
TEST_F(SettleTest, SaysWhereItWasCutOff) {
  auto asked = request({folder_.add("peeks.litmus", two_peeks)});
  asked.limits.states = 1;
  const auto told = settle(asked);
  EXPECT_TRUE(told.tally.cut_off);
  EXPECT_TRUE(told.settled.at(0).is_cut_off());
}

TEST_F(SettleTest, MakesACaseOfEachRankWhereThatMatters) {
  auto asked = request({folder_.add("rank.litmus", "litmus \"t\" source mpi line 1 x := rank observe x\n"),
                        folder_.add("same.litmus", "litmus \"t\" source mpi line 1 x := 7 observe x\n")});
  asked.np = 2;
  const auto told = settle(asked);
  EXPECT_EQ(told.tally.cases, 3);
  ASSERT_THAT(told.settled, SizeIs(3));
  EXPECT_EQ(told.settled[0].process_words(), ", rank 0 of 2");
  EXPECT_THAT(outcomes(told.settled[0]), ElementsAre("x = 0: allowed"));
  EXPECT_EQ(told.settled[1].process_words(), ", rank 1 of 2");
  EXPECT_THAT(outcomes(told.settled[1]), ElementsAre("x = 1: allowed"));
  EXPECT_EQ(told.settled[2].process_words(), "");
}

// ---- many cases

TEST_F(SettleTest, TakesCasesInTheOrderOfTheirPathsAndAWrongOneAlone) {
  folder_.add("c.litmus", two_peeks);
  folder_.add("a.litmus", set_and_get);
  folder_.add("b.litmus", "litmus \"b\" MPI_Comm_dup(");
  for (const unsigned jobs : {1U, 3U}) {
    auto asked = request({folder_.path("")});
    asked.jobs = jobs;
    const auto told = settle(asked);
    ASSERT_THAT(told.settled, SizeIs(2));
    EXPECT_THAT(told.settled[0].file, EndsWith("a.litmus"));
    EXPECT_THAT(told.settled[1].file, EndsWith("c.litmus"));
    EXPECT_THAT(told.failed, ElementsAre(HasSubstr("b.litmus:1:")));
    EXPECT_TRUE(told.tally.failed);
    EXPECT_EQ(told.tally.cases, 3);
    EXPECT_EQ(told.tally.whole, 2);
  }
}

TEST_F(SettleTest, SettlesNothingOnceItIsStopped) {
  const auto told = settle(request({folder_.add("peeks.litmus", two_peeks)}), true);
  EXPECT_TRUE(told.tally.stopped);
  EXPECT_EQ(told.tally.whole, 0);
  EXPECT_EQ(told.tally.cases, 1);
  EXPECT_THAT(told.settled, IsEmpty());
}

TEST_F(SettleTest, RefusesWhatIsNotThere) {
  EXPECT_THROW(settle(request({"docs"})), UsageError); // a folder without cases
  auto asked = request({folder_.add("peeks.litmus", two_peeks)});
  asked.law.answers = {"other-key-in-free=perhaps"};
  EXPECT_THROW(settle(asked), ReadingError);
}

// ---- on a library. The program calls no MPI procedure, so that its outcome alone tells.

constexpr auto assigns = "litmus \"t\" source ticket304 line 1 x := 5 observe x\n";

TEST_F(SettleTest, AllowsALibraryThatComesToAnOutcome) {
  auto asked = request({folder_.add("x.litmus", assigns)});
  asked.libraries = {library(R"({"end":"finished","observed":{"x":5}})")};
  const auto told = settle(asked);
  const auto& trials = told.settled.at(0).trials.at(0);
  EXPECT_EQ(trials.runs, 2);
  EXPECT_THAT(trials.verdicts, ElementsAre(Verdict::allowed));
  EXPECT_THAT(disagreements(told.settled[0]), IsEmpty());
  EXPECT_TRUE(told.tally.ran);
}

TEST_F(SettleTest, ForbidsALibraryAnOutcomeThatNoReadingHas) {
  auto asked = request({folder_.add("x.litmus", assigns)});
  asked.libraries = {library(R"({"end":"finished","observed":{"x":6}})")};
  const auto told = settle(asked);
  const auto& settled = told.settled.at(0);
  EXPECT_THAT(settled.trials.at(0).verdicts, ElementsAre(Verdict::forbidden));
  const auto found = disagreements(settled);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(found[0].whatever);
  EXPECT_EQ(found[0].decided, "x = 6");
  EXPECT_THAT(found[0].outcomes, ElementsAre("x = 5"));
  const Findings findings{settled, found, asked};
  EXPECT_THAT(to_line(findings), HasSubstr("x.litmus: x = 5; Fake forbidden whatever the answers; new\n"));
  const auto json = to_json(findings);
  EXPECT_EQ(json["libraries"]["fake"]["overall"]["verdict"], "forbidden");
  EXPECT_EQ(json["libraries"]["fake"]["outcomes"][0]["observed"]["x"], 6);
  EXPECT_EQ(json["readings"]["ticket304"][0]["observed"]["x"], 5);
}

TEST_F(SettleTest, SaysWhyALibraryRanNothing) {
  auto asked = request({folder_.add("x.litmus", assigns)});
  asked.libraries = {library(R"({"end":"aborted","detail":"the executor cannot run it: more than 64 callbacks"})")};
  const auto told = settle(asked);
  EXPECT_FALSE(told.tally.ran);
  EXPECT_THAT(told.tally.not_run, EndsWith("x.litmus: more than 64 callbacks"));
  EXPECT_EQ(told.settled.at(0).trials.at(0).not_run, "more than 64 callbacks");
  EXPECT_FALSE(told.tally.failed); // other libraries may be able to
}

// The case is about the layer: a library as it is runs none of it.
TEST_F(SettleTest, RunsACaseOnlyThroughWhatCanRunIt) {
  auto native = library(R"({"end":"finished","observed":{"x":5}})");
  native.through = "native";
  auto asked = request({folder_.add("x.litmus", assigns)});
  asked.libraries = {native};
  const auto told = settle(asked);
  EXPECT_THAT(told.settled.at(0).trials, IsEmpty());
  EXPECT_FALSE(told.tally.ran);
}

} // namespace
} // namespace moot
