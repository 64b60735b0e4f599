// What holds in every state and at every step, whatever the program and the reading. A machine that breaks one is wrong: it is
// never the program's fault.
#pragma once

#include "model/law/state.h"
#include "model/vocabulary/reading.h"

#include <optional>
#include <string_view>

namespace moot {

enum class Invariant : std::uint8_t {
  references_add_up,         // an object's references are those that something holds
  freed_keys_have_a_purpose, // a freed key lives exactly as long as a value under it (or its own values' destruction)
  values_are_on_objects,     // a value is on an object, and under a key, that exists
  one_value_for_a_key,       // on one object, beside those whose destroy callback runs
  obligations_have_values,   // a callback is owed for a value that is there
  values_go_once,            // a value goes at the end of its destroy callback, and only then
};
inline constexpr int invariant_count = static_cast<int>(Invariant::values_go_once) + 1;
std::string_view id(Invariant invariant);   // "references-add-up"
std::string_view text(Invariant invariant); // a sentence

// The first that does not hold in a state. Of an erroneous state nothing is asked.
std::optional<Invariant> broken(const State& state);
// That one alone: it holds of attributes, too.
bool references_add_up(const State& state);

// The value whose destroy callback ends in a step.
struct Destroyed {
  Slot object = no_slot;
  Slot key = no_slot; // no_slot: no destroy callback ends
  bool dying = false; // its callback had begun before
};

// The values of a state, to be compared with what a step leaves of them.
class ValuesBefore {
public:
  void of(const State& state); // of a copy of which, or of which itself, the step is taken

  // Does each value that went go for a reason? Its reason: its destroy callback ended; or an answer that is in force lets values go
  // without one.
  bool go_once(const State& after, Destroyed destroyed, const Reading& reading) const;

private:
  struct One {
    Attachment it;
    bool null_function = false; // to destroy it
    bool on_a_live_handle = false;
  };
  static bool may_go_silently(const One& value, const State& after, const Reading& reading);

  boost::container::small_vector<One, 12> all_; // as they stood
};

// The same, in one.
inline bool values_go_once(const State& before, const State& after, Destroyed destroyed, const Reading& reading) {
  ValuesBefore values;
  values.of(before);
  return values.go_once(after, destroyed, reading);
}

} // namespace moot
