// Which calls and callbacks are open, thread by thread, as the events of a trace go by.
#pragma once

#include "model/vocabulary/event.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace moot {

class Nesting {
public:
  // Takes the next event. What is wrong with it, or "": a return must close the innermost open call of its thread, an end
  // the innermost callback, the depth must be what is open, and only a tool that was called for a call passes it on.
  std::string add(const Event& event);

  // What the innermost open call or callback of some thread is; "": nothing is open.
  std::string innermost() const;

private:
  struct Open {
    Event::Type type; // call or callback
    Procedure procedure;
    Callback callback;
    std::string other;
  };
  static std::string what_of(const Open& open);
  static bool is_in_a_tool_for(const Event& call, const std::vector<Open>& open);
  std::unordered_map<std::uint32_t, std::vector<Open>> open_; // by thread
};

// "MPI_Comm_dup" or "free callback": what an event begins or ends.
std::string what_of(const Event& event);

} // namespace moot
