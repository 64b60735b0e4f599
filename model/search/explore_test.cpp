// What explore() finds: outcomes with their answers, and how many states that takes.
#include "model/model_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Explored {
  Explored(Program a_program, Reading a_reading, const ExploreLimits& limits = {})
      : program(std::move(a_program)), reading(std::move(a_reading)), machine(program, reading),
        exploration(explore(machine, limits)) {}
  Explored(const Explored&) = delete;

  Program program;
  Reading reading;
  Machine machine;
  Exploration exploration;

  std::size_t states() const { return boost::num_vertices(exploration.graph); }
};

// "1 null allowed", "1 null unspecified if other-key-in-free = present": an outcome a line, with the answers to it.
std::vector<std::string> outcomes(const Exploration& exploration) {
  std::vector<std::string> lines;
  for (const auto& outcome : exploration.outcomes) {
    std::string line;
    for (const auto& seen : outcome.observed) line += (seen ? to_text(*seen) : "absent") + " ";
    line += name(outcome.verdict);
    for (const auto& set : outcome.under)
      if (!set.empty()) line += " if " + to_text(set);
    lines.push_back(line);
  }
  return lines;
}

// ---- spec/litmus/ticket304/other-key-in-free.litmus. It observes seen_a (read in b's callback; a's value is 1), then
// seen_b (read in a's callback; b's value is 2).

std::vector<std::string> other_key_in_free(const Reading& reading) {
  const Explored explored{parse_case_file("spec/litmus/ticket304/other-key-in-free.litmus"), reading};
  EXPECT_THAT(explored.exploration.erroneous, IsEmpty());
  EXPECT_THAT(explored.exploration.endless, IsEmpty());
  return outcomes(explored.exploration);
}

// by-order: whichever callback runs first sees the other value, the second finds the first one's unset.
TEST(OtherKeyInFree, ByOrderTheFirstCallbackAloneSeesTheOtherValue) {
  EXPECT_THAT(other_key_in_free(strict()), ElementsAre("null 2 allowed", "1 null allowed"));
  EXPECT_THAT(other_key_in_free(strict("other-key-in-free=by-order")), ElementsAre("null 2 allowed", "1 null allowed"));
}

TEST(OtherKeyInFree, PresentOrAbsentThereIsOneOutcome) {
  EXPECT_THAT(other_key_in_free(strict("other-key-in-free=present")), ElementsAre("1 2 allowed"));
  EXPECT_THAT(other_key_in_free(strict("other-key-in-free=absent")), ElementsAre("null null allowed"));
}

// Open: all of these, each under its answer only; what else is open makes no difference.
TEST(OtherKeyInFree, OpenEveryOutcomeIsUnspecified) {
  const auto all = ElementsAre(
      "null null unspecified if other-key-in-free = absent", "null 2 unspecified if other-key-in-free = by-order",
      "1 null unspecified if other-key-in-free = by-order", "1 2 unspecified if other-key-in-free = present");
  EXPECT_THAT(other_key_in_free(strict("other-key-in-free=open")), all);
  EXPECT_THAT(other_key_in_free(read_reading("ticket304", "spec/readings")), all);
  EXPECT_THAT(other_key_in_free(all_open("open")), all);
}

// The first callback to run, not the second, is the one that sees the other value; its own is unset whatever the answer.
TEST(OtherKeyInFree, WhicheverRunsFirst) {
  const auto noted = parse_case("litmus \"as above, with a note of the order\" source ticket304 lines 129-165\n"
                                "callback of_a { if first == 0 { first := 1 } MPIX_Value_get(b, handle) -> seen_b\n"
                                "                MPIX_Value_get(a, handle) -> own_a }\n"
                                "callback of_b { if first == 0 { first := 2 } MPIX_Value_get(a, handle) -> seen_a\n"
                                "                MPIX_Value_get(b, handle) -> own_b }\n"
                                "MPIX_Key_create(free: of_a) -> a MPIX_Key_create(free: of_b) -> b\n"
                                "MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(a, c, 1) MPIX_Value_set(b, c, 2)\n"
                                "MPI_Comm_free(c) observe first, seen_a, seen_b, own_a, own_b",
                                "test");
  const auto under = [&](const std::string& answer) {
    const Explored explored{noted, strict("other-key-in-free=" + answer)};
    return outcomes(explored.exploration);
  };
  EXPECT_THAT(under("by-order"), ElementsAre("1 null 2 null null allowed", "2 1 null null null allowed"));
  EXPECT_THAT(under("present"), ElementsAre("1 1 2 null null allowed", "2 1 2 null null allowed"));
  EXPECT_THAT(under("absent"), ElementsAre("1 null null null null allowed", "2 null null null null allowed"));
}

// ---- how many states: n values on one communicator, all of whose callbacks may run in any order

// `keys`: the arguments of every MPIX_Key_create; the values are 1, ..., n.
Program values_freed(int n, const std::string& callbacks, const std::string& keys) {
  std::string text = "litmus \"n values on one communicator that is freed\" source ticket304 line 137\n" + callbacks;
  for (int i = 1; i <= n; ++i) text += "MPIX_Key_create(" + keys + ") -> k" + std::to_string(i) + "\n";
  text += "MPI_Comm_dup(MPI_COMM_SELF) -> c\n";
  for (int i = 1; i <= n; ++i) text += "MPIX_Value_set(k" + std::to_string(i) + ", c, " + std::to_string(i) + ")\n";
  text += "MPI_Comm_free(c)\n";
  if (!callbacks.empty()) text += "observe order\n";
  return parse_case(text, "test");
}

// A state is the set of free callbacks that are still owed, or then of destroy callbacks: 2^n each. Those with a choice
// are stored (2 or more are owed: 2^n - 1 - n), and the first and the last.
TEST(ExploreSize, CallbacksThatWriteNothingCostTwoToTheN) {
  for (int n = 1; n <= 10; ++n) {
    const Explored explored{values_freed(n, "", ""), strict()};
    EXPECT_THAT(outcomes(explored.exploration), ElementsAre("allowed"));
    EXPECT_EQ(explored.states(), 2 * ((1U << n) - 1 - static_cast<unsigned>(n)) + 2) << n;
    EXPECT_LE(explored.states(), 4U << n) << n;
  }
}

// Two questions are asked, value-after-free-callback once the last free callback ran, and destroy-order.
TEST(ExploreSize, OpenQuestionsDoNotMultiplyThat) {
  for (int n = 1; n <= 10; ++n) {
    const Explored explored{values_freed(n, "", ""), all_open("open")};
    EXPECT_THAT(outcomes(explored.exploration), ElementsAre("allowed"));
    EXPECT_LE(explored.states(), 4U << n) << n;
    EXPECT_GE(explored.states(), 2U << (n - 1)) << n; // (the order of free callbacks is seen at all)
  }
}

std::uint64_t factorial(int n) { return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

// The ways to choose some of n values one after the other: sum over k of n!/(n-k)!
std::uint64_t histories(int n) {
  std::uint64_t sum = 0;
  for (int k = 0; k <= n; ++k) sum += factorial(n) / factorial(n - k);
  return sum;
}

constexpr auto append = "callback f { order := order * 10 + value }\n";

// Every history can be told from every other. Those with a choice left (k <= n - 2) are stored, each end, and the start.
TEST(ExploreSize, CallbacksThatWriteTheirOrderCostEveryHistoryOnce) {
  for (int n = 2; n <= 5; ++n) {
    const Explored explored{values_freed(n, append, "free: f, destroy: null"), strict()}; // (null: nothing is called)
    EXPECT_EQ(explored.exploration.outcomes.size(), factorial(n));
    EXPECT_EQ(explored.states(), 1 + histories(n) - factorial(n)) << n;
  }
}

// Each of the n! ends of the free phase goes on with 2^n - 1 - n states with a choice among destroy callbacks, and an end.
TEST(ExploreSize, CallbacksThatWriteNothingAfterThatCostTwoToTheNForEach) {
  for (int n = 2; n <= 5; ++n) {
    const Explored explored{values_freed(n, append, "free: f"), strict()};
    EXPECT_EQ(explored.exploration.outcomes.size(), factorial(n));
    const auto destroys = (std::uint64_t{1} << n) - 1 - static_cast<unsigned>(n);
    EXPECT_EQ(explored.states(), 1 + histories(n) - 2 * factorial(n) + factorial(n) * (destroys + 1)) << n;
  }
}

TEST(ExploreSize, EveryOrderIsAnOutcome) {
  const Explored explored{values_freed(3, append, "free: f"), strict()};
  EXPECT_THAT(outcomes(explored.exploration),
              ElementsAre("123 allowed", "132 allowed", "213 allowed", "231 allowed", "312 allowed", "321 allowed"));
}

} // namespace
} // namespace moot
