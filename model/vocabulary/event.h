// What a trace holds: call, callback begin, callback end, return. The labels of the machine's moves.
#pragma once

#include "model/vocabulary/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace moot {

// A named argument or result. A handle is a word: an object's name by generation ("c1", "k2"; the number counts the
// objects of that kind in the order in which events first show them), a predefined or null handle by its MPI name. A word
// is also a function of the program (Key_create), a kind (`type`), or "MPIX_KEY_TAG_UB", ... for that library value.
struct Field {
  std::string name; // a Parameter's or CallbackArgument's name; "new_value" at the end of a copy callback
  Seen value;
  bool operator==(const Field&) const = default;
};

struct Event {
  enum class Type : std::uint8_t { call, callback, end, return_ };
  // (next: a tool, in the place of the call that it was called for.)
  enum class By : std::uint8_t { program, callback, library, next };

  Type type = Type::call;
  std::uint32_t thread = 0; // 0: the program's first; others: of the library, or of the program
  std::uint32_t depth = 0;  // calls and callbacks open on this thread when the event happens (its own not counted)
  By by = By::program;      // calls and returns: who made the call; callback and end: library
  Procedure procedure = Procedure::finalize; // call, return
  Callback callback = Callback::copy;        // callback, end
  std::vector<Field> fields;                 // call, callback: arguments; end, return: results. In signature order;
                                             // callbacks: key, handle, value, context, new_handle (copy only);
                                             // or handle, keyval, attribute_val, extra_state
  ErrorClass error = ErrorClass::success;    // return; end of a keyval's callback: what it gives back
  Language language = Language::c;           // of the call, or of the callback
  bool may_fail = false;                     // call: the case allows it to fail
  std::string other; // call, return: a procedure that the model lacks, by its name; `procedure` says nothing then.
                     // Its fields are those that are handles; of an array, several of one name
  std::int64_t time_ns = 0; // of a recorded trace: when, from its beginning; 0: nobody says
  bool operator==(const Event&) const = default;
};

// A call or a callback, of which an end is to come.
inline bool is_beginning(const Event& event) {
  return event.type == Event::Type::call || event.type == Event::Type::callback;
}
// Of a call, its beginning or its end; else of a callback.
inline bool is_of_call(const Event& event) {
  return event.type == Event::Type::call || event.type == Event::Type::return_;
}

} // namespace moot
