// Where the law stands in our own code. Made from the sources when Moot is built (rule_places.awk): there is no list to keep.
#pragma once

#include "model/clause.h"
#include "model/procedure.h"

#include <string>
#include <vector>

namespace moot {

// "model/rules/value.cpp:112": each line of the model and the checker that says what happens by this clause, or that it is broken; by
// file. Where there is none, the rules that list it.
std::vector<std::string> places_of_clause(std::string_view id);
// Where the procedure's rule begins.
std::string place_of_rule(Procedure procedure);

} // namespace moot
