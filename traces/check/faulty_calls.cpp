#include "traces/check/faulty_calls.h"

#include <algorithm>

namespace moot {

namespace {

// A freed keyval whose number one that was made later may have (uses_handles_again): the library takes it for that one, and the error,
// if any, is of what the call does with it.
bool may_name_another(const State& state, std::uint32_t thread) {
  const auto top = state.top(thread);
  if (top == state.frames.size() || !state.frames[top].is_call()) return false;
  for (const auto& argument : state.frames[top].call().arguments) {
    if (!uses_handles_again(column_of(argument.kind)) || argument.type == Value::Type::null_handle) continue;
    const bool gone = argument.type == Value::Type::stale;
    if (!gone && argument.type != Value::Type::object) continue;
    const auto name = gone ? name_of(argument.number) : state.objects[static_cast<std::size_t>(argument.number)].name;
    return std::ranges::any_of(
        state.objects, [&](const Object& it) { return it.kind == argument.kind && it.handle_live && it.name > name; });
  }
  return false;
}

} // namespace

bool FaultyCalls::add(const Event& call, std::uint32_t thread, const State& state) {
  const auto* diagnosis = call.type == Event::Type::call ? diagnosis_of(state.erroneous) : nullptr;
  if (diagnosis == nullptr || may_name_another(state, thread)) return false;
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
