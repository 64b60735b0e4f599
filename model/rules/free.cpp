// Freeing a handle, of whatever kind.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

constexpr std::array clauses{Clause::attr_free,         Clause::attr_delete_fails, Clause::free_when,
                             Clause::free_every_value,  Clause::free_before_freed, Clause::free_own_handle,
                             Clause::free_other_handle, Clause::handle_valid,      Clause::handle_predefined,
                             Clause::object_kept};

} // namespace

const std::span<const Clause> free_clauses = clauses;

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

} // namespace

// t304.free.when, t304.free.every-value: the free callback of every value on the handle, then the handle goes
// (Law::end_free_phase).
void free_handle(const Call& call, Kind kind) {
  auto& law = call.law;
  const auto slot = law.handle(call.argument(0), kind);
  if (law.stopped()) return;
  if (law.is_predefined(slot)) return law.erroneous(Clause::handle_predefined);
  if (law.in_delete_callback(slot)) return law.erroneous(Clause::attr_callback);
  if (law.in_free_phase(slot)) return law.erroneous(Clause::free_own_handle);
  if (law.in_use(slot) || !law.state.objects[slot].handle_live) return law.erroneous(Clause::handle_valid);
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::free, slot});
  const bool with_attributes = law.has_values(slot, Kind::keyval) && deletes_attributes(call, slot, phase);
  for (const auto& value : law.state.attachments)
    if (value.object == slot && !value.dying && (with_attributes || !law.is_keyval(value.key)))
      law.owe(phase, slot, value.key);
  if (with_attributes && law.state.objects[slot].references == 1) law.owe_of_kept(slot, phase);
}

} // namespace moot::rules
