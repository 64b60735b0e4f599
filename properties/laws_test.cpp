// Laws that hold in every state and at every event of every run, whatever the program and the reading.
#include "model/law/naming.h"
#include "properties/defaults.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/twins.h"
#include "properties/walk.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

namespace moot::properties {
namespace {

const bool chosen_before_main = choose_programs(3000); // of this and of the other files of properties_test

std::uint32_t count(std::ptrdiff_t number) { return static_cast<std::uint32_t>(number); }

// ---- references

std::uint32_t references_from_scratch(const State& state, Slot slot) {
  const auto& object = state.objects[slot];
  auto total = object.handle_live ? 1U : 0U;                     // the user's
  if (object.kind == Kind::request && object.committed) ++total; // its operation is not over
  if (object.kind == Kind::group || object.kind == Kind::errhandler) total += count(object.tag); // further handles
  total += count(std::ranges::count(state.attachments, slot, &Attachment::key));
  for (const auto& other : state.objects) {
    if (other.kind == Kind::none) continue;
    if (other.base == slot) ++total; // derived from it, or an operation's datatype
    if (other.comm == slot) ++total;
  }
  for (const auto& phase : state.phases) {
    if (phase.type == Phase::Type::replace && phase.key == slot) ++total; // a set that is to be, or a copy
    if (phase.type == Phase::Type::hold && phase.object == slot) ++total; // a call in progress
    if (phase.type == Phase::Type::clean_up && phase.object == slot) ++total;
  }
  return total;
}

RC_GTEST_PROP(References, AddUpInEveryState, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  const Machine machine(program, reading);
  every_step(machine, [](const State&, const Move&, const State& state) {
    if (state.erroneous != Clause::none) return;
    for (Slot slot = 0; slot < state.objects.size(); ++slot)
      if (state.objects[slot].kind != Kind::none)
        RC_ASSERT(state.objects[slot].references == references_from_scratch(state, slot));
  });
}

// ---- keys

bool holds_key(const State& state, Slot key) {
  return std::ranges::count(state.attachments, key, &Attachment::key) > 0 ||
         std::ranges::any_of(state.phases, [&](const Phase& phase) {
           return (phase.type == Phase::Type::replace && phase.key == key) ||
                  (phase.type == Phase::Type::hold && phase.object == key);
         });
}

RC_GTEST_PROP(Keys, ThatAreFreedLiveExactlyAsLongAsAValueUnderThem, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  const Machine machine(program, reading);
  every_step(machine, [](const State&, const Move&, const State& state) {
    if (state.erroneous != Clause::none) return;
    for (const auto& value : state.attachments) {
      RC_ASSERT(value.key < state.objects.size() && value.object < state.objects.size());
      RC_ASSERT(state.objects[value.key].kind == Kind::key || state.objects[value.key].kind == Kind::grequest);
      RC_ASSERT(state.objects[value.object].kind != Kind::none);
    }
    for (Slot slot = 0; slot < state.objects.size(); ++slot) {
      const auto& key = state.objects[slot];
      if (key.kind != Kind::key || key.handle_live || holds_key(state, slot)) continue;
      // Nothing holds it: its own values are being destroyed.
      RC_ASSERT(key.destructing && std::ranges::count(state.attachments, slot, &Attachment::object) > 0);
    }
  });
}

// ---- the arguments of free and destroy callbacks

// Follows which keys exist and which were freed by events alone.
class KeyWatch : public EventSink {
public:
  explicit KeyWatch(const Reading& reading) : reading_(reading) {}

  void on(State& state, const Label& label) override {
    if (makes_key(label, Label::Type::call)) pending_.push_back(label.frame.call().arguments[3]);
    if (makes_key(label, Label::Type::return_)) {
      const auto key = static_cast<Slot>(label.frame.call().result.number);
      context_[key] = pending_.back().as_integer();
      freed_.erase(key);
      pending_.pop_back();
    }
    // The free call has done its free callbacks, or it returned: the key is freed. (A call that only begins owes none yet.)
    if (label.type == Label::Type::call) return;
    for (const auto& each : state.frames) see_free_call(state, each);
    if (label.type != Label::Type::callback) return;
    const auto callback = label.frame.callback().callback;
    if (callback == Callback::free || callback == Callback::destroy) see_callback(state, label.frame.callback());
  }

private:
  static bool makes_key(const Label& label, Label::Type type) {
    return label.type == type && label.frame.call().procedure == Procedure::key_create;
  }

  void see_free_call(const State& state, const Frame& frame) {
    if (!frame.is_call()) return;
    const auto& call = frame.call();
    if (call.procedure != Procedure::key_free || call.error != ErrorClass::success) return;
    if (call.arguments[0].type != Value::Type::object) return;
    const auto key = static_cast<Slot>(call.arguments[0].number);
    const bool still_frees = std::ranges::any_of(
        state.phases, [&](const Phase& phase) { return phase.type == Phase::Type::free && phase.object == key; });
    if (!still_frees) freed_.insert(key);
  }

  void see_callback(const State& state, const CallbackFrame& callback) const {
    RC_ASSERT(context_.at(callback.key) == callback.context.number);
    const bool null = callback.key_argument == Value::null_handle(Kind::key);
    RC_ASSERT(null || callback.key_argument.is_object(callback.key));
    if (!freed_.contains(callback.key))
      RC_ASSERT(!null);
    else if (!may_be(reading_, state, KeyFreedMeanwhile::fixed_at_start))
      RC_ASSERT(null);
  }

  const Reading& reading_;
  std::vector<Value> pending_; // contexts of keys that are being created
  std::map<Slot, std::int64_t> context_;
  std::set<Slot> freed_;
};

RC_GTEST_PROP(Callbacks, GetNullForAFreedKeyAndItsContext, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  KeyWatch watch(reading);
  random_run(machine, dice, &watch);
}

// ---- values

// A value goes at the end of its destroy callback. What else may take it away silently is a question, or a null function.
bool may_go_silently(const Reading& reading, const State& before, const State& after, const Attachment& value) {
  const auto& functions = before.objects[value.key].functions;
  return functions[static_cast<std::size_t>(Callback::destroy)] == null_function ||
         (before.objects[value.object].handle_live && may_be(reading, after, ValueAfterFreeCallback::cleared)) ||
         may_be(reading, after, FailedDup::none) || may_be(reading, after, SetInDestroy::inner_silent) ||
         may_be(reading, after, SetInDestroy::recurses);
}

std::ptrdiff_t times(const State& state, const Attachment& value) {
  return std::ranges::count(state.attachments, value);
}

// What went in a step, went for a reason: its destroy callback ended in that step.
void check_what_went(const Reading& reading, const State& before, const Move& move, const State& after) {
  for (const auto& value : before.attachments) {
    if (times(after, value) >= times(before, value)) continue;
    auto dying = value;
    dying.dying = true;
    const auto top = before.top(move.thread);
    const bool begins = move.type == Move::Type::begin && before.owed[move.index].object == value.object &&
                        before.owed[move.index].key == value.key;
    const bool is_value = column_of(before.objects[value.key].kind) == Column::values;
    const auto last = is_value ? Callback::destroy : Callback::free_fn;
    const bool ends = move.type == Move::Type::step &&
                      top != before.frames.size() && // (the library's thread may be idle)
                      runs(before.frames[top], last, value.object, value.key);
    if (begins && !value.dying)
      RC_ASSERT(times(after, dying) == times(before, dying) + 1);
    else if (!(ends && value.dying))
      RC_ASSERT(may_go_silently(reading, before, after, value));
  }
}

// A key has one value on an object, beside those that are on their way out.
void check_one_value(const State& state) {
  std::set<std::pair<Slot, Slot>> seen;
  for (const auto& value : state.attachments)
    if (!value.dying) RC_ASSERT(seen.emplace(value.object, value.key).second);
}

// What is owed is owed for a value that is there, or that a replacement is about to set.
void check_obligations(const State& state) {
  for (const auto& owed : state.owed) {
    const bool replaced = std::ranges::any_of(state.phases, [&](const Phase& phase) {
      return phase.type == Phase::Type::replace && phase.object == owed.object && phase.key == owed.key;
    });
    RC_ASSERT(replaced || state.find_any(owed.object, owed.key) != nullptr);
  }
}

// Destroy callbacks begin for values that are there and have not had theirs.
class DestroyWatch : public EventSink {
public:
  explicit DestroyWatch(const Reading& reading) : reading_(reading) {}
  void on(State& state, const Label& label) override {
    if (label.type != Label::Type::callback) return;
    const auto& frame = label.frame.callback();
    if (frame.callback != Callback::destroy) return;
    const auto running = std::ranges::count_if(
        state.frames, [&](const Frame& other) { return runs(other, Callback::destroy, frame.object, frame.key); });
    const auto dying = std::ranges::count_if(state.attachments, [&](const Attachment& value) {
      return value.dying && value.object == frame.object && value.key == frame.key;
    });
    RC_ASSERT(running == dying || may_be(reading_, state, SetInDestroy::recurses));
  }

private:
  const Reading& reading_;
};

// Objects that something outside keeps: a handle, an operation; and what those keep.
std::set<Slot> kept_alive(const State& state) {
  std::set<Slot> kept;
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    const auto& object = state.objects[slot];
    const bool operation =
        object.kind == Kind::request && (object.committed || object.base != no_slot || object.comm != no_slot);
    if (object.handle_live || operation) kept.insert(slot);
  }
  for (std::size_t before = 0; before != kept.size();) {
    before = kept.size();
    for (const auto slot : std::set(kept))
      for (const auto other : {state.objects[slot].base, state.objects[slot].comm})
        if (other != no_slot) kept.insert(other);
    for (const auto& value : state.attachments)
      if (kept.contains(value.object)) kept.insert(value.key);
  }
  return kept;
}

// Every value that is left at the end is on an object that something keeps, or belongs to a cycle of keys.
void check_what_is_left(const State& last) {
  const auto kept = kept_alive(last);
  for (const auto& value : last.attachments) {
    RC_ASSERT(!value.dying);
    if (kept.contains(value.object)) continue;
    RC_ASSERT(last.objects[value.object].kind == Kind::key);
    RC_ASSERT(
        std::ranges::any_of(last.attachments, [&](const Attachment& other) { return other.key == value.object; }));
  }
}

RC_GTEST_PROP(Values, AreDestroyedExactlyOnceOrTheirLeakIsExplained, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  every_step(machine, [&](const State& before, const Move& move, const State& after) {
    if (after.erroneous != Clause::none) return;
    check_one_value(after);
    check_obligations(after);
    check_what_went(reading, before, move, after);
    if (Machine::finished(after)) check_what_is_left(after);
  });
  DestroyWatch watch(reading);
  random_run(machine, dice, &watch);
}

} // namespace
} // namespace moot::properties
