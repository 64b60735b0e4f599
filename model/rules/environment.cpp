// MPI_Finalize.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

// key-cycle: collected-at-finalize. (What else may be called at Finalize waits for its questions.)
void finalize(const Call& call) {
  auto& law = call.law;
  auto& state = law.state;
  const auto garbage = law.garbage_keys();
  state.finalized = true;
  if (garbage.empty() || law.ask<KeyCycle>() != KeyCycle::collected_at_finalize) return;
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::destroy});
  for (const auto key : garbage) {
    if (!law.has_values(key)) continue; // goes with the value under it
    state.objects[key].destructing = true;
    for (const auto& value : state.attachments)
      if (value.object == key) law.owe(phase, key, value.key);
  }
}

constexpr std::array clauses{Clause::key_refcounted, Clause::call_succeeds};
constexpr std::array table{Rule{Procedure::finalize, finalize, clauses}};

} // namespace

std::span<const Rule> environment_rules() { return table; }

} // namespace moot::rules
