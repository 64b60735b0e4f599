// A procedure's rule is a list of steps, and reads from top to bottom. A step carries out one sentence: it checks, or it acts.
// What settles the call (the program is at fault, the call fails, or gives its result) ends the rule: no step comes after it.
//
//     constexpr Step not_in_free_callback{
//         by(Clause::free_mutate).asks<MutateInFree>(), "a free callback cannot set or clear any key on this handle; ...", [](Call& call) {
//           if (!call.law.in_free_phase(call.slot(handle))) return;
//           if (call.ask<MutateInFree>() == MutateInFree::erroneous) call.is_at_fault();
//         }};
//     constexpr auto may_change = steps(..., &not_in_free_callback, ...);
//     constexpr auto value_clear = steps(key_and_handle<type>, may_change, ..., &clears);
#pragma once

#include "model/law/kinds.h"
#include "model/law/law.h"
#include "model/law/sentence.h"
#include "model/rules/touch.h"

#include <algorithm>

namespace moot::rules {

// An IN argument, by its name in the signature (each file of rules says which place that is).
struct Operand {
  std::size_t place;
};

struct Step;

// What a step sees of its call: of the one that has just opened its frame. (No step opens another, or ends one: it stays where it is.)
class Call {
public:
  Call(Law& on, std::size_t in) : law(on), frame(in), it_(&on.state.frames.edit(in).call()) {}

  Law& law;
  const std::size_t frame;

  const CallFrame& it() const { return *it_; }
  CallFrame& edit() const { return *it_; }
  const Value& operator[](Operand operand) const { return it().arguments.at(operand.place); }
  // The object that the operand names: after the steps that check it.
  Slot slot(Operand operand) const { return static_cast<Slot>((*this)[operand].number); }
  const Object& object(Operand operand) const { return law.state.objects[slot(operand)]; }
  Object& edit(Operand operand) const { return law.state.objects.edit(slot(operand)); }
  // What an earlier step has made. Null: nothing.
  Object* created() const {
    const auto slot = it().created;
    return slot == no_slot ? nullptr : &law.state.objects.edit(slot);
  }
  template <typename Answer> Answer ask() const { return law.ask<Answer>(); }
  std::uint32_t thread() const { return law.state.frames[frame].thread; }
  // Is it made in such a callback of a value on this object, or in what that calls? (What other threads run is another matter.)
  bool is_inside(Callback callback, Slot object, Slot key = no_slot) const {
    return law.runs(thread(), callback, object, key);
  }
  bool is_inside_a_dup(Slot object) const { return law.in_dup_callback(thread(), object); }

  // ---- what settles it
  void is_at_fault() { is_at_fault(clause()); }
  void is_at_fault(Clause clause) { law.erroneous(clause); } // of a phase that is at work
  void fails(ErrorClass error) {
    edit().error = error;
    edit().clause = clause();
    settled_ = true;
  }
  void gives(const Value& result) {
    edit().result = result;
    edit().clause = clause();
    settled_ = true;
  }
  void is_done() { settled_ = true; } // without a result
  void waits() {                      // it can't be made now
    law.wait();
    settled_ = true;
  }
  Clause clause() const; // of the step
  bool is_settled() const { return settled_ || law.stopped(); }

  // What the result will rest on, once later steps or callbacks have made it.
  void rests_on_this() const { edit().clause = clause(); }

  void take(const Step& step);

private:
  CallFrame* const it_;
  const Step* step_ = nullptr;
  bool settled_ = false;
};

struct Step : Act<void(Call&)> {
  using Act::Act;
  bool (*concerns)(Kind) = nullptr; // it decides only for operands of such a kind; null: of any kind

  constexpr Step where(bool (*is_of_such_kind)(Kind)) const {
    Step it = *this;
    it.concerns = is_of_such_kind;
    return it;
  }
};

inline Clause Call::clause() const { return step_->clause(); }

inline void Call::take(const Step& step) {
  step_ = &step;
  law.carry_out(step, [&] { step.carry_out(*this); });
  if (is_settled()) law.note(step);
}

// A list of steps, of single ones (&step) and of lists.
template <std::size_t n> using Steps = std::array<const Step*, n>;
constexpr Steps<1> listed(const Step* step) { return {step}; }
template <std::size_t n> constexpr Steps<n> listed(const Steps<n>& steps) { return steps; }
template <typename... Lists> constexpr auto steps(const Lists&... lists) {
  Steps<(listed(Lists{}).size() + ... + 0)> all{};
  auto* next = all.data();
  ((next = std::ranges::copy(listed(lists), next).out), ...);
  return all;
}

// Takes the steps up to the one that settles the call.
template <const auto& list> [[gnu::flatten]] void take_all(Call& call) {
  each_of<list>([&](const Step* step) {
    call.take(*step);
    return !call.is_settled();
  });
}

struct Rule {
  Procedure procedure;
  std::span<const Step* const> steps;
  void (*take_steps)(Call&);
  // What is in the variable that held the handle: free calls leave the null handle, MPI_Wait and its relatives where they have completed
  // the operation of a request that does not last. (Both: also where a function of a generalized request makes the call fail.)
  enum class Leaves : std::uint8_t { handle, null_handle, null_always, null_request } leaves;
  // While its callbacks run: the operand that they work on, besides what the call makes.
  std::optional<Operand> works_on;
  Place place; // of its line in the table
  std::optional<Touch> touch{};

  constexpr Rule touches(Use first = Use::changes, Use second = Use::changes, Use others = Use::changes) const {
    Rule it = *this;
    it.touch = {first, second, others};
    return it;
  }
};
template <const auto& list>
constexpr Rule rule(Procedure procedure, Rule::Leaves leaves = Rule::Leaves::handle,
                    std::optional<Operand> works_on = std::nullopt, const char* file = __builtin_FILE(),
                    unsigned line = __builtin_LINE()) {
  return {procedure, list, take_all<list>, leaves, works_on, {file, line}};
}
const Rule& rule_of(Procedure procedure);

// Does a call in progress work on this object, in callbacks? (A clear, a replacement or a dup that is not done.)
bool works_on(const State& state, std::size_t call, Slot object);

// Calls in progress work on the object, and one of their callbacks frees it, or another thread does meanwhile: they refer to it until
// they are done. `of`: the callbacks of values, or of attributes. False: that is erroneous. (The call lets go when it is done:
// hold_phase, phases/rows.cpp.)
template <typename Answer> bool hold_in_callbacks(Law& law, Slot object, std::size_t frame, Column of) {
  for (std::size_t i = 0; i < frame; ++i) {
    if (!works_on(law.state, i, object) || !law.calls_back(i, of)) continue;
    if (law.ask<Answer>() == Answer::erroneous) return false;
    law.hold(object, i);
  }
  return true;
}

// Every step of every rule, once.
std::span<const Step* const> all_steps();

} // namespace moot::rules
