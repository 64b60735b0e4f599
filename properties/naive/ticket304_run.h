// One run of a program under Ticket 304, with MPI's choices given: what changes the state.
#pragma once

#include "properties/naive/choices.h"
#include "properties/naive/ticket304_world.h"

#include <list>
#include <map>
#include <vector>

namespace moot::properties::naive {

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
    std::optional<std::int64_t> new_value;  // of a copy callback with flag true
    ErrorClass error = ErrorClass::success; // that it returns
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
  ErrorClass end(const Statement& statement, const In& in, Returned& back);
  Id object(const Value& value, Kind kind) const; // that a call uses
  bool is_in_destruction(Id id) const;
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
  ErrorClass free(Id id, bool is_free); // or another ending
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
  ErrorClass start_or_cancel(const Statement& statement, const In& in);
  void require_committed(Id type) const;
  void start(Id request, const Message& message, const std::vector<Id>& uses);
  void send(const Message& message);
  void go(Operation& operation);
  std::optional<Id> send_off(const Message& message);
  std::list<Sent>::iterator oldest_under_way(Id comm, std::int64_t tag, bool is_partitioned = false);
  void receive(Id sent);
  void probe(const Statement& statement, const In& in, Returned& back);
  void receive_matched(const Statement& statement, const In& in, Returned& back);
  bool has_message(Id comm, bool all) const;

  // ticket304_partitioned.cpp: partitioned requests
  void find_partner(Id request);
  bool is_active_partitioned(Id request);
  void make_ready(const Value& given);
  bool has_arrived(const Value& given);

  // ticket304_grequests.cpp: generalized requests
  void start_generalized(const Statement& statement, const In& in, Returned& back);
  ErrorClass complete_generalized(const Value& given);
  ErrorClass cancel_generalized(Id request);
  ErrorClass status_of(const Value& given, Returned& back);
  ErrorClass clean_up_if_due(Id request);
  void query(Id request);
  ErrorClass call_function(Id request, Callback which, Arguments arguments = {});
  bool is_handle_kept(Id request) const;
  void require_functions(Id request) const;
  void require_not_ended(Id request) const;
  bool must_find(const Operation& operation) const;
  ErrorClass failed(ErrorClass error, Returned& back) const;

  // ticket304_requests.cpp: operations, and calls that wait for them
  Operation& begin(Id request, const Message& message, const std::vector<Id>& uses);
  Operation* pending(Id request); // nullptr: none
  Operation* active(const Value& given);
  ErrorClass wait(const Statement& statement, const Value& given, Returned& back);
  void wait_for_several(const Statement& statement, const In& in, Returned& back);
  std::vector<std::size_t> able(const std::vector<Listed>& list) const;
  std::size_t complete_one(std::vector<Listed>& list, std::int32_t* before = nullptr); // `before`: a variable
  ErrorClass complete(Operation& operation, std::int32_t variable, Returned& back);

  // ticket304_progress.cpp: what MPI may do in any call
  void progress(bool all = false);
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
  void call_free_callbacks(std::vector<Id> ids, bool last_set_first = false, bool all_leaked = false);
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
  bool are_leaked_freed_ = false;  // it calls free callbacks of what nobody freed
  std::size_t statements_ = 0;
  Id last_id_ = 0;
};

} // namespace moot::properties::naive
