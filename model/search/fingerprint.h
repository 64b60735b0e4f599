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

// The fingerprint of a state in which no two objects have the same site and no variables are: of a survey's client. Equal for
// states with equal encodings (model/search/encode.h), and different for all others. Beside it those of the parts: after a step,
// only those of what the step has touched are made anew.
class Prints {
public:
  const Fingerprint& sum() const { return sum_; }
  void of(const State& state, SettingOrder setting_order);
  // The same, of the state that they were of, or a copy of it, after a step that answered no question: its marks (Parts) tell what
  // that has touched.
  void after_step(const State& state, SettingOrder setting_order);

  // One that was made otherwise: of its parts nothing is known.
  void be(const Fingerprint& print) {
    sum_ = print;
    by_parts_ = false;
  }

private:
  template <std::size_t few> using List = PlainList<Fingerprint, few>;
  template <std::size_t few, typename Of, typename Print>
  void renew(List<few>& prints, const Of& parts, const Print& print);
  void renew_all(const State& state);

  Fingerprint sum_;
  bool by_parts_ = false; // else only the sum is known
  bool finalized_ = false;
  bool initialised_ = true;
  List<8> objects_; // of each part, in its place
  List<12> values_;
  List<4> frames_;
  List<4> phases_;
  List<8> owed_;
};

// Of a state that these bytes stand for.
Fingerprint fingerprint(std::string_view bytes);

} // namespace moot
