// What the command line asks for and that changes nothing: an answer on which nothing depends, a reading that is not about the
// case. It is no error, and said on standard error in a line.
#pragma once

#include "workbench/shared/verdicts.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace moot {

class NoEffect {
public:
  // Of the readings that `--reading` named, or else these.
  NoEffect(const Options& options, const std::vector<std::string>& readings);

  // A case under one of the readings with all answers, and what came of it. Several threads may.
  void look_at(const Program& program, const Reading& with_answers, const Exploration& exploration);
  // Something else under one of them: `same(reading)` tells whether it is the same under this reading, which lacks an answer.
  void look_at(const Reading& with_answers, const std::function<bool(const Reading&)>& same);
  // One of the readings is used for what the program, or a trace of one, does.
  void use(const Reading& reading, const Areas& areas);

  // `what`: the case, folder or trace.
  void say(const std::string& what) const;

private:
  std::string why(std::size_t answer, const std::string& what) const;

  const Options& options_;
  std::vector<Reading> readings_; // as their files have them
  mutable std::mutex mutex_;
  std::vector<bool> matters_; // by answer: something depends on it
  std::size_t used_ = 0;
  std::map<std::string, std::size_t> strangers_; // readings: so many cases they are not about
  Areas areas_;                                  // of those cases
};

// "moot: --answer QUESTION=ANSWER changes nothing: WHY"
void say_without_effect(const std::string& answer, const std::string& why);

// For verbs that have no case: answers that no rule asks for yet, or that the readings have already.
void say_without_effect(const Options& options, const std::vector<std::string>& readings);

} // namespace moot
