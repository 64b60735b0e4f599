// Values (Ticket 304): MPIX_Value_*.
#include "model/rules/predefined.h"
#include "model/rules/rules.h"

#include <algorithm>
#include <array>

namespace moot::rules {
namespace {

struct Operands {
  Slot key = no_slot;
  Slot object = no_slot;
};

// key, handle, and the handle's type if it is given.
Operands operands(const Call& call, std::size_t type) {
  auto& law = call.law;
  const auto key = law.key(call.argument(0));
  if (law.stopped()) return {};
  const auto object = law.handle(call.argument(1), Kind::none);
  if (law.stopped()) return {};
  const auto& given = call.argument(type);
  if (given.type == Value::Type::integer && static_cast<Kind>(given.number) != law.state.objects[object].kind) {
    law.erroneous(Clause::handle_kind);
    return {};
  }
  if (law.state.objects[object].kind == Kind::request)
    throw NotModelled("a value on a request: the model does not know such values yet");
  return {key, object};
}

// A predefined key cannot be set or cleared (predefined-key). True: the call is settled.
bool refused_predefined(const Call& call, Slot key) {
  if (!call.law.is_predefined(key)) return false;
  if (call.law.ask<PredefinedKey>() == PredefinedKey::erroneous)
    call.law.erroneous(Clause::key_predefined);
  else
    call.it().error = ErrorClass::key;
  return true;
}

// May a value on this handle be set or cleared now? Inside callbacks of the handle it depends.
void require_mutable(const Call& call, const Operands& on) {
  auto& law = call.law;
  if (law.in_free_phase(on.object) && law.ask<MutateInFree>() == MutateInFree::erroneous)
    return law.erroneous(Clause::free_mutate);
  if (law.in_dup_callback(on.object) && law.ask<MutateInCopy>() == MutateInCopy::erroneous)
    return law.erroneous(Clause::copy_when);
  if (law.runs(Callback::destroy, on.object, on.key) || law.is_replacing(on.object, on.key)) {
    if (law.ask<SetInDestroy>() == SetInDestroy::erroneous) law.erroneous(law.destroy_clause(on.object));
  } else if (law.runs(Callback::destroy, on.object, no_slot)) {
    if (law.ask<MutateInDestroy>() == MutateInDestroy::erroneous) law.erroneous(law.destroy_clause(on.object));
  }
}

// The value that a set or a clear finds stored, and so destroys.
const Attachment* stored(const Call& call, const Operands& on) {
  auto& law = call.law;
  const auto* value = law.state.find(on.object, on.key);
  if (value == nullptr) {
    const auto* dying = law.state.find(on.object, on.key, true);
    const bool again = dying != nullptr && law.ask<SetInDestroy>() == SetInDestroy::recurses;
    return again ? dying : nullptr;
  }
  const bool callback_begun = law.in_free_phase(on.object) && !law.owes(Phase::Type::free, on.object, on.key);
  if (callback_begun && law.ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared) {
    law.detach(on.object, on.key, false, call.frame, false);
    return nullptr;
  }
  return value;
}

// t304.set; t304.set.replace, t304.destroy.replace: a value that is there is cleared first.
void value_set(const Call& call) {
  auto& law = call.law;
  const auto on = operands(call, 3);
  if (law.stopped() || refused_predefined(call, on.key)) return;
  require_mutable(call, on);
  if (law.stopped()) return;
  ++law.state.objects[on.key].references; // the call's own, until the value is set
  const bool replaces = stored(call, on) != nullptr;
  if (law.stopped()) return;
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::replace, on.object, no_slot,
                                     on.key, call.argument(2).as_integer()});
  if (replaces) law.owe(phase, on.object, on.key);
}

// t304.clear, t304.destroy.clear; t304.clear.absent: where nothing is set, nothing happens.
void value_clear(const Call& call) {
  auto& law = call.law;
  const auto on = operands(call, 2);
  if (law.stopped() || refused_predefined(call, on.key)) return;
  require_mutable(call, on);
  if (law.stopped() || stored(call, on) == nullptr) return;
  call.it().arguments[0] = {}; // the phase knows the key, as long as it matters
  law.owe(law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::clear, on.object, no_slot, on.key}),
          on.object, on.key);
}

// What a get sees, and the clause that it rests on.
Value seen(const Call& call, const Operands& on) {
  auto& law = call.law;
  if (law.state.objects[on.object].destructing && law.ask<UseInDestroy>() == UseInDestroy::unset) {
    call.it().clause = Clause::destroy_object;
    return Value::null();
  }
  const auto* value = law.state.find(on.object, on.key);
  const auto* dying = law.state.find(on.object, on.key, true);
  if (dying == nullptr) return Value::null();
  if (law.runs(Callback::free, on.object, on.key)) { // t304.free.get-own
    call.it().clause = Clause::free_get_own;
    return Value::null();
  }
  if (value == nullptr) {
    call.it().clause = Clause::destroy_arguments;
    return law.ask<GetInDestroy>() == GetInDestroy::old ? Value::integer(dying->value) : Value::null();
  }
  if (law.in_free_phase(on.object)) { // t304.free.get-other
    call.it().clause = Clause::free_get_other;
    const auto answer = law.ask<OtherKeyInFree>();
    const bool present = answer == OtherKeyInFree::present ||
                         (answer == OtherKeyInFree::by_order && law.owes(Phase::Type::free, on.object, on.key));
    return present ? Value::integer(value->value) : Value::null();
  }
  return Value::integer(value->value);
}

// t304.get; t304.key.predefined: a predefined key holds what the library says, on MPI_COMM_WORLD; predefined-key-elsewhere.
void value_get(const Call& call) {
  auto& law = call.law;
  const auto on = operands(call, 2);
  if (law.stopped()) return;
  call.it().clause = Clause::get;
  if (!law.is_predefined(on.key)) {
    const auto value = seen(call, on);
    call.it().result = value;
    return;
  }
  call.it().clause = Clause::key_predefined;
  const auto constant = static_cast<Constant>(law.state.objects[on.key].site - predefined_site);
  const bool attached = is_attached(law, law.state.objects[on.object], constant);
  call.it().result =
      attached ? Value{Value::Type::library, Kind::none, static_cast<std::int64_t>(constant)} : Value::null();
}

constexpr std::array set_clauses{
    Clause::set,           Clause::set_replace,    Clause::destroy_replace, Clause::free_mutate,
    Clause::handle_kind,   Clause::key_predefined, Clause::key_any_kind,    Clause::copy_when,
    Clause::destroy_clear, Clause::destroy_object, Clause::handle_valid};
constexpr std::array get_clauses{Clause::get,
                                 Clause::free_get_own,
                                 Clause::free_get_other,
                                 Clause::destroy_arguments,
                                 Clause::destroy_object,
                                 Clause::key_predefined,
                                 Clause::handle_kind,
                                 Clause::handle_valid};
constexpr std::array clear_clauses{
    Clause::clear,       Clause::clear_absent, Clause::destroy_clear,  Clause::destroy_replace, Clause::destroy_object,
    Clause::free_mutate, Clause::copy_when,    Clause::key_predefined, Clause::handle_kind,     Clause::handle_valid};

constexpr std::array table{Rule{Procedure::value_set, value_set, set_clauses},
                           Rule{Procedure::value_get, value_get, get_clauses},
                           Rule{Procedure::value_clear, value_clear, clear_clauses}};

} // namespace

std::span<const Rule> value_rules() { return table; }

} // namespace moot::rules
