// The shortest programs that tell answers apart: sizes by hand, programs checked by exploring them.
#include "spec/language/distinguishing_case.h"

#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::HasSubstr;

Reading strict(const std::string& answer = "") {
  auto reading = read_reading("ticket304-strict", "spec/readings");
  if (!answer.empty()) override_answer(reading, answer);
  return reading;
}

Distinguished find(const Reading& a, const Reading& b, unsigned calls_at_most = 6) {
  SearchOptions options;
  options.calls_at_most = calls_at_most;
  return shortest_case(a, b, options);
}

Reading of_tools(const std::string& answer) {
  auto reading = read_reading("mpich-qmpi", "spec/readings");
  override_answer(reading, answer);
  return reading;
}

// ---- sizes by hand

struct FoundBy {
  std::string question, a, b;
  unsigned calls, callback_actions;
  std::string why;
};

std::ostream& operator<<(std::ostream& out, const FoundBy& each) {
  return out << each.question << ": " << each.a << " or " << each.b;
}

class Shortest : public testing::TestWithParam<FoundBy> {};

TEST_P(Shortest, IsAsLongAsByHand) {
  const auto& expected = GetParam();
  const bool is_of_tools = text(*question_named(expected.question)).area == Area::tools;
  const auto reading = [&](const std::string& answer) {
    return is_of_tools ? of_tools(expected.question + "=" + answer) : strict(expected.question + "=" + answer);
  };
  const auto a = reading(expected.a);
  const auto b = reading(expected.b);
  const auto found = find(a, b);
  ASSERT_TRUE(found.it) << expected.why;
  EXPECT_EQ(found.it->calls, expected.calls) << expected.why << "\n" << print_case(found.it->program);
  EXPECT_EQ(found.it->callback_actions, expected.callback_actions) << print_case(found.it->program);
  const auto again = parse_case(print_case(found.it->program), "again");
  EXPECT_NE(results(again, a), results(again, b));
}

INSTANTIATE_TEST_SUITE_P(
    Answers, Shortest,
    testing::Values(
        FoundBy{"null-callbacks", "allowed", "erroneous", 1, 0, "create with a null pointer"},
        FoundBy{"predefined-key", "erroneous", "error-code", 1, 0, "free MPIX_KEY_TAG_UB"},
        FoundBy{"key-cycle", "leak", "erroneous", 3, 0, "create; set on itself; free"},
        FoundBy{"key-cycle", "leak", "collected-at-finalize", 4, 1,
                "the same and Finalize, which a destroy callback notes"},
        FoundBy{"get-in-destroy", "old", "unset", 4, 0, "create; set on the key itself; set again: get in destroy"},
        FoundBy{"mutate-in-free", "erroneous", "queued", 4, 0, "create; set on the key itself; free: set in free"},
        FoundBy{"stale-key", "erroneous", "works", 4, 0, "create; set on MPI_COMM_SELF; free the key; use it again"},
        FoundBy{"copy-of-freed-key", "yes", "no", 4, 1, "create; set on MPI_COMM_SELF; free the key; dup: copy or not"},
        FoundBy{"destroy-time", "at-free", "at-destruction", 3, 1, "create; set under itself; free: destroy or not"},
        FoundBy{"copy-order", "any", "last-set-first", 5, 2,
                "create two; set two on MPI_COMM_SELF; dup: both note their turn"},
        FoundBy{"other-key-in-free", "present", "absent", 6, 0,
                "create two; set both on one of them; free it: get in free"}));

INSTANTIATE_TEST_SUITE_P(
    AnswersOfTools, Shortest,
    testing::Values(
        FoundBy{"tool-twice", "each-place", "once", 2, 1, "register; Init: a function notes each turn"},
        FoundBy{"stack-order", "first-outermost", "last-outermost", 3, 1,
                "listed twice: register; Initialized, for which init registers a function that notes its id"},
        FoundBy{"calls-of-tools", "from-top", "from-below", 4, 0,
                "register; Initialized, whose function calls it, too: without end"},
        FoundBy{"calls-of-tools", "from-below", "not-at-all", 4, 1, "the same, listed twice: its turns are noted"},
        FoundBy{"never-calls-down", "allowed", "erroneous", 3, 0, "register; Initialized, whose function returns"},
        FoundBy{"unknown-tool", "ignored", "refused", 1, 0, "Init"},
        FoundBy{"second-registration", "ignored", "error", 2, 0, "register; register again"},
        FoundBy{"second-registration", "ignored", "replaces", 3, 1, "the same and Init: one function notes its turn"},
        FoundBy{"late-registration", "ignored", "error", 3, 0, "register; Init; register"},
        FoundBy{"before-init", "tools-ready", "untouched", 1, 0,
                "Initialized: nobody has registered the tool, which ends the program"}));

TEST(Distinguish, AReadingFromItselfIsNothing) {
  const auto found = find(strict(), strict(), 4);
  EXPECT_FALSE(found.it);
  EXPECT_FALSE(found.search.history);
  EXPECT_EQ(found.search.calls, 4);
}

TEST(Distinguish, NoneWithTooFewCalls) {
  EXPECT_FALSE(find(strict("key-cycle=leak"), strict("key-cycle=erroneous"), 2).it);
}

TEST(Distinguish, CanBeStopped) {
  std::atomic<bool> stop{true};
  SearchOptions options;
  options.end.stop = &stop;
  EXPECT_EQ(search_histories(ticket304_family(), strict(), strict("get-in-destroy=unset"), options).ending,
            Ending::stopped);
}

// ---- every pair of answers

constexpr std::size_t stride = MOOT_SANITIZED ? 36 : 1; // of the pairs

std::vector<std::pair<Reading, Reading>> all_pairs() {
  std::vector<std::pair<Reading, Reading>> pairs;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (!text(question).due.empty() || text(question).area == Area::attributes) continue;
    for (std::uint8_t one = 0; one < answer_count(question); ++one)
      for (std::uint8_t other = one; ++other < answer_count(question);) {
        pairs.emplace_back(strict(), strict());
        pairs.back().first[question] = one;
        pairs.back().second[question] = other;
      }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); i += stride) pairs[kept++] = pairs[i];
  pairs.resize(kept);
  return pairs;
}

// What is told apart with so few calls that every way can be gone, merged or not, is told apart by as many, and by as many
// statements.
TEST(Distinguish, AgreesWithTheSearchThatMergesNothing) {
  int found = 0;
  for (const auto& [a, b] : all_pairs()) {
    SearchOptions options;
    options.calls_at_most = 4;
    const auto merged = shortest_case(a, b, options);
    options.merge = false;
    const auto plain = shortest_case(a, b, options);
    ASSERT_EQ(merged.it.has_value(), plain.it.has_value());
    EXPECT_EQ(merged.search.calls, plain.search.calls);
    EXPECT_EQ(merged.search.weight, plain.search.weight);
    EXPECT_LE(merged.search.positions, plain.search.positions);
    if (merged.it) ++found;
  }
  EXPECT_GE(found, 17 / static_cast<int>(stride)); // key-cycle, set-in-destroy and others
}

// Whatever the number of threads.
TEST(Distinguish, ThreadsChangeNothing) {
  const auto a = strict("copy-of-freed-key=yes"), b = strict("copy-of-freed-key=no");
  SearchOptions options;
  const auto one = shortest_case(a, b, options);
  for (const unsigned jobs : {2U, 3U, 8U}) {
    options.jobs = jobs;
    const auto several = shortest_case(a, b, options);
    EXPECT_EQ(several.search.positions, one.search.positions);
    EXPECT_EQ(several.search.weight, one.search.weight);
    EXPECT_EQ(print_case(several.it->program), print_case(one.it->program));
  }
}

// A destroy callback that sets what is being replaced goes on for ever under one answer: the search does not.
TEST(Distinguish, GoesOnBehindProgramsThatRecurse) {
  const auto a = strict("set-in-destroy=recurses");
  auto b = a;
  override_answer(b, "destroy-order=last-set-first"); // takes five calls to tell
  const auto found = find(a, b, 4);
  EXPECT_EQ(found.search.ending, Ending::complete);
  EXPECT_FALSE(found.it);
}

// Of up to five calls here; three pairs need six (moot distinguish finds them in seconds).
TEST(Distinguish, WhatItFindsDiffers) {
  int found = 0;
  for (const auto& [a, b] : all_pairs()) {
    const auto result = find(a, b, 5);
    if (!result.it) continue;
    ++found;
    EXPECT_NE(result.it->under_a, result.it->under_b);
    EXPECT_EQ(results(result.it->program, a), result.it->under_a);
    EXPECT_EQ(results(result.it->program, b), result.it->under_b);
    EXPECT_EQ(result.it->calls, result.search.calls);
  }
  EXPECT_GE(found, 25 / static_cast<int>(stride));
}

} // namespace
} // namespace moot
