// The most general client: it makes any call of its scope at any time, and its callbacks do anything that the scope lets
// them. In three functions, as the machine of a case:
//
//     initial()            the state before the first call
//     moves(state, out)    everything that may happen next
//     apply(state, move)   the next state, in place
//
// The client holds nothing but what the state shows: it has a handle of every live object, and an object's `site` says in
// which slot it holds it (handles 1, 2, ..., then keys). Several threads may use one client at once.
#pragma once

#include "model/law/machine.h"
#include "model/search/survey/scope.h"

namespace moot {

// What may happen next in a survey.
struct Step {
  enum class Type : std::uint8_t {
    call,     // the client calls a procedure
    callback, // MPI begins a callback, and it ends at once
    end,      // the client ends a callback
    mpi,      // any other move of MPI: `mpi`
  };
  Type type = Type::call;
  Procedure procedure = Procedure::finalize; // call
  bool may_fail = false;                     // call
  bool copies = false;                       // callback, end: of a copy, with flag true and the same value
  std::uint32_t site = no_site;              // call: of the object that it makes
  Arguments arguments{};                     // call
  Move mpi;                                  // callback, mpi; and, of every step, the answers that it asks for
};
using Steps = std::vector<Step>;

class Client {
public:
  // Both must outlive the client.
  Client(const Scope& scope, const Reading& reading) : scope_(scope), mpi_(reading, {.ticket304 = true}) {
    // (No call of a scope begins an operation: there is nothing for a thread of the library's to do.)
    mpi_.set_threads({0});
  }

  State initial() const;
  void moves(const State& state, Steps& out) const; // replaces `out`
  void apply(State& state, const Step& step, EventSink* sink = nullptr) const;
  // Does the step make a call?
  static bool is_call(const Step& step) { return step.type == Step::Type::call; }

  const Scope& scope() const { return scope_; }
  const Mpi& mpi() const { return mpi_; }

  // Slots that can be told apart by nothing but their number: handles 1 to `handles`, keys beyond.
  std::uint32_t first_key_site() const { return 1 + scope_.handles; }
  std::uint32_t last_site() const { return scope_.handles + scope_.keys; }

private:
  class Calls;

  void mpis_moves(const State& state, Steps& out) const;
  void end_every_way(const State& state, Callback callback, Steps& out) const;
  bool may_call(const State& state, const Frame& top) const;
  void decide_last(const State& state, Steps& out) const;
  Undecided try_step(State& state, const Step& step, EventSink* sink) const;
  Undecided call(State& state, const Step& step, EventSink* sink) const;
  Undecided end_callback(State& state, const Step& step, EventSink* sink) const;
  void return_at_once(State& state, const Step& step, EventSink* sink) const;

  const Scope& scope_;
  Mpi mpi_;
};

} // namespace moot
