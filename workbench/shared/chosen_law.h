// Which readings are asked, chosen by name.
#pragma once

#include "spec/language/law/reading_file.h"

#include <string>
#include <vector>

namespace moot {

struct ChosenLaw {
  std::string spec;                  // the folder with readings/, clauses/ and questions
  std::vector<std::string> readings; // names or paths; none: those that fit
  std::vector<std::string> answers;  // QUESTION=ANSWER, over each reading

  std::string readings_folder() const { return spec + "/readings"; }
};

// All of these throw ReadingError where there is no such reading, question or answer.

// A reading by name or path, with the answers.
Reading load_reading(const ChosenLaw& law, const std::string& name);

// The name of the one reading that was chosen, or else `otherwise`. Throws UsageError: several were chosen.
std::string reading_or(const ChosenLaw& law, const std::string& otherwise);
// The same; otherwise ticket304, or mpi-3.1 for what is about today's attributes alone.
std::string chosen_reading(const ChosenLaw& law, const Areas& areas = {});

// The readings that were chosen, with the answers; none: all in the spec folder (of which a case takes those that are about it).
std::vector<Reading> chosen_readings(const ChosenLaw& law);

// What the answers pin, for a library's layer or its stack of tools: "question=answer,..."; and what a reading answers that was chosen alone. The layer
// draws the others from the seed, and does not know those questions that nothing asks yet.
std::string pinned_answers(const ChosenLaw& law, Area area = Area::ticket304);

} // namespace moot
