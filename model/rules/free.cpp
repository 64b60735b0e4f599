// Freeing a handle, of whatever kind.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

constexpr std::array clauses{Clause::free_when,         Clause::free_every_value,  Clause::free_before_freed,
                             Clause::free_own_handle,   Clause::free_other_handle, Clause::handle_valid,
                             Clause::handle_predefined, Clause::object_kept,       Clause::attr_free,
                             Clause::attr_delete_fails, Clause::attr_callback};

} // namespace

const std::span<const Clause> free_clauses_with_attributes = clauses;
const std::span<const Clause> free_clauses = std::span(clauses).first(8);

namespace {

// mpi.attr.free. delete-time, type-delete-time: where something keeps the object alive, its attributes may stay.
bool deletes_attributes(const Call& call, Slot slot, std::size_t phase) {
  auto& law = call.law;
  const auto& object = law.state.objects[slot];
  if (object.references == 1) return true;
  static_assert(static_cast<int>(DeleteTime::either) == static_cast<int>(TypeDeleteTime::either));
  const auto when =
      object.kind == Kind::datatype ? static_cast<DeleteTime>(law.ask<TypeDeleteTime>()) : law.ask<DeleteTime>();
  law.state.phases[phase].may_defer = when == DeleteTime::either;
  return when != DeleteTime::at_destruction;
}

// The object is being freed, or is freed, already.
Clause freed_again(const Law& law, Slot slot) {
  if (law.in_delete_callback(slot)) return Clause::attr_callback;
  return law.in_free_phase(slot) ? Clause::free_own_handle : Clause::handle_valid;
}

// free-in-callback, free-in-attribute-callback: calls in progress work on the object, and one of their callbacks frees it.
// They refer to it until they are done. False: the program is at fault.
bool hold_in_callbacks(const Call& call, Slot slot) {
  auto& law = call.law;
  for (std::size_t i = 0; i < call.frame; ++i) {
    if (!law.works_on(i, slot)) continue;
    const auto callback = law.callback_of_call(i);
    const bool of_attribute = callback < law.state.frames.size() && of_keyval(law.state.frames[callback].callback);
    const bool works = of_attribute ? law.ask<FreeInAttributeCallback>() == FreeInAttributeCallback::works
                                    : law.ask<FreeInCallback>() == FreeInCallback::works;
    if (!works) return law.erroneous(of_attribute ? Clause::attr_callback : Clause::handle_valid), false;
    law.hold(slot, i);
  }
  return true;
}

} // namespace

// t304.free.when, t304.free.every-value: the free callback of every value on the handle, then the handle goes
// (Law::end_free_phase).
void free_handle(const Call& call, Kind kind) {
  auto& law = call.law;
  const auto slot = law.handle(call.argument(0), kind);
  if (law.stopped()) return;
  if (law.is_predefined(slot)) return law.erroneous(Clause::handle_predefined);
  if (law.in_free_phase(slot) || !law.state.objects[slot].handle_live) return law.erroneous(freed_again(law, slot));
  if (!hold_in_callbacks(call, slot)) return;
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::free, slot});
  const bool with_attributes = law.has_values(slot, Kind::keyval) && deletes_attributes(call, slot, phase);
  for (const auto& value : law.state.attachments)
    if (value.object == slot && !value.dying && (with_attributes || !law.is_keyval(value.key)))
      law.owe(phase, slot, value.key);
  if (with_attributes && law.state.objects[slot].references == 1) law.owe_of_kept(slot, phase);
}

} // namespace moot::rules
