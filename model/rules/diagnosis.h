// Faults of the program that a library need not notice. Where it does, and the call returns an error, the law may say of which class
// that is.
#pragma once

#include "model/law/sentence.h"
#include "model/vocabulary/program.h"

#include <span>

namespace moot {

struct Diagnosis : Sentence {
  std::array<Clause, 2> faults; // the clauses that the program broke
  ErrorClass error;
  constexpr Diagnosis(std::array<Clause, 2> of, Clauses from, std::string_view words, ErrorClass is)
      : Sentence(from, words), faults(of), error(is) {}
};
std::span<const Diagnosis> diagnoses();
const Diagnosis* diagnosis_of(Clause fault); // null: the law names no class

} // namespace moot
