// Takes from the events of a trace what two runs of one program may well have different: names, addresses, times, and what the library does
// by itself.
#pragma once

#include "traces/format/trace.h"
#include "workbench/look/first_seen.h"

#include <array>
#include <map>

namespace moot {

// Of one trace, whose events come in their order. Memory grows with the names that the trace has.
class Normaliser {
public:
  // Names of handles, functions and threads become their place in the order in which the trace first shows them; so do values that look
  // like addresses, where an attribute, an extra_state, a context or a piece of memory is told. Times are gone.
  // False: the library made this call. The event is left out then, and nothing is named after it.
  bool normalise(Event& event);

private:
  void rename_function(Seen& value);
  void rename(Seen& value, bool may_be_address);

  std::array<FirstSeen<std::uint32_t>, kind_count> handles_;
  FirstSeen<std::int64_t> addresses_;
  FirstSeen<std::string> functions_;
  FirstSeen<std::int64_t> memory_;
  FirstSeen<std::uint32_t> threads_;
  std::map<std::uint32_t, std::uint32_t> left_out_; // calls that are open, by thread
};

} // namespace moot
