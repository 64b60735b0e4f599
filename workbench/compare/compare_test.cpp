// Which outcomes an answer adds and takes away. They follow from the cases (workbench/shared/case_folder_test.h).
#include "workbench/compare/compare.h"
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

struct Heard {
  Changes changes;
  std::vector<Compared> compared;
  std::vector<std::string> failed;
};

class CompareTest : public testing::Test {
protected:
  static CompareRequest request(std::vector<std::string> inputs, std::vector<std::string> answers) {
    CompareRequest request;
    request.inputs = std::move(inputs);
    request.law = {"spec", {}, std::move(answers)};
    request.limits.seconds = 0; // machines have other work
    return request;
  }

  static Heard compare(const CompareRequest& request, bool stop = false) {
    Heard told;
    told.changes = compare_cases(request, stop,
                                 {[&](const Compared& compared) { told.compared.push_back(compared); },
                                  [&](const std::string& message) { told.failed.push_back(message); }});
    return told;
  }

  const CaseFolder folder_;
};

std::vector<std::string> words(const Program& program, const std::vector<Expected>& results) {
  std::vector<std::string> all;
  for (const auto& each : results) all.push_back(to_text(program, each.observed) + (each.unspecified ? " if" : ""));
  return all;
}

// strict answers by-order: two outcomes go, and the one in which both are there comes.
TEST_F(CompareTest, FindsWhatGoesAndWhatComes) {
  auto asked = request({folder_.add("peeks.litmus", two_peeks)}, {"other-key-in-free=present"});
  asked.law.readings = {"ticket304-strict"};
  const auto told = compare(asked);
  EXPECT_EQ(told.changes.against, "ticket304-strict");
  ASSERT_THAT(told.compared, SizeIs(1));
  const auto& one = told.compared[0];
  EXPECT_TRUE(one.changed());
  EXPECT_THAT(words(one.program, one.goes),
              UnorderedElementsAre("seen_a = null, seen_b = 2", "seen_a = 1, seen_b = null"));
  EXPECT_THAT(words(one.program, one.comes), ElementsAre("seen_a = 1, seen_b = 2"));
  EXPECT_EQ(told.changes.changed, 1);
  EXPECT_EQ(to_text(told.changes), "1 of 1 cases changes");
  EXPECT_THAT(told.changes.remarks, IsEmpty());
}

// ticket304 leaves the question open: all four outcomes go, for none stays as it was, and one comes back as allowed.
TEST_F(CompareTest, TellsUnspecifiedFromAllowed) {
  const auto told = compare(request({folder_.add("peeks.litmus", two_peeks)}, {"other-key-in-free=present"}));
  EXPECT_EQ(told.changes.against, "ticket304");
  const auto& one = told.compared.at(0);
  EXPECT_THAT(words(one.program, one.goes),
              UnorderedElementsAre("seen_a = null, seen_b = 2 if", "seen_a = 1, seen_b = null if",
                                   "seen_a = 1, seen_b = 2 if", "seen_a = null, seen_b = null if"));
  EXPECT_THAT(words(one.program, one.comes), ElementsAre("seen_a = 1, seen_b = 2"));
}

TEST_F(CompareTest, SaysThatAnAnswerChangesNothing) {
  const auto told = compare(request({folder_.add("peeks.litmus", two_peeks)}, {"copy-order=any"}));
  EXPECT_FALSE(told.compared.at(0).changed());
  EXPECT_EQ(told.changes.changed, 0);
  EXPECT_EQ(to_text(told.changes), "0 of 1 cases change");
  EXPECT_THAT(told.changes.remarks, ElementsAre(StartsWith("--answer copy-order=any changes nothing: ")));
}

// Of a folder, those that the reading is about; and without a reading the questions say which it is.
TEST_F(CompareTest, LooksAtWhatTheReadingIsAbout) {
  folder_.add("peeks.litmus", two_peeks);
  folder_.add("set.litmus", set_and_get);
  const auto of_keys = compare(request({folder_.path("")}, {"other-key-in-free=present"}));
  EXPECT_EQ(of_keys.changes.against, "ticket304");
  EXPECT_EQ(of_keys.changes.cases, 1);
  EXPECT_THAT(of_keys.compared.at(0).file, EndsWith("peeks.litmus"));
  const auto of_attributes = compare(request({folder_.path("")}, {"delete-order=arbitrary"}));
  EXPECT_EQ(of_attributes.changes.against, "mpi-3.1");
  EXPECT_EQ(of_attributes.changes.cases, 1);
  EXPECT_THAT(of_attributes.compared.at(0).file, EndsWith("set.litmus"));
}

// What only one of them has so far, the other may have, too.
TEST_F(CompareTest, DoesNotKnowWhereItWasCutOff) {
  auto asked = request({folder_.add("peeks.litmus", two_peeks)}, {"other-key-in-free=present"});
  asked.limits.states = 1;
  const auto told = compare(asked);
  const auto& one = told.compared.at(0);
  EXPECT_THAT(one.cut_off, testing::Contains(StartsWith("before: cut off after 1 state")));
  EXPECT_FALSE(one.changed());
  EXPECT_EQ(told.changes.cut_off, 1);
  EXPECT_EQ(to_text(told.changes), "0 of 1 cases change; of 1 it is not known");
  EXPECT_EQ(to_json(one)["changed"], nullptr);
}

TEST_F(CompareTest, TakesAWrongCaseAlone) {
  folder_.add("a.litmus", "litmus \"a\" MPI_Comm_dup(");
  folder_.add("b.litmus", two_peeks);
  const auto told = compare(request({folder_.path("")}, {"other-key-in-free=present"}));
  EXPECT_THAT(told.failed, ElementsAre(HasSubstr("a.litmus:1:")));
  EXPECT_EQ(told.changes.cases, 2);
  EXPECT_EQ(told.changes.done, 2);
  EXPECT_EQ(told.changes.compared, 1);
}

TEST_F(CompareTest, ComparesNothingOnceItIsStopped) {
  const auto told = compare(request({folder_.add("peeks.litmus", two_peeks)}, {"other-key-in-free=present"}), true);
  EXPECT_TRUE(told.changes.stopped);
  EXPECT_EQ(told.changes.done, 0);
  EXPECT_THAT(told.compared, IsEmpty());
}

TEST_F(CompareTest, RefusesWhatIsNotThere) {
  const auto file = folder_.add("peeks.litmus", two_peeks);
  EXPECT_THROW(compare(request({file}, {"other-key-in-free=perhaps"})), ReadingError);
  EXPECT_THROW(compare(request({"docs"}, {"copy-order=any"})), UsageError);
  auto asked = request({file}, {"copy-order=any"});
  asked.law.readings = {"ticket304", "ticket304-strict"};
  EXPECT_THROW(compare(asked), UsageError);
}

TEST_F(CompareTest, TellsPeopleAndPrograms) {
  auto asked = request({folder_.add("peeks.litmus", two_peeks)}, {"other-key-in-free=present"});
  asked.law.readings = {"ticket304-strict"};
  const auto told = compare(asked);
  EXPECT_THAT(to_text(told.compared.at(0)),
              AllOf(HasSubstr("peeks.litmus\ntwo peeks\n"), HasSubstr("  goes:  seen_a = 1, seen_b = null: allowed\n"),
                    EndsWith("  comes: seen_a = 1, seen_b = 2: allowed\n\n")));
  const auto json = to_json(asked, told.changes, Json::array({to_json(told.compared[0])}));
  EXPECT_EQ(json["against"], "ticket304-strict");
  EXPECT_EQ(json["answers"]["other-key-in-free"], "present");
  EXPECT_TRUE(json["not_asked"].empty()); // (a question that no rule asks yet)
  EXPECT_EQ(json["changed"], 1);
  EXPECT_EQ(json["cases"][0]["changed"], true);
  EXPECT_EQ(json["cases"][0]["before"]["outcomes"].size(), 2);
  EXPECT_EQ(json["cases"][0]["after"]["outcomes"].size(), 1);
}

} // namespace
} // namespace moot
