// One run of a program under Ticket 304, with MPI's choices given: the state, and what changes it.
#pragma once

#include "properties/naive/choices.h"
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
};

// A message that was sent and has found no receive.
struct Sent {
  Id id = 0, comm = 0;
  std::int64_t tag = 0;
};

struct Object {
  Kind kind = Kind::none;
  Handle handle;
  std::optional<Constant> predefined;
  std::int32_t name = no_variable; // the variable that first received it

  // What keeps it
  std::size_t handles = 1; // of the user's; a predefined object always has its own
  std::size_t kept_by = 0; // operations; objects derived from it; values under it; calls that work on it

  bool freeing = false;               // its free callbacks run
  std::multiset<Id> free_callback_of; // keys whose free callback for this object runs
  bool freed = false;                 // the free call of its last handle has finished its free callbacks
  bool invalid = false;               // that call has returned
  bool dying = false;                 // its destroy callbacks run
  bool is_over = false;               // they have begun, or are put off
  bool recursed = false;              // and a callback of one of its values within another
  bool gone = false;                  // it is destroyed

  bool committed = false;            // datatype
  Id built_from = 0;                 // of a datatype; 0: of several
  bool is_contents = false;          // MPI_Type_get_contents gave it
  bool cartesian = false;            // communicator
  bool of_world = false;             // MPI_COMM_WORLD, or a duplicate of it
  bool unready = false;              // what an MPI_Comm_idup makes that is not complete
  bool disputed = false;             // whether it is: the pages and the model differ
  std::optional<Message> persistent; // of a request that is started
  std::optional<Sent> message;       // that a probe has matched
  Id group = 0, errhandler = 0;      // of a communicator; 0: none yet, MPI_ERRORS_RETURN
  std::vector<Id> keeps;             // base datatypes, a hidden communicator, a group, an error handler, ...
  std::list<Entry> values;           // in the order of setting

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
  std::vector<Id> uses;    // what it still keeps
  Id from = 0, to = 0;     // of an MPI_Comm_idup
  bool is_copying = false; // now
};

// A request that is active, of those that a call takes.
struct Listed {
  std::size_t index = 0;
  Operation* operation = nullptr;
  std::int32_t variable = no_variable;
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

// The variable that an argument is: if a call ends the handle in it, it becomes the null handle.
std::int32_t given_by(const Statement& statement, std::size_t which = 0);
// The variable that receives a result.
std::int32_t result(const Statement& statement, std::size_t which);
// What the first handle argument is of.
Kind kind_of_first(const Statement& statement);
void require_not_negative(const std::optional<Value>& number);

class Run {
public:
  Run(const Program& program, const Reading& reading, const Ticket304Limits& limits, Choices& choices);
  Observed play(); // throws Erroneous, Endless, NotCovered

private:
  template <typename Answer> Answer ask() const { return static_cast<Answer>(reading_[question_of<Answer>]); }
  std::size_t choose(std::size_t count) { return count < 2 ? 0 : choices_.choose(count); }

  // ticket304.cpp: statements, and MPI_Finalize
  struct Frame {
    Arguments arguments;
    std::optional<std::int64_t> new_value; // of a copy callback with flag true
  };
  void run(const Block& block, Frame* frame);
  void assign(std::int32_t target, const Value& value, Frame* frame);
  Value evaluate(const Expression& expression, const Frame* frame);
  Value compute(Term::Type type, const Value& left, const Value& right);
  bool equal(const Value& left, const Value& right);
  Value constant(Constant constant);
  std::optional<Seen> seen(std::int32_t variable) const;

  void finalize();
  std::vector<Id> leaked() const;
  void take_leave(const std::vector<Id>& ids);
  void end_free_callbacks(const std::vector<Id>& ids, bool last_set_first);
  void destroy_at_finalize(const std::vector<Id>& ids, bool goes);

  // ticket304_calls.cpp: calls
  using In = std::vector<std::optional<Value>>;
  void call(const Statement& statement, Frame* frame);
  ErrorClass perform(const Statement& statement, const In& in, Returned& back);
  ErrorClass work_on_values(const Statement& statement, const In& in, Returned& back);
  void end(const Statement& statement, const In& in, Returned& back);
  Id object(const Value& value, Kind kind) const; // that a call uses
  bool is_in_destruction(Id id) const;
  void require_not_in_destruction(const Value& value) const;
  Id key(const Value& value) const;
  Id add(Kind kind, std::int32_t name);
  bool is_remembered(const Handle& handle) const;
  Value handle_of(Id id) const;
  void create_key(Id id, const In& in);

  // ticket304_makers.cpp: calls that make objects
  ErrorClass duplicate(const Statement& statement, const In& in, Returned& back);
  void make_communicator(const Statement& statement, const In& in, Returned& back);
  void make(const Statement& statement, const In& in, Returned& back);
  Id contents_of(Id type, std::int32_t name);
  void fail(const Statement& statement, Returned& back);

  // ticket304_objects.cpp: what keeps objects, free, dup
  void require_free_works(Id id) const;
  bool is_worked_on(Id id) const;
  void free(Id id, bool is_free); // or another ending
  void end_handle(Id id, bool is_free);
  std::optional<Id> dup(Id from, bool may_fail, bool hidden, std::int32_t name); // nullopt: it fails
  Id make_duplicate(Id from, bool hidden, std::int32_t name);
  bool copy_values(Id from, Id to, bool may_fail);
  void keep(Id id, Id base);
  void inherit_errhandler(Id id, Id from);
  void set_errhandler(Id id, Id errhandler);
  bool are_values_on_objects() const;
  Id group_of(Id comm, std::int32_t name);
  Id another_handle(Id id, std::int32_t name);
  void release(Id id); // one of what keeps it goes
  void destroy_unkept(std::vector<Id> ids);
  void destroy(const std::vector<Id>& ids);
  bool is_unkept(Id id) const;
  void begin_destruction(Id id);
  std::vector<Id> kept_by_what_ends(Id id);
  void let_go(Id id);
  void require_no_cycle() const;
  std::set<Id> keys_in_cycles() const;

  // ticket304_messages.cpp: sends, receives, probes
  void communicate(const Statement& statement, const In& in, Returned& back);
  void start_or_cancel(const Statement& statement, const In& in);
  void require_committed(Id type) const;
  void start(Id request, const Message& message, const std::vector<Id>& uses);
  void send(const Message& message);
  std::optional<Id> send_off(const Message& message);
  std::list<Sent>::iterator oldest_under_way(Id comm, std::int64_t tag);
  void receive(Id sent);
  void probe(const Statement& statement, const In& in, Returned& back);
  void receive_matched(const Statement& statement, const In& in, Returned& back);
  bool has_message(Id comm, bool all) const;
  bool has_ending_message(Id comm) const;

  // ticket304_requests.cpp: operations, and calls that wait for them
  Operation& begin(Id request, const Message& message, const std::vector<Id>& uses);
  Operation* pending(Id request); // nullptr: none
  Operation* active(const Value& given);
  void wait(const Statement& statement, const Value& given, Returned& back);
  void wait_for_several(const Statement& statement, const In& in, Returned& back);
  std::vector<std::size_t> able(const std::vector<Listed>& list) const;
  std::size_t complete_one(std::vector<Listed>& list, std::int32_t* before = nullptr); // `before`: a variable
  void complete(Operation& operation, std::int32_t variable, Returned& back);

  // ticket304_progress.cpp: what MPI may do in any call
  void progress(bool all = false);
  void require_own_values(Id id) const;
  bool owes_callbacks(Id id) const;
  void require_one_thing_ends(const Operation& operation, const std::vector<Id>& ids) const;
  bool is_owed_callbacks(Id id) const;
  bool is_silent(Id id) const;

  // ticket304_values.cpp: values under keys
  Value get(Id key, Id on);
  ErrorClass set(Id key, Id on, std::int64_t value);
  ErrorClass clear(Id key, Id on);
  Entry* newest(Id key, Id on); // nullptr: none
  Entry* entry(Id on, Id id);
  bool counts_as_gone(const Entry& entry, const Object& on) const;
  void attach(Id key, Id on, std::int64_t value);
  void take_away(Id on, Id entry);
  void forget_copies(Id key, Id on);
  void require_mutable(Id key, Id on);
  bool inside_own_destroy(Id key, Id on);
  bool inside_clearing(Id key, Id on);
  Entry* inner(Id key, Id on);                                    // what a set inside has left; nullptr: nothing
  void replace(Id key, Id on, std::optional<std::int64_t> value); // no value: clear

  // ticket304_callbacks.cpp: the callbacks, and the phase of destroy callbacks
  void call_free_callbacks(std::vector<Id> ids, bool last_set_first = false);
  void drop_after_free_callbacks(Id id);
  bool is_null_function(Id key, Callback which) const;
  bool is_copied(const Entry& entry, const Object& from) const;
  void copy_value(Copying& copying, Id key);
  void call_destroy_callback(Id on, Id entry, bool is_destruction = true);
  std::optional<std::int64_t> callback(Id key, Callback which, Id on, Arguments arguments);
  Value key_argument(const Entry& entry) const;
  Value destroyed_handle(const Object& object) const;
  void destroy_values(std::vector<Id> ids);
  using Owed = std::vector<std::pair<Id, const Entry*>>; // on which object, which value
  std::optional<std::pair<Id, const Entry*>> next_to_destroy(const std::vector<Id>& ids);
  bool has_null_function(const Owed& owed) const; // for destroy
  std::pair<Id, const Entry*> next_of(Owed owed);
  void run_deferred();

  const Program& program_;
  const bool can_tell_; // whether a handle is used again
  const Reading& reading_;
  const Ticket304Limits& limits_;
  Choices& choices_;

  std::map<std::int32_t, Value> variables_;
  std::map<Id, Object> objects_;
  std::map<Handle, Id> named_; // by its handle
  std::map<Constant, Id> predefined_;
  std::list<Operation> operations_;
  std::list<Sent> under_way_; // the oldest first
  std::set<Id> received_;     // of those that were under way
  std::list<Frame> frames_;
  std::list<Copying> copying_;
  std::list<Clearing> clearing_;
  std::list<Clearing> destroying_; // destroy callbacks that run
  std::list<Phase> phases_;        // destroy phases at work
  bool is_finalizing_ = false;     // MPI_Finalize
  bool are_leaked_freed_ = false;  // it calls free callbacks of what nobody freed
  std::size_t statements_ = 0;
  Id last_id_ = 0;
};

} // namespace moot::properties::naive
