#include "model/rules/predefined.h"

#include "model/kinds.h"

namespace moot::rules {
namespace {

// predefined-elsewhere and its kin: on MPI_COMM_WORLD it is.
template <typename Elsewhere> bool is_there(Law& law, const Object& communicator) {
  if (communicator.site == site_of(Constant::comm_world)) return true;
  const auto where = law.ask<Elsewhere>();
  return where == Elsewhere::everywhere ||
         (where == Elsewhere::on_duplicates && communicator_of(communicator).is_duplicate_of_world());
}

// universe-size-set, appnum-set, wtime-is-global-set: what MPI may leave unset.
bool is_set(Law& law, Constant keyval) {
  switch (keyval) {
  case Constant::universe_size: return law.ask<UniverseSizeSet>() == UniverseSizeSet::yes;
  case Constant::appnum: return law.ask<AppnumSet>() == AppnumSet::yes;
  case Constant::wtime_is_global: return law.ask<WtimeIsGlobalSet>() == WtimeIsGlobalSet::yes;
  default: return true;
  }
}

} // namespace

bool is_attached(Law& law, const Object& object, Constant constant) {
  if (object.kind == Kind::window) return true;
  if (object.kind != Kind::communicator) return false;
  if (kind(constant) == Kind::key) return is_there<PredefinedKeyElsewhere>(law, object);
  if (constant == Constant::last_used_code) return is_there<LastUsedCodeElsewhere>(law, object);
  return is_set(law, constant) && is_there<PredefinedElsewhere>(law, object);
}

void refuse_if_grown(const State& state, Constant constant) {
  if (constant == Constant::last_used_code && state.has_added_errors())
    throw NotModelled("MPI_LASTUSEDCODE, once the program has added error codes or classes, is not modelled");
}

} // namespace moot::rules
