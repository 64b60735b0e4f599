// Freeing a handle, of whatever kind.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

constexpr std::array clauses{Clause::free_when,         Clause::free_every_value,  Clause::free_before_freed,
                             Clause::free_own_handle,   Clause::free_other_handle, Clause::handle_valid,
                             Clause::handle_predefined, Clause::object_kept};

} // namespace

const std::span<const Clause> free_clauses = clauses;

// t304.free.when, t304.free.every-value: the free callback of every value on the handle, then the handle goes
// (Law::end_free_phase).
void free_handle(const Call& call, Kind kind) {
  auto& law = call.law;
  const auto slot = law.handle(call.argument(0), kind);
  if (law.stopped()) return;
  if (law.is_predefined(slot)) return law.erroneous(Clause::handle_predefined);
  if (law.in_free_phase(slot)) return law.erroneous(Clause::free_own_handle);
  if (law.in_use(slot) || !law.state.objects[slot].handle_live) return law.erroneous(Clause::handle_valid);
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::free, slot});
  for (const auto& value : law.state.attachments)
    if (value.object == slot && !value.dying) law.owe(phase, slot, value.key);
}

} // namespace moot::rules
