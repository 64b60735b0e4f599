#include "traces/faulty_calls.h"

#include <algorithm>

namespace moot {

bool FaultyCalls::add(const Event& call, const State& state) {
  const auto* diagnosis = call.type == Event::Type::call ? diagnosis_of(state.erroneous) : nullptr;
  if (diagnosis == nullptr) return false;
  calls_.push_back({call.thread, call.depth, diagnosis, answers_of(state)});
  return true;
}

const Diagnosis* FaultyCalls::meet(const Event& event, std::vector<AnswerSet>& erroneous) {
  const Diagnosis* wrong = nullptr;
  const auto is_done = [&](const FaultyCall& call) {
    if (event.type != Event::Type::return_ || event.thread != call.thread || event.depth != call.depth) return false;
    if (event.error == ErrorClass::success || event.error == call.diagnosis->error)
      add_minimal(erroneous, AnswerSet(call.under));
    else
      wrong = call.diagnosis;
    return true;
  };
  if (!calls_.empty()) calls_.erase(std::remove_if(calls_.begin(), calls_.end(), is_done), calls_.end());
  return wrong;
}

void FaultyCalls::add_to(std::vector<AnswerSet>& sets) const {
  for (const auto& call : calls_) add_minimal(sets, AnswerSet(call.under));
}

} // namespace moot
