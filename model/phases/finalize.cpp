// The phases of MPI_Finalize, stage by stage: the delete callbacks of MPI_COMM_SELF's attributes, and perhaps the callbacks of its values under
// keys; then perhaps those of the attributes of MPI_COMM_WORLD, and of predefined datatypes; then perhaps those of the values on other
// predefined objects, on objects that nobody freed, and on keys that keep each other alive.
#include "model/law/sentences.h"
#include "model/phases/arguments.h"

#include <algorithm>
#include <utility>

namespace moot {
namespace {

using Stage = AtFinalize;

Stage next(Stage stage) { return static_cast<Stage>(static_cast<int>(stage) + 1); }

bool is_of_stage(const State& state, Stage stage, Slot object, Column column) {
  const auto& it = state.objects[object];
  const bool predefined = it.site >= predefined_site;
  switch (stage) {
  case Stage::self: return column == Column::attributes && it.site == site_of(Constant::comm_self);
  case Stage::self_and_values: return it.site == site_of(Constant::comm_self);
  case Stage::world: return column == Column::attributes && it.site == site_of(Constant::comm_world);
  case Stage::datatypes: return column == Column::attributes && predefined && it.kind == Kind::datatype;
  case Stage::predefined: return column == Column::values && predefined && it.site != site_of(Constant::comm_self);
  case Stage::leaked:
  case Stage::leaked_and_freed: return column == Column::values && !predefined && it.handle_live;
  case Stage::keys:
  case Stage::done: break;
  }
  return false;
}

bool has_any(const Law& law, Stage stage, std::optional<Column> of = std::nullopt) {
  return std::ranges::any_of(law.state.attachments, [&](const Attachment& it) {
    const auto column = law.column_of(it);
    return !it.dying && (!of || column == *of) && is_of_stage(law.state, stage, it.object, column);
  });
}

// ---- which of them there are

constexpr Sentence values_at_finalize{
    by({Clause::free_when, Clause::callbacks_three}).asks<PredefinedAtFinalize, LeakedAtFinalize>(),
    "are callbacks called at MPI_Finalize for values on predefined objects, and on those that nobody freed?"};

// The stage as the answers have it; none: it is left out. (MPI_Finalized says false until MPI_COMM_SELF's are done, and MPI_COMM_WORLD's if the
// answer is yes-false.)
std::optional<Stage> as_answered(Law& law, Stage stage) {
  const auto none = std::optional<Stage>{};
  switch (stage) {
  case Stage::self:
    if (has_any(law, Stage::self_and_values, Column::values) &&
        law.holds(values_at_finalize, [&] { return law.ask<PredefinedAtFinalize>() != PredefinedAtFinalize::none; }))
      return Stage::self_and_values;
    return stage;
  case Stage::world: {
    const auto answer = law.ask<WorldAtFinalize>();
    law.state.finalized = answer == WorldAtFinalize::yes_true;
    return answer == WorldAtFinalize::no ? none : stage;
  }
  case Stage::datatypes: return law.ask<DatatypesAtFinalize>() == DatatypesAtFinalize::no ? none : stage;
  case Stage::predefined: {
    const auto all = [&] { return law.ask<PredefinedAtFinalize>() == PredefinedAtFinalize::all_last_set_first; };
    return law.holds(values_at_finalize, all) ? std::optional(stage) : none;
  }
  case Stage::leaked: {
    auto answer = LeakedAtFinalize::none;
    law.holds(values_at_finalize, [&] { return (answer = law.ask<LeakedAtFinalize>()) != LeakedAtFinalize::none; });
    if (answer == LeakedAtFinalize::none) return none;
    return answer == LeakedAtFinalize::destroy ? Stage::leaked : Stage::leaked_and_freed;
  }
  default: return none;
  }
}

bool calls_free(Stage stage) { return stage != Stage::leaked; }

// ---- keys

// (Else the call is at fault that leaves them behind: keys_that_keep_each_other, model/law/destruction.cpp.)
constexpr Sentence collects_keys{by(Clause::key_refcounted).asks<KeyCycle>(),
                                 "freed keys that keep each other alive may be collected"};

bool collect_keys(Law& law, std::size_t frame) {
  const auto garbage = law.garbage_keys();
  bool any = false;
  law.carry_out(collects_keys, [&] {
    any = !garbage.empty() && law.ask<KeyCycle>() == KeyCycle::collected_at_finalize;
    if (!any) return;
    Phase phase{static_cast<std::uint32_t>(frame), Phase::Type::finalize};
    phase.stage = Stage::keys;
    phase.failed = true;
    law.push_phase(phase);
    const auto destruction = law.push_phase(destroying(frame));
    for (const auto key : garbage) {
      if (!law.has_values(key)) continue; // goes with the value under it
      law.state.objects.edit(key).destructing = true;
      law.owe_all_of(destruction, key);
    }
  });
  return any;
}

} // namespace

void Law::owe_at_finalize(std::size_t frame, AtFinalize first) {
  for (auto stage = first; stage != Stage::done; stage = next(stage)) {
    if (stage == Stage::datatypes) state.finalized = true;
    if (stage == Stage::keys) {
      if (collect_keys(*this, frame)) return;
      continue;
    }
    const bool any = stage == Stage::self ? has_any(*this, Stage::self_and_values) : has_any(*this, stage);
    if (!any) continue;
    const auto answered = as_answered(*this, stage);
    if (undecided() || !answered) continue;
    Phase phase{static_cast<std::uint32_t>(frame), Phase::Type::finalize};
    phase.stage = *answered;
    const auto index = push_phase(phase);
    for (const auto& value : state.attachments)
      if (!value.dying && calls_free(*answered) && is_of_stage(state, *answered, value.object, column_of(value)))
        owe(index, value.object, value.key);
    return;
  }
  state.finalized = true;
}

namespace {

// value-after-free-callback: cleared.
void clear_called_back(Law& law, const Phase& phase) {
  if (!calls_free(phase.stage) || law.ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::kept) return;
  boost::container::small_vector<std::pair<Slot, Slot>, 8> gone;
  for (const auto& value : law.state.attachments)
    if (!value.dying && law.column_of(value) == Column::values &&
        is_of_stage(law.state, phase.stage, value.object, Column::values))
      gone.emplace_back(value.object, value.key);
  for (const auto& [object, key] : gone) law.detach(object, key, phase.frame);
}

// What follows a stage: the destroy callbacks of its values, then the next one.
void go_on(Law& law, const Sentence&, const Phase& phase) {
  if (!phase.failed && has_any(law, phase.stage, Column::values)) clear_called_back(law, phase);
  if (law.stopped()) return;
  if (phase.failed || !has_any(law, phase.stage, Column::values))
    return law.owe_at_finalize(phase.frame, phase.stage == Stage::keys ? phase.stage : next(phase.stage));
  law.state.phases.edit(law.push_phase(phase)).failed = true; // (its destroy callbacks come above it)
  const auto destruction = law.push_phase(destroying(phase.frame));
  for (const auto& value : law.state.attachments)
    if (!value.dying && law.column_of(value) == Column::values &&
        is_of_stage(law.state, phase.stage, value.object, Column::values))
      law.owe(destruction, value.object, value.key);
}

bool frees_values(const State& state, const Phase& phase, Slot object) {
  return !phase.failed && calls_free(phase.stage) && is_of_stage(state, phase.stage, object, Column::values);
}

MayBegin order_at_finalize(Questions&, const Phase& phase) {
  return phase.stage == Stage::datatypes || phase.stage == Stage::leaked_and_freed ? in_any_order : is_last_set;
}

} // namespace

constexpr PhaseRow finalize_phase{
    .cells = {Cell{.callback = Callback::free,
                   .owes = {by({Clause::free_when, Clause::free_every_value}),
                            "at MPI_Finalize, values may get the callbacks of a free"},
                   .order = {by(Clause::free_order), "on predefined objects, the value that was set last comes first",
                             order_at_finalize}},
              Cell{Callback::delete_attr,
                   {by(Clause::attr_finalize),
                    "MPI_Finalize executes the delete callbacks of MPI_COMM_SELF's attributes"},
                   // (MPI_COMM_WORLD's, too)
                   {by(Clause::attr_finalize), "in the reverse order that they were set on MPI_COMM_SELF",
                    order_at_finalize}},
              owes_none(Callback::free_fn), owes_none(Callback::intercept)},
    .ends = {by(Clause::attr_finalize).asks<WorldAtFinalize, DatatypesAtFinalize, ValueAfterFreeCallback>(),
             "this occurs before any other parts of MPI are affected", go_on},
    .takes_new =
        [](const State& state, const Phase& phase, Slot object, Column column) {
          return !phase.failed && calls_free(phase.stage) && is_of_stage(state, phase.stage, object, column);
        },
    .frees = frees_values,
    .next = Callback::destroy};

std::span<const Sentence* const> sentences_of_finalize() {
  static constexpr std::array all{&values_at_finalize, &collects_keys};
  return all;
}

} // namespace moot
