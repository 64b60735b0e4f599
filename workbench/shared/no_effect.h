// What was asked for and changes nothing: an answer on which nothing depends, a reading that is not about the case. It is no
// error, and a line to tell.
#pragma once

#include "model/search/explore.h"
#include "workbench/shared/chosen_law.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace moot {

class NoEffect {
public:
  // Of the readings that were chosen, or else these. `states`: of each exploration, at most. The law must outlive this.
  NoEffect(const ChosenLaw& law, const std::vector<std::string>& readings,
           std::uint64_t states = ExploreLimits{}.states);

  // A case under one of the readings with all answers, and what came of it. Several threads may.
  void look_at(const Program& program, const Reading& with_answers, const Exploration& exploration);
  // Something else under one of them: `same(reading)` tells whether it is the same under this reading, which lacks an answer.
  void look_at(const Reading& with_answers, const std::function<bool(const Reading&)>& same);
  // One of the readings is used for what the program, or a trace of one, does.
  void use(const Reading& reading, const Areas& areas);

  // A line each. `what`: the case, folder or trace.
  std::vector<std::string> remarks(const std::string& what) const;

private:
  std::string why(std::size_t answer, const std::string& what) const;

  std::size_t cases() const; // that were looked at

  const ChosenLaw& law_;
  const std::uint64_t states_;
  std::vector<std::string> names_;
  std::vector<Reading> readings_; // as their files have them; without answers nobody asks for them
  mutable std::mutex mutex_;
  std::vector<bool> matters_;                    // by answer: something depends on it
  std::size_t used_ = 0;                         // readings, by cases
  std::map<std::string, std::size_t> strangers_; // readings: so many cases they are not about
  Areas areas_;                                  // of those cases
};

// "--answer QUESTION=ANSWER changes nothing: WHY"
std::string without_effect(const std::string& answer, const std::string& why);

// Where there is no case: a line for each answer that no rule asks for yet, or that the readings have already.
std::vector<std::string> without_effect(const ChosenLaw& law, const std::vector<std::string>& readings);

} // namespace moot
