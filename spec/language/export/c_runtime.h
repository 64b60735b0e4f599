// What an exported C file has beside the case: helpers, only those that it needs. Internal to export_c.
#pragma once

#include "model/vocabulary/program.h"

#include <set>
#include <string>
#include <vector>

namespace moot {

struct CNeeds {
  std::set<Kind> kinds;         // whose handles show in outcomes
  std::set<Kind> made_kinds;    // of them: those that the case makes objects of
  std::set<Constant> constants; // handles that a value may show as
  bool being_made = false;
  bool window_base = false;
  bool error_classes = false;
  bool shown_errors = false;
  bool states = false;  // absent, null or a number
  bool numbers = false; // that show
  bool own_values = false;
  bool ticket304 = false;
  bool memory = false, operation = false; // for MPI_Win_create, MPI_Op_create
  bool send = false;
  bool receive = false;
  bool deprecated = false; // MPI-1's procedures
};

std::string c_includes(const CNeeds& needs);
std::string c_helpers(const CNeeds& needs);

// The outcomes, and how they are compared with what came. `observed` and each of `rows`: C's initializers; `said`, `values`:
// statements that print the expectation, and that put into came[] how each variable shows.
std::string c_expectation(const std::vector<std::string>& observed, const std::vector<std::string>& rows,
                          const std::string& said, const std::string& values, bool at_fault);

} // namespace moot
