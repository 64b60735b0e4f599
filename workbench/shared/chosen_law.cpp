#include "workbench/shared/chosen_law.h"

#include "workbench/shared/usage_error.h"

namespace moot {

Reading load_reading(const ChosenLaw& law, const std::string& name) {
  auto reading = read_reading(name, law.readings_folder());
  for (const auto& answer : law.answers) override_answer(reading, answer);
  return reading;
}

std::string reading_or(const ChosenLaw& law, const std::string& otherwise) {
  if (law.readings.size() > 1) throw UsageError("--reading: one reading at a time (only settle takes several)");
  return law.readings.empty() ? otherwise : law.readings.front();
}

std::string chosen_reading(const ChosenLaw& law, const Areas& areas) {
  if (areas.tools) return reading_or(law, "qmpi-2020");
  return reading_or(law, areas.attributes && !areas.ticket304 ? "mpi-3.1" : "ticket304");
}

std::vector<Reading> chosen_readings(const ChosenLaw& law) {
  std::vector<Reading> readings;
  const auto names = law.readings.empty() ? reading_names(law.readings_folder()) : law.readings;
  readings.reserve(names.size());
  for (const auto& name : names) readings.push_back(load_reading(law, name));
  return readings;
}

std::string pinned_answers(const ChosenLaw& law, Area area) {
  auto pinned = all_open("pinned");
  if (law.readings.size() == 1) pinned = read_reading(law.readings.front(), law.readings_folder());
  for (const auto& answer : law.answers) override_answer(pinned, answer);
  return pinned_answers(pinned, area);
}

} // namespace moot
