#include "model/rules/diagnosis.h"

#include <algorithm>

namespace moot {
namespace {

// (Who goes by it: FaultyCalls::meet, traces/check/faulty_calls.cpp: such a call may succeed or return this class; another class is the library's
// error.)
constexpr std::array all{Diagnosis{{Clause::keyval_valid, Clause::interop_keyval_stale},
                                   by(Clause::keyval_diagnosed),
                                   "the error class of an erroneous key value is MPI_ERR_KEYVAL",
                                   ErrorClass::keyval}};

} // namespace

std::span<const Diagnosis> diagnoses() { return all; }

const Diagnosis* diagnosis_of(Clause fault) {
  const auto* found = std::ranges::find_if(
      all, [&](const Diagnosis& it) { return std::ranges::find(it.faults, fault) != it.faults.end(); });
  return found == all.end() ? nullptr : found;
}

} // namespace moot
