#include "model/naming.h"
#include "properties/twins.h"

#include <algorithm>
#include <optional>
#include <rapidcheck.h>
#include <span>

namespace moot::properties {
namespace {

// The call that a step belongs to: what it just called, or what it goes on with.
class StepsCall : public EventSink {
public:
  StepsCall(const Machine& machine, const State& before, const Move& move) {
    for (const auto& frame : before.frames)
      if (frame.type == Frame::Type::call && frame.thread == move.thread) procedure = frame.procedure;
    State scratch = before;
    machine.apply(scratch, move, this);
  }
  void on(State& /*state*/, const Label& label) override {
    if (label.type == Label::Type::call || label.type == Label::Type::return_) procedure = label.frame.procedure;
    if (label.type == Label::Type::return_) result = label.frame.clause;
  }

  std::optional<Procedure> procedure;
  Clause result = Clause::none; // of a call that returned
};

bool names(std::span<const Clause> clauses, Clause clause) {
  return std::ranges::find(clauses, clause) != clauses.end();
}

} // namespace

void require_named_clauses(const Machine& machine) {
  every_step(machine, [&](const State& before, const Move& move, const State& after) {
    const StepsCall call(machine, before, move);
    for (const auto clause : {after.erroneous, call.result}) {
      if (clause == Clause::none || names(kernel_clauses(), clause)) continue;
      RC_ASSERT(call.procedure.has_value());
      if (!names(rule(*call.procedure).clauses, clause))
        RC_FAIL(std::string(signature(*call.procedure).name) + " goes by " + std::string(id(clause)));
    }
  });
}

} // namespace moot::properties
