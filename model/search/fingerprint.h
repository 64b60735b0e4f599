// A state's identity in 128 bits: a thousand million states have two alike with a probability of 10^-21.
//
// It is the sum of the fingerprints of the state's parts, so that neither slots nor the order in which parts stand make a
// difference, and that of a state which differs little from another follows from that one's.
#pragma once

#include "model/law/state.h"

#include <string_view>

namespace moot {

struct Fingerprint {
  std::uint64_t low = 0, high = 0;
  bool operator==(const Fingerprint&) const = default;
};

struct FingerprintHash {
  std::size_t operator()(const Fingerprint& print) const { return print.low; }
};

// Of states in which no two objects have the same site and no variables are: those of a survey's client. Equal for states with
// equal encodings (model/search/encode.h), and different for all others.
Fingerprint fingerprint(const State& state, SettingOrder setting_order);

// The same, by way of a state `before` that the state came from.
Fingerprint fingerprint_after(const State& before, const Fingerprint& of_before, const State& state,
                              SettingOrder setting_order);

// Of a state that these bytes stand for.
Fingerprint fingerprint(std::string_view bytes);

} // namespace moot
