// Surveys of scopes so small that all of it can be counted by hand.
#include "model/search/survey/survey.h"

#include "model/model_test.h"
#include "model/search/survey/way.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;

// One handle, one key, one value; keys can be made and freed, values set and cleared.
Scope smallest() {
  Scope scope;
  scope.handles = scope.keys = scope.values = 1;
  scope.calls = {Procedure::key_create, Procedure::key_free, Procedure::value_set, Procedure::value_clear};
  return scope;
}

SurveyReport run(const Scope& scope, SurveyOptions options = {}) {
  const auto reading = strict();
  return survey(Client(scope, reading), options);
}

// Between calls, 4 states: no key; a key; a key with a value; a freed key with a value.
// Within calls, 4: a set that replaces, before its destroy callback and after; a clear, before and after.
// Steps: create (1), free (2: with and without a value), set (2: onto nothing; onto the value), clear (1),
// destroy (2), return (2).
TEST(Survey, CountsWhatCanBeCountedByHand) {
  for (const bool symmetry : {false, true}) {
    SurveyOptions options;
    options.symmetry = symmetry;
    const auto report = run(smallest(), options);
    EXPECT_EQ(report.ending, Ending::complete);
    EXPECT_EQ(report.states, 8);
    EXPECT_EQ(report.transitions, 10);
    EXPECT_EQ(report.erroneous, 0);
    EXPECT_EQ(report.depth, 3); // create, set, free
    EXPECT_TRUE(report.violations.empty());
  }
}

// Two keys that differ in nothing: made in either order they are the same up to renaming. Without calls but create and free,
// a key is there or not: 4 states, each with 2 steps; up to renaming 3, with 2 steps each.
TEST(Survey, IsUpToRenamingUnlessToldOtherwise) {
  auto scope = smallest();
  scope.keys = 2;
  scope.calls = {Procedure::key_create, Procedure::key_free};
  SurveyOptions plain;
  plain.symmetry = false;
  EXPECT_EQ(run(scope, plain).states, 4);
  EXPECT_EQ(run(scope, plain).transitions, 8);
  EXPECT_EQ(run(scope).states, 3);
  EXPECT_EQ(run(scope).transitions, 6);
}

TEST(Survey, OfSoManyCallsAtMost) {
  SurveyOptions options;
  options.calls_at_most = 0;
  EXPECT_EQ(run(smallest(), options).states, 1);
  EXPECT_EQ(run(smallest(), options).transitions, 0);
  options.calls_at_most = 1;
  EXPECT_EQ(run(smallest(), options).states, 2); // the key
  EXPECT_EQ(run(smallest(), options).transitions, 1);
  options.calls_at_most = 2; // the key is freed: known; or has a value
  EXPECT_EQ(run(smallest(), options).states, 3);
  EXPECT_EQ(run(smallest(), options).transitions, 3);
}

TEST(Survey, CountsWhatTheProgramBreaks) {
  auto scope = smallest();
  scope.calls_in_callback =
      1; // a destroy callback that sets, clears or (twice) frees: set and clear of the value are erroneous
  const auto report = run(scope);
  EXPECT_GT(report.erroneous, 0);
  EXPECT_TRUE(report.violations.empty());
}

TEST(Survey, CanBeStopped) {
  std::atomic<bool> stop{true};
  SurveyOptions options;
  options.end.stop = &stop;
  auto scope = smallest();
  scope.handles = scope.keys = 4;
  scope.values = 2;
  scope.calls.insert(scope.calls.end(), {Procedure::comm_dup, Procedure::comm_free});
  const auto report = run(scope, options);
  EXPECT_EQ(report.ending, Ending::stopped);
  EXPECT_GT(report.states, 0);
}

// ---- violations: pretend that something sound is not

std::optional<Invariant> nothing_set(const State& state) {
  return state.attachments.empty() ? std::nullopt : std::optional(Invariant::one_value_for_a_key);
}

TEST(Survey, TellsAShortestWayToAViolation) {
  SurveyOptions options;
  options.broken = nothing_set;
  auto scope = smallest();
  scope.keys = scope.handles = 3;
  for (const unsigned jobs : {1U, 2U}) {
    options.jobs = jobs;
    const auto report = run(scope, options);
    ASSERT_EQ(report.violations.size(), 1);
    EXPECT_EQ(report.violations[0].invariant, Invariant::one_value_for_a_key);
    std::vector<std::string> events;
    for (const auto& event : report.violations[0].trace)
      events.push_back((event.type == Event::Type::call ? "call " : "return ") +
                       std::string(signature(event.procedure).name));
    EXPECT_THAT(events, ElementsAre("call MPIX_Key_create", "return MPIX_Key_create", "call MPIX_Value_set",
                                    "return MPIX_Value_set"));
    EXPECT_EQ(report.violations[0].trace[2].fields[0].value.word, "k1");
    EXPECT_EQ(report.violations[0].trace[2].fields[1].value.word, "c1");
  }
}

} // namespace
} // namespace moot
