// The naive evaluator of Ticket 304 against the model, on random programs under random answers to all questions; and against the cases.
#include "model/search/explore.h"

#include "programs/shrink/shrink.h"
#include "properties/defaults.h"
#include "properties/dice.h"
#include "properties/naive/ticket304.h"
#include "properties/naive/ticket304_grequest_programs.h"
#include "properties/naive/ticket304_partitioned_programs.h"
#include "properties/naive/ticket304_spice.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "spec/language/case_parser.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

namespace moot::properties::naive {
namespace {

bool operator==(const Outcomes& left, const Outcomes& right) {
  return left.observed == right.observed && left.erroneous == right.erroneous && left.endless == right.endless;
}

std::string to_text(const Outcomes& outcomes) {
  std::string text = "\n";
  for (const auto& observed : outcomes.observed) {
    text += "  {";
    for (const auto& each : observed) text += ' ' + (each ? moot::to_text(*each) : "-");
    text += " }\n";
  }
  if (outcomes.erroneous) text += "  erroneous\n";
  if (outcomes.endless) text += "  endless\n";
  return text;
}

// What both sides can afford: most programs take less than a millisecond.
constexpr Taste small{.statements = 12, .adventurous = 50};
constexpr Taste smaller_still{.statements = 6, .adventurous = 10};
const ExploreLimits few{.states = 20'000, .depth = 60};

Outcomes of_model(const Program& program, const Reading& reading) {
  Outcomes all;
  const auto found = explore(Machine(program, reading), few);
  if (found.cut_off) throw NotCovered(found.cut_off->words);
  for (const auto& outcome : found.outcomes) all.observed.insert(outcome.observed);
  all.erroneous = !found.erroneous.empty();
  all.endless = !found.endless.empty();
  return all;
}

// ---- answers to all questions

// The others wait for what the model does not have.
bool is_asked(Question question) { return text(question).area != Area::attributes && text(question).due.empty(); }

Reading answered(Dice& dice) {
  Reading reading = strict();
  reading.name = "answered";
  if (dice.percent(50)) reading[question_of<StandardSend>] = static_cast<std::uint8_t>(StandardSend::kept);
  const auto changed = dice.pick({5U, 30U, 100U}); // percent of the questions
  for (int i = 0; i < question_count; ++i)
    if (const auto question = static_cast<Question>(i); is_asked(question) && dice.percent(changed))
      reading[question] = static_cast<std::uint8_t>(dice.below(answer_count(question)));
  return reading;
}

// One answer at a time as in strict.
std::vector<Reading> simpler(const Reading& reading) {
  std::vector<Reading> all;
  for (std::size_t i = 0; i < reading.answers.size(); ++i) {
    if (reading.answers.at(i) == strict().answers.at(i)) continue;
    all.push_back(reading);
    all.back().answers.at(i) = strict().answers.at(i);
  }
  return all;
}

rc::Gen<Reading> answered_readings() {
  return [](const rc::Random& random, int) {
    auto dice = dice_from(random);
    return rc::shrinkable::shrinkRecur(answered(dice),
                                       [](const Reading& reading) { return rc::seq::fromContainer(simpler(reading)); });
  };
}

// Random programs with more in them.
template <typename More> rc::Gen<Program> programs_with(const Taste& taste) {
  return [taste](const rc::Random& random, int size) {
    auto dice = dice_from(random);
    auto program = random_program(dice, strict(), taste, static_cast<std::uint32_t>(size));
    More(program, dice).add();
    return rc::shrinkable::shrinkRecur(program,
                                       [](const Program& large) { return rc::seq::fromContainer(smaller(large)); });
  };
}

// ---- the comparison

int tried = 0;
std::map<std::string, int> skipped; // why, and how often

void compare(const Program& program, const Reading& reading) {
  Outcomes model;
  Outcomes naive;
  ++tried;
  try {
    naive = outcomes_of_ticket304(program, reading);
    model = of_model(program, reading);
  } catch (const NotCovered& why) {
    ++skipped[why.what()];
    return;
  }
  if (naive == model) return;
  RC_FAIL("the model: " + to_text(model) + "the naive evaluator: " + to_text(naive));
}

const bool chosen_before_main = choose_programs(50'000);

// At most one in `most` may be left out.
void compare_all(const rc::Gen<Program>& programs, int most) {
  tried = 0;
  skipped.clear();
  EXPECT_TRUE(rc::check([&] { compare(*programs, *answered_readings()); }));
  int left_out = 0;
  for (const auto& [why, times] : skipped) {
    std::cout << times << " left out: " << why << '\n';
    left_out += times;
  }
  EXPECT_LE(left_out, tried / most) << "too many programs were left out";
}

TEST(NaiveTicket304, AllowsTheSameAsTheModel) { compare_all(programs(small), 20); }

// They do what the others never do, as to wait for a request in a callback.
TEST(NaiveTicket304, AllowsTheSameOfOddPrograms) { compare_all(programs_with<Spice>(small), 20); }

TEST(NaiveTicket304, AllowsTheSameOfPartitionedRequests) {
  compare_all(programs_with<PartitionedRequests>(smaller_still), 20);
}

TEST(NaiveTicket304, AllowsTheSameOfGeneralizedRequests) {
  compare_all(programs_with<GeneralizedRequests>(smaller_still), 20);
}

// ---- the cases: what they expect was written down by hand

std::optional<Reading> expected_reading(const Expectation& expectation) {
  if (expectation.reading != "ticket304-strict" || expectation.process != Process{}) return std::nullopt;
  auto reading = strict();
  for (const auto& [name, answer] : expectation.answers) {
    const auto question = question_named(name).value();
    reading[question] = answer_named(question, answer).value();
  }
  return reading;
}

bool is_met(const Expectation& expectation, const Outcomes& naive) {
  Outcomes expected;
  for (const auto& result : expectation.results) {
    if (result.type == Expected::Type::erroneous) expected.erroneous = true;
    if (result.type == Expected::Type::endless) expected.endless = true;
    if (result.type == Expected::Type::outcome) expected.observed.insert(result.observed);
  }
  const auto covered = [&](const Observed& one, const Observed& other) { return covers(one, other); };
  return expected.erroneous == naive.erroneous && expected.endless == naive.endless &&
         std::ranges::equal(expected.observed, naive.observed, covered);
}

TEST(NaiveTicket304, AllowsWhatTheCasesExpect) {
  int met = 0;
  for (const auto& file : std::filesystem::directory_iterator("spec/litmus/ticket304")) {
    const auto program = parse_case_file(file.path());
    for (const auto& expectation : program.expectations) {
      const auto reading = expected_reading(expectation);
      if (!reading) continue;
      try {
        const auto naive = outcomes_of_ticket304(program, *reading);
        EXPECT_TRUE(is_met(expectation, naive))
            << file.path() << ", line " << expectation.position.line << to_text(naive);
        ++met;
      } catch (const NotCovered& why) {
        std::cout << file.path().filename() << " is not covered: " << why.what() << '\n';
      }
    }
  }
  EXPECT_GT(met, 300);
}

} // namespace
} // namespace moot::properties::naive
