// What callbacks of several threads have to do with each other. (Two calls on one value: not_changed_elsewhere, rules/threads.h.)
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>

namespace moot {
namespace {

constexpr Sentence wait_for_each_other{by(Clause::interop_callbacks_threads).asks<CallbackThreads>(),
                                       "does a callback wait for one of the same key on another thread?"};

} // namespace

bool waits_for_another_thread(Questions& questions, const State& state, const Obligation& owed, std::uint32_t thread) {
  const bool one_runs = std::ranges::any_of(state.frames, [&](const Frame& frame) {
    return frame.thread != thread && frame.is_callback() && frame.callback().key == owed.key;
  });
  return one_runs && questions.holds(wait_for_each_other,
                                     [&] { return questions.ask<CallbackThreads>() == CallbackThreads::serialised; });
}

std::span<const Sentence* const> sentences_of_threads() {
  static constexpr std::array<const Sentence*, 1> all{&wait_for_each_other};
  return all;
}

} // namespace moot
