// The model against the naive evaluator of attributes: random programs, each under random answers to all questions, have the
// same outcomes. What the evaluator came to that the two are known to tell otherwise is skipped, and counted.
#include "model/search/explore.h"
#include "programs/attributes/programs.h"
#include "programs/shrink/edit.h"
#include "programs/shrink/shrink.h"
#include "properties/defaults.h"
#include "properties/dice.h"
#include "properties/naive/attribute_programs.h"
#include "properties/naive/attributes.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "spec/language/case_parser.h"

#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

const bool chosen_before_main = choose_programs(20'000);

Program draw_program(Dice& dice) {
  static const campaign::Programs all(1, 4);
  const auto small = static_cast<std::uint32_t>(all.small());
  auto program = all[dice.percent(20) ? dice.below(small) : small + dice.below(1'000'000'000)];
  if (dice.percent(60)) naive::spice(program, dice);
  naive::tell(program);
  return tidied(std::move(program));
}

rc::Gen<Program> attribute_programs() {
  return [](const rc::Random& random, int) {
    auto dice = dice_from(random);
    return rc::shrinkable::shrinkRecur(draw_program(dice),
                                       [](const Program& program) { return rc::seq::fromContainer(smaller(program)); });
  };
}

// ---- readings without an open question

bool is_asked(Question question) {
  const auto& asked = text(question);
  return asked.due.empty() && asked.area != Area::ticket304;
}

Reading draw_reading(Dice& dice) {
  Reading reading = strict();
  reading.name = "random";
  const bool rash = dice.percent(20); // else few programs are erroneous
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (!is_asked(question)) continue;
    const auto& answers = text(question).answers;
    do reading[question] = static_cast<std::uint8_t>(dice.below(answer_count(question)));
    while (!rash && answers[reading[question]] == "erroneous" && dice.percent(85));
  }
  return reading;
}

rc::Gen<Reading> complete_readings() {
  return [](const rc::Random& random, int) {
    auto dice = dice_from(random);
    return rc::shrinkable::just(draw_reading(dice));
  };
}

// ---- both

std::string to_text(const Program& program, const naive::Outcomes& outcomes) {
  std::string text;
  for (const auto& observed : outcomes.observed) {
    text += "  {";
    for (std::size_t i = 0; i < observed.size(); ++i)
      if (observed[i]) text += " " + program.variables[program.observed[i]] + "=" + moot::to_text(*observed[i]);
    text += " }\n";
  }
  return text + (outcomes.erroneous ? "  erroneous\n" : "") + (outcomes.endless ? "  endless\n" : "");
}

// Only what one has and the other lacks.
naive::Outcomes without(naive::Outcomes one, const naive::Outcomes& other) {
  for (const auto& observed : other.observed) one.observed.erase(observed);
  one.erroneous = one.erroneous && !other.erroneous;
  one.endless = one.endless && !other.endless;
  return one;
}

naive::Outcomes of_model(const Program& program, const Reading& reading) {
  naive::Outcomes outcomes;
  const auto exploration = explore(Machine(program, reading), {.states = 5'000, .depth = 200});
  if (exploration.cut_off) throw naive::NotCovered(exploration.cut_off->words);
  for (const auto& outcome : exploration.outcomes) outcomes.observed.insert(outcome.observed);
  outcomes.erroneous = !exploration.erroneous.empty();
  outcomes.endless = !exploration.endless.empty();
  return outcomes;
}

std::map<std::string, int> skipped, kinds_of_outcomes;

TEST(NaiveAttributes, HaveTheOutcomesOfTheModel) {
  int compared = 0;
  const bool same = rc::check([&] {
    const auto program = *attribute_programs();
    const auto reading = *complete_readings();
    naive::Outcomes twin;
    naive::Outcomes model;
    try {
      twin = naive::attribute_outcomes(program, reading, 3'000);
      model = of_model(program, reading);
    } catch (const naive::NotCovered& why) {
      ++skipped[why.what()];
      return;
    }
    for (const auto& known : twin.came_to) {
      ++skipped["came to " + known];
      return;
    }
    ++compared;
    ++kinds_of_outcomes[twin.observed.empty()      ? "never ends well"
                        : twin.observed.size() > 1 ? "has several outcomes"
                                                   : "has one outcome"];
    if (twin.erroneous && !twin.observed.empty()) ++kinds_of_outcomes["is erroneous on some paths"];
    if (twin.observed == model.observed && twin.erroneous == model.erroneous && twin.endless == model.endless) return;
    RC_FAIL(print_case(program) + "The model alone has\n" + to_text(program, without(model, twin)) +
            "The naive evaluator alone has\n" + to_text(program, without(twin, model)));
  });
  std::cout << "compared " << compared << '\n';
  for (const auto& [why, times] : kinds_of_outcomes) std::cout << times << ' ' << why << '\n';
  for (const auto& [why, times] : skipped) std::cout << "skipped " << times << ": " << why << '\n';
  EXPECT_TRUE(same);
}

} // namespace
} // namespace moot::properties
