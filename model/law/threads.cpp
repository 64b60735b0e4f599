// What callbacks of several threads have to do with each other. (Two calls on one value: not_changed_elsewhere, rules/threads.h.)
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>

namespace moot {
namespace {

constexpr Sentence wait_for_each_other{by(Clause::interop_callbacks_threads).asks<CallbackThreads>(),
                                       "does a callback wait for one of the same key on another thread?"};

// (Two sets or clears wait for each other: concurrent-change. So one of the two ends the object, or its handle; and had the other come
// afterwards, there would have been no handle.)
constexpr Sentence one_frees_what_another_uses{
    by({Clause::handle_valid, Clause::threads_order}),
    "what a thread frees, or completes, no other one is at: calls of threads are as if in some order"};

} // namespace

bool waits_for_another_thread(Questions& questions, const State& state, const Obligation& owed, std::uint32_t thread) {
  const bool one_runs = std::ranges::any_of(state.frames, [&](const Frame& frame) {
    return frame.thread != thread && frame.is_callback() && frame.callback().key == owed.key;
  });
  return one_runs && questions.holds(wait_for_each_other,
                                     [&] { return questions.ask<CallbackThreads>() == CallbackThreads::serialised; });
}

bool Law::is_taken_elsewhere(const Obligation& owed) const {
  if (!may_go(column_of(owed.key)) || state.find(owed.object, owed.key) != nullptr) return false;
  const auto thread = state.thread_of(owed);
  const auto takes_it = [&](const Frame& each) {
    return each.thread != thread && each.is_callback() && takes_away(each.callback().callback) &&
           each.callback().object == owed.object && each.callback().key == owed.key;
  };
  const bool is_gone = state.find_any(owed.object, owed.key) == nullptr;
  return is_gone || (takes_away(callback_of(state, owed)) && std::ranges::any_of(state.frames, takes_it));
}

bool Law::may_call_back(std::size_t index) {
  const auto owed = state.owed[index];
  if (!is_taken_elsewhere(owed)) return true;
  carry_out(one_frees_what_another_uses, [&] { erroneous(one_frees_what_another_uses.clause()); });
  return !stopped() && state.find_any(owed.object, owed.key) != nullptr; // (without the sentence, both callbacks run)
}

std::span<const Sentence* const> sentences_of_threads() {
  static constexpr std::array all{&wait_for_each_other, &one_frees_what_another_uses};
  return all;
}

} // namespace moot
