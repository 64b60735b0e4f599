// Where a history has come to: what may be under both readings, and what the program's functions are known to do.
#pragma once

#include "model/search/distinguish/action.h"
#include "model/search/encode.h"
#include "model/search/fingerprint.h"

#include <boost/container/static_vector.hpp>

#include <memory>
#include <string>

namespace moot {

// What a key's function does: fixed once it has run.
struct Body {
  std::vector<Action> calls;
  bool copies = false;
  bool known = false;
  bool operator==(const Body&) const = default;
};
using Bodies = boost::container::static_vector<Body, 12>; // by number of the function
using SharedBodies = std::shared_ptr<const Bodies>;       // most positions have those of the one before

// As long as no question was asked that the readings answer differently, both sets may be the same, and one stands for two.
struct Position {
  std::vector<State> a, b;
  bool common = true; // b is as a
  SharedBodies bodies;
};

// A position as bytes: for those that wait.
struct PackedPosition {
  std::string bytes;
  std::uint32_t a = 0, b = 0; // states; none of b: common
  SharedBodies bodies;
};

// `setting_order`: could the order of setting make a difference, under any of the readings?
PackedPosition pack(const Position& position, SettingOrder setting_order, Buffer& buffer);
Position unpack(const PackedPosition& packed, const State& start); // `start`: the family's

// Equal for equal positions, and different for all others (as far as 128 bits go: model/search/fingerprint.h).
Fingerprint fingerprint(const PackedPosition& packed);

} // namespace moot
