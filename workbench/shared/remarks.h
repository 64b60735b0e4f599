// What is strange about a case, and no error: nothing runs differently for it.
#pragma once

#include "model/vocabulary/program.h"
#include "spec/language/law/clause_file.h"

#include <string>
#include <vector>

namespace moot {

class Remarks {
public:
  // Knows what a spec folder has. Throws what read_clauses throws.
  explicit Remarks(const std::string& spec);

  // Lines that begin with `file`: sources, clauses and questions that it names and that are not there; variables that it reads
  // before they are written.
  std::vector<std::string> on(const Program& program, const std::string& file) const;

private:
  std::vector<ClauseText> clauses_;
};

} // namespace moot
