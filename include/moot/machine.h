// The machine: a program under the law, step by step. Three functions, on which all that Moot does is written:
//
//     initial()            the state before the first statement
//     moves(state)         everything that may happen next
//     apply(state, move)   the next state, in place, and what happened
//
// The program's own steps are moves, too. Where the law leaves MPI free there are several: a program that takes all of them, from
// every state, sees all that may happen. Where an open question decides, there is a move for each answer, which the rest of the run
// keeps to. explore.h does all that, without looking at equal states twice.
#pragma once

#include <moot/program.h>

namespace moot::v1 {

// ---- What happened

struct Field {
  std::string name; // as in docs/case-language.md: "comm", "key", "attribute_val"
  Value value;
  bool operator==(const Field&) const = default;
};

// One line of a trace (docs/trace-format.md). Objects are named in the order in which events first show them, for each kind: the
// communicators "c1", "c2", the keys "k1", the keyvals "v1", ...
struct Event {
  enum class Type { call, callback, callback_ends, call_returns };
  enum class By { program, callback, library, next }; // next: a tool passes on the call that it was called for

  Type type = Type::call;
  std::uint32_t thread = 0; // 0: the program's first
  std::uint32_t depth = 0;  // calls and callbacks that are open on this thread, without this one
  By by = By::program;      // who made the call; of a callback: library
  std::string name; // of the procedure or callback: "MPI_Comm_free"; copy, free, destroy, copy_attr, delete_attr
  std::vector<Field> fields;        // call, callback: its arguments; callback_ends, call_returns: its results
  std::string error{"MPI_SUCCESS"}; // call_returns; callback_ends of a keyval's callback: what it gave back
  std::string language{"c"};        // of the call or the callback: c, mpif, use_mpi, mpi_f08
  bool may_fail = false;            // a call that the program expects to fail, perhaps
  bool operator==(const Event&) const = default;
};

// Indented text for people, an event a line; a call that returns at once is one line. Throws Error: an event has a name, an error
// or a language that there is not.
std::string to_text(const std::vector<Event>& events);

// ---- What may happen

class Machine;

// Where a run of a program is. A copy is a run of its own, and costs some kilobytes.
class State {
public:
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();

  // The program is over. (A state without moves in which it is not is erroneous, aborted, or waits for ever.)
  bool finished() const;

  // The program broke a clause: its id. Nothing happens any more.
  std::optional<std::string> erroneous() const;

  // An error went to MPI_ERRORS_ARE_FATAL: the program is over.
  bool aborted() const;

  // The answers to open questions that this run has used so far.
  Answers answers() const;

  class Impl;

private:
  explicit State(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_; // never null, unless moved from
  friend class Machine;
};

// One thing that may happen next, in the state that it was made for and in equal ones.
class Move {
public:
  // Whose choice it is: the program's next statement, or MPI's.
  bool is_mpis() const noexcept;
  std::uint32_t thread() const noexcept;
  // The open questions that it answers: the run keeps to that.
  Answers answers() const;

  class Impl;

private:
  explicit Move(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
  friend class Machine;
};

// It holds no state of its own: several threads may use one at once, each on states of its own.
class Machine {
public:
  Machine(const Program& program, const Reading& reading);

  State initial() const;

  // Everything that may happen next, in an order that depends on the state alone; empty: the run has ended. Throws Error: the program
  // does what the model does not know; what() says what that is.
  std::vector<Move> moves(const State& state) const;

  // Takes a move of `moves(state)`; any other one is undefined behaviour. Returns what happened: no event if the move was silent (an
  // operation completes; a statement that is no call), one, or several. Throws Error as `moves`; `state` is then to be given up.
  std::vector<Event> apply(State& state, const Move& move) const;

  // What the observed variables hold.
  Observed observed(const State& state) const;

private:
  class Impl;
  std::shared_ptr<const Impl> impl_;
};

} // namespace moot::v1
