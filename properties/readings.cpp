#include "properties/readings.h"

#include "properties/dice.h"
#include "spec/language/law/reading_file.h"

#include <ostream>

namespace moot::properties {
namespace {

// Other answers than these the model refuses.
Reading modelled(Reading reading) {
  for (const auto question : {Question::predefined_at_finalize, Question::leaked_at_finalize})
    reading[question] = strict()[question];
  return reading;
}

Reading random_reading(Dice& dice, const Reading& like) {
  Reading reading = like;
  reading.name = "random";
  const auto changed = dice.pick({10U, 30U, 100U}); // percent of the questions
  const auto open = dice.pick({0U, 10U, 40U});
  for (std::size_t i = 0; i < reading.answers.size(); ++i) {
    const auto answers = text(static_cast<Question>(i)).answers.size();
    if (dice.percent(changed))
      reading.answers.at(i) = static_cast<std::uint8_t>(dice.below(static_cast<std::uint32_t>(answers)));
    if (dice.percent(open)) reading.answers.at(i) = open_answer;
  }
  return modelled(reading);
}

Reading draw(Dice& dice) {
  switch (dice.below(6)) {
  case 0: return strict();
  case 1: return queued();
  case 2: return modelled(all_open("all-open"));
  default: return random_reading(dice, strict());
  }
}

Reading draw_of_attributes(Dice& dice) {
  static const Reading openmpi = read_reading("openmpi-4.1.4", "spec/readings");
  static const Reading mpich = read_reading("mpich-4.0.2", "spec/readings");
  static const Reading law = read_reading("mpi-3.1", "spec/readings");
  switch (dice.below(6)) {
  case 0: return openmpi;
  case 1: return mpich;
  case 2: return law;
  default: return random_reading(dice, openmpi);
  }
}

// One answer at a time as in strict.
std::vector<Reading> simpler(const Reading& reading) {
  std::vector<Reading> all;
  for (std::size_t i = 0; i < reading.answers.size(); ++i) {
    if (reading.answers.at(i) == strict().answers.at(i)) continue;
    all.push_back(reading);
    all.back().name = "shrunk";
    all.back().answers.at(i) = strict().answers.at(i);
  }
  return all;
}

} // namespace

const Reading& strict() {
  static const Reading reading = read_reading("ticket304-strict", "spec/readings");
  return reading;
}

const Reading& queued() {
  static const Reading reading = read_reading("ticket304-queued", "spec/readings");
  return reading;
}

rc::Gen<Reading> readings() {
  return [](const rc::Random& random, int) {
    auto dice = dice_from(random);
    return rc::shrinkable::shrinkRecur(draw(dice),
                                       [](const Reading& reading) { return rc::seq::fromContainer(simpler(reading)); });
  };
}

rc::Gen<Reading> readings_of_attributes() {
  return [](const rc::Random& random, int) {
    auto dice = dice_from(random);
    return rc::shrinkable::just(draw_of_attributes(dice));
  };
}

} // namespace moot::properties

namespace moot {
void showValue(const Reading& reading, std::ostream& out) {
  out << reading.name << ':';
  for (std::size_t i = 0; i < reading.answers.size(); ++i) {
    if (reading.answers.at(i) == properties::strict().answers.at(i)) continue;
    const auto& question = text(static_cast<Question>(i));
    out << ' ' << question.id << '='
        << (reading.answers.at(i) == open_answer ? "open" : question.answers[reading.answers.at(i)]);
  }
}
} // namespace moot
