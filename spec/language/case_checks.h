// Internal to the static checks of a case (case_check.cpp, case_outcomes.cpp): how they say what is wrong, and where.
#pragma once

#include "spec/language/case_message.h"
#include "spec/language/case_parser.h"
#include "spec/language/case_syntax.h"

#include <string>

namespace moot {

class CaseChecks {
protected:
  // Throws a CaseFault.
  [[noreturn]] void wrong(const std::string& what) const { fail(position_, what); }
  void require(bool condition, const char* what) const {
    if (!condition) wrong(what);
  }
  void require_id(const std::string& id) const {
    if (!is_id(id)) wrong(in_quotes(id) + " is no name of a source, question, clause or reading");
  }

  SourcePosition position_; // of what is being checked
};

} // namespace moot
