// MPI_Finalize and MPI_Finalized.
#include "model/rules/rules.h"

#include <algorithm>
#include <array>

namespace moot::rules {
namespace {

// key-cycle: collected-at-finalize. (What else may be called for keys at Finalize waits for its questions.)
void collect_keys(const Call& call) {
  auto& law = call.law;
  auto& state = law.state;
  const auto garbage = law.garbage_keys();
  if (garbage.empty() || law.ask<KeyCycle>() != KeyCycle::collected_at_finalize) return;
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::destroy});
  for (const auto key : garbage) {
    if (!law.has_values(key)) continue; // goes with the value under it
    state.objects[key].destructing = true;
    for (const auto& value : state.attachments)
      if (value.object == key) law.owe(phase, key, value.key);
  }
}

// predefined-at-finalize, leaked-at-finalize: none. Other answers are not modelled yet.
void refuse_values(const Law& law) {
  for (const auto& value : law.state.attachments) {
    if (law.is_keyval(value.key) || !law.state.objects[value.object].handle_live) continue;
    const bool predefined = law.is_predefined(value.object);
    const auto question = predefined ? Question::predefined_at_finalize : Question::leaked_at_finalize;
    const auto none = predefined ? static_cast<std::uint8_t>(PredefinedAtFinalize::none)
                                 : static_cast<std::uint8_t>(LeakedAtFinalize::none);
    if (law.fixed(question) == none) continue;
    throw NotModelled("callbacks at MPI_Finalize for values under keys are not modelled yet: " +
                      std::string(text(question).id) + " = none is, no other answer");
  }
}

// mpi.attr.finalize
void finalize(const Call& call) {
  auto& law = call.law;
  const auto is_left = [&](Kind kind) {
    return std::ranges::any_of(law.state.objects, [&](const Object& it) { return it.kind == kind && it.handle_live; });
  };
  if (is_left(Kind::request)) return law.erroneous(Clause::operation_completes);
  if (is_left(Kind::file)) return law.erroneous(Clause::file_closed);
  refuse_values(law);
  collect_keys(call);
  law.owe_at_finalize(call.frame, Law::AtFinalize::self);
}

void finalized(const Call& call) { call.it().result = Value::integer(call.law.state.finalized ? 1 : 0); }

constexpr std::array clauses{Clause::operation_completes, Clause::file_closed, Clause::key_refcounted,
                             Clause::attr_finalize, Clause::call_succeeds};
constexpr std::array finalized_clauses{Clause::attr_finalize};
constexpr std::array table{Rule{Procedure::finalize, finalize, clauses},
                           Rule{Procedure::finalized, finalized, finalized_clauses}};

} // namespace

std::span<const Rule> environment_rules() { return table; }

} // namespace moot::rules
