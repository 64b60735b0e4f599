// Fast ways of the model against slow twins of them: what holds of every program, whatever it is about.
#pragma once

#include "model/search/explore.h"
#include "properties/walk.h"

#include <set>
#include <string>

namespace moot::properties {

std::string bytes_of(const Machine& machine, const State& state);

// No two objects are told apart by their slots only, as those are that one call of the program made twice.
bool all_distinct(const State& state);

// Null: none of this clause.
const Fault* fault(const std::vector<Fault>& faults, Clause clause);

// These throw what RapidCheck takes for a failure.
void require_agreement(const Machine& machine);            // explore() with the naive explorer
void require_readable(const Machine& machine, Dice& dice); // what was encoded can be decoded, all along a random run

} // namespace moot::properties
