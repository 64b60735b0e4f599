// Calls in progress by which the program broke a clause: anything may follow, but where such a call returns an error, the law may
// say of which class (model/rules/diagnosis.h).
#pragma once

#include "model/rules/diagnosis.h"
#include "model/search/answers.h"
#include "model/vocabulary/event.h"

#include <vector>

namespace moot {

class FaultyCalls {
public:
  bool empty() const { return calls_.empty(); }

  // `call` has led to this state, which is erroneous. False: the law says nothing of how it is diagnosed.
  bool add(const Event& call, std::uint32_t thread, const State& state);

  // Whatever the event is; if it is the return of faulty calls, those are done: the answers under which they were goes to
  // `erroneous`, unless the call returned an error of another class than the law says. Then that is returned; else null.
  const Diagnosis* meet(const Event& event, std::vector<AnswerSet>& erroneous);

  // The answers under which they are faulty.
  void add_to(std::vector<AnswerSet>& sets) const;

private:
  struct FaultyCall {
    std::uint32_t thread = 0;
    std::uint32_t depth = 0;
    const Diagnosis* diagnosis = nullptr;
    AnswerSet under;
  };
  std::vector<FaultyCall> calls_;
};

} // namespace moot
