// The canonical bytes of a state: what explorers store and compare, and how they come back to a state.
//
// Bytes are equal for states that differ only in slots, or in an order of setting that nothing can tell. Objects are written
// in the order of where they come from (`site`, name); the clause that a result rests on is left out.
#pragma once

#include "model/law/state.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

// Holds the bytes of one state at a time, and only grows: for those who encode many.
using Buffer = std::vector<std::uint32_t>;

// `setting_order` forgotten: neither the order of copies nor of destroys depends on it.
void encode(const State& state, SettingOrder setting_order, std::string& bytes);
// The same, as the beginning of a buffer: valid until its next use.
std::string_view encode_into(const State& state, SettingOrder setting_order, Buffer& buffer);

// For those to whom states are the same up to renaming (model/search/survey/symmetry.h): `order` lists the objects that are not
// predefined in the order in which they are to be written, `sites` has for each site the one that is written for it (beyond
// its end: itself), and attribute values are written as 1, 2, ... in the order in which they first occur.
std::string_view encode_renamed(const State& state, SettingOrder setting_order, std::span<const Slot> order,
                                std::span<const std::uint32_t> sites, Buffer& buffer);

// Makes `state` the state that was encoded, its slots in the order of writing. `initial`: any state of the same client; its
// predefined objects are in its first slots, and it has as many variables. Bytes that `encode` did not make: undefined.
void decode(std::string_view bytes, const State& initial, State& state);

} // namespace moot
