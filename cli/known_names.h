// Names in a case of what spec/ has: sources, clauses, questions.
#pragma once

#include "model/program.h"
#include "spec/clause_file.h"

#include <string>
#include <vector>

namespace moot {

class KnownNames {
public:
  // Of a spec folder. Throws what read_clauses throws.
  explicit KnownNames(const std::string& spec);

  // What a case names that is not there, as lines with `file`. These names decide nothing, so they are only remarks.
  std::vector<std::string> remarks(const Program& program, const std::string& file) const;

private:
  std::vector<ClauseText> clauses_;
};

// Each a line on standard error.
void say_remarks(const std::vector<std::string>& remarks);

} // namespace moot
