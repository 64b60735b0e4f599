// The exploration of a program's threads in the orders that are needed, against its slow twin: in all orders.
#include "model/search/explore.h"
#include "programs/attributes/programs.h"
#include "properties/defaults.h"
#include "properties/dice.h"
#include "properties/naive_explorer.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/threaded.h"
#include "spec/language/case_parser.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

const ExploreLimits few{.states = 30'000, .depth = 60};

// Both say that the same ways to answer the open questions lead there.
void require_same_answers(const std::vector<AnswerSet>& some, const std::vector<AnswerSet>& all) {
  RC_ASSERT(std::ranges::all_of(some, [&](const AnswerSet& set) { return covers_naively(all, set); }));
  RC_ASSERT(std::ranges::all_of(all, [&](const AnswerSet& set) { return covers_naively(some, set); }));
}

template <typename Faults> void require_same_faults(const Faults& some, const Faults& all) {
  RC_ASSERT(some.size() == all.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    RC_ASSERT(some[i].clause == all[i].clause);
    require_same_answers(some[i].under, all[i].under);
  }
}

// Outcomes, verdicts and faults, under the same answers; and never more states. `spare`: or so many percent more. (Objects without a variable
// of their own are told apart by their slots: states that are equal may count twice.)
void require_agreement_of_orders(const Program& program, const Reading& reading, std::size_t spare = 0) {
  RC_LOG() << print_case(program); // (with its threads)
  RC_PRE(why_ill_formed(program).empty());
  const Machine machine(program, reading);
  std::optional<Exploration> explored;
  try {
    explored = explore(machine, few, Orders::all);
  } catch (const NotModelled&) {
    RC_DISCARD("what two threads do at the same time");
  }
  const auto& all = *explored;
  RC_PRE(!all.cut_off.has_value());
  const auto some = explore(machine, few, Orders::needed);
  RC_ASSERT(!some.cut_off.has_value());
  RC_ASSERT(some.outcomes.size() == all.outcomes.size());
  for (std::size_t i = 0; i < some.outcomes.size(); ++i) {
    RC_ASSERT(some.outcomes[i].observed == all.outcomes[i].observed);
    RC_ASSERT(some.outcomes[i].verdict == all.outcomes[i].verdict);
    require_same_answers(some.outcomes[i].under, all.outcomes[i].under);
  }
  require_same_faults(some.erroneous, all.erroneous);
  require_same_faults(some.endless, all.endless);
  require_same_faults(some.aborts, all.aborts);
  RC_ASSERT(boost::num_vertices(some.graph) * 100 <= boost::num_vertices(all.graph) * (100 + spare));
  RC_CLASSIFY(some.orders == Orders::needed && boost::num_vertices(some.graph) < boost::num_vertices(all.graph),
              "reduced");
  RC_CLASSIFY(!all.erroneous.empty(), "erroneous");
  RC_CLASSIFY(!all.endless.empty(), "endless");
}

RC_GTEST_PROP(Threads, OfTicket304NeedFewOrders, ()) {
  const auto program = *programs({.statements = 14});
  auto dice = *properties::dice();
  require_agreement_of_orders(threaded(program, dice), *readings());
}

RC_GTEST_PROP(Threads, WithTodaysAttributesNeedFewOrders, ()) {
  auto dice = *properties::dice();
  static const campaign::Programs all(1, 4);
  const auto small = static_cast<std::uint32_t>(all.small());
  auto program = all[dice.percent(50) ? dice.below(small) : small + dice.below(1'000'000)];
  program.observed.resize(program.variables.size());
  std::iota(program.observed.begin(), program.observed.end(), 0);
  require_agreement_of_orders(threaded(program, dice), *readings_of_attributes());
}

RC_GTEST_PROP(Threads, OnTheSameValuesNeedFewOrders, ()) {
  auto dice = *properties::dice();
  require_agreement_of_orders(values_in_threads(dice), *readings());
}

RC_GTEST_PROP(Threads, WithMessagesNeedFewOrders, ()) {
  auto dice = *properties::dice();
  require_agreement_of_orders(messages_in_threads(dice), *readings(), 50);
}

RC_GTEST_PROP(Threads, ArePrintedAndReadBack, ()) {
  auto dice = *properties::dice();
  auto program = threaded(*programs(), dice);
  program.title = "threads";
  RC_PRE(why_ill_formed(program).empty());
  RC_ASSERT(parse_case(print_case(program), "printed") == program);
}

} // namespace
} // namespace moot::properties
