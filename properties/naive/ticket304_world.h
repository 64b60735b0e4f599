// The state of a run of a program under Ticket 304: objects, values, messages, operations, and what is at work.
#pragma once

#include "properties/naive/ticket304.h"

#include <list>
#include <map>
#include <vector>

namespace moot::properties::naive {

struct Erroneous {}; // thrown where the program breaks the law
struct Endless {};   // thrown where a run never ends

using Id = std::size_t; // of an object, or of a value on one

// A handle is a place in the list of handles of its kind; an object that is no more gives its place to a new one. Place 0 is
// the null handle.
struct Handle {
  Kind kind = Kind::none;
  std::size_t place = 0;
  auto operator<=>(const Handle&) const = default;
};

// What a variable holds. `absent`: never written. `fortran`: the integer that MPIX_Key_c2f made of `handle`.
struct Value {
  enum class Type : std::uint8_t { absent, null, integer, handle, fortran, error, symbol, undefined };
  Type type = Type::absent;
  std::int64_t number = 0; // or the ErrorClass, or the Constant
  Handle handle = {};
};

inline Value null_handle_of(Kind kind) { return {Value::Type::handle, 0, {kind, 0}}; }
inline bool is_null(const Value& value, Kind kind) {
  return value.type == Value::Type::handle && value.handle == Handle{kind, 0};
}

using Arguments = std::map<CallbackArgument, Value>;

// A value under a key on an object.
struct Entry {
  Id id = 0;
  Id key = 0;
  std::int64_t value = 0;
  bool free_owed = false;     // its free callback will come
  bool free_begun = false;    // or runs, or has run
  bool destroying = false;    // its destroy callback runs
  bool silent = false;        // set inside the destroy callback of its key in a destruction, which calls nothing for it
  bool superseded = false;    // another was set over it, with nothing to destroy
  bool key_was_freed = false; // when the phase began
};

// What a call sends or receives.
struct Message {
  bool is_send = false;
  Id type = 0, comm = 0;
  std::int64_t tag = 0;
  bool is_partitioned = false;
};

// A message that was sent and has found no receive.
struct Sent {
  Id id = 0, comm = 0;
  std::int64_t tag = 0;
  bool is_partitioned = false;
};

// What is particular to a generalized request.
struct Generalized {
  std::map<Callback, std::size_t> functions; // those that are given
  Value extra_state;
  bool complete = false;      // MPI_Grequest_complete was called
  bool query_owed = false;    // by the call that completes it
  bool is_cleaned_up = false; // free_fn is done: its handle is no more
  ErrorClass query_error = ErrorClass::success;
};

struct Object {
  Kind kind = Kind::none;
  Handle handle;
  std::optional<Constant> predefined;
  std::int32_t name = no_variable; // the variable that first received it

  // What keeps it
  std::size_t handles = 1; // of the user's; a predefined object always has its own
  std::size_t kept_by = 0; // operations; objects derived from it; values under it; calls that work on it

  bool freeing = false;               // its free callbacks run, perhaps those of MPI_Finalize
  bool ending = false;                // a call is at them
  std::multiset<Id> free_callback_of; // keys whose free callback for this object runs
  bool freed = false;                 // the free call of its last handle has finished its free callbacks
  bool invalid = false;               // that call has returned
  bool dying = false;                 // its destroy callbacks run
  bool is_over = false;               // they have begun, or are put off
  bool gone = false;                  // it is destroyed

  bool committed = false;            // datatype
  Id built_from = 0;                 // of a datatype; 0: of several
  bool cartesian = false;            // communicator
  bool of_world = false;             // MPI_COMM_WORLD, or a duplicate of it
  bool unready = false;              // what an MPI_Comm_idup makes that is not complete
  std::optional<Message> persistent; // of a request that is started
  Id partner = 0;                    // of a partitioned one: that of the other side; 0: there was none yet
  std::optional<Generalized> generalized;
  std::optional<Sent> message;  // that a probe has matched
  Id group = 0, errhandler = 0; // of a communicator; 0: none yet, MPI_ERRORS_RETURN
  std::vector<Id> keeps;        // base datatypes, a hidden communicator, a group, an error handler, ...
  std::list<Entry> values;      // in the order of setting

  std::map<Callback, std::optional<std::size_t>> functions; // of a key; nullopt: null
  std::int64_t context = 0;
};

// A dup at work: which keys' copy callbacks it still owes.
struct Copying {
  Id from = 0, to = 0;
  std::map<Id, bool> owed; // key: was it freed when the phase began
  bool in_callback = false;
};

// A clear or a replacement at work, or a destroy callback that runs.
struct Clearing {
  Id key = 0, on = 0;
  std::size_t depth = 0; // of a clear or a replacement: the destroy callbacks that run around it
};

struct Operation {
  Id request = 0;
  Message message;
  Id sent = 0;          // the message of a send that found no receive
  bool matched = false; // it can complete
  bool completed = false;
  bool is_ready = false;   // of a partitioned send: its message has gone
  std::vector<Id> uses;    // what it still keeps
  Id from = 0, to = 0;     // of an MPI_Comm_idup
  bool is_copying = false; // now
};

// A request that is active, of those that a call takes.
struct Listed {
  std::size_t index = 0;
  Operation* operation = nullptr;
  std::int32_t variable = no_variable;
  bool must_be_found = false; // by a test: it was complete when the call began
};

// A destroy phase at work.
struct Phase {
  std::size_t depth = 0;     // the destroy callbacks that run around it
  std::vector<Id> put_off{}; // what it puts off
};

// What a call gives back.
struct Returned {
  std::vector<Value> out;
  std::optional<Id> ended; // the object whose handle it has ended
  bool is_null = false;    // its variable says so already
};

} // namespace moot::properties::naive
