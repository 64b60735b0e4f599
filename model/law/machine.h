// The machine: a case's program under the law. Three functions, on which everything else is written:
//
//     initial()            the state before the first statement
//     moves(state, out)    everything that may happen next
//     apply(state, move)   the next state, in place
//
// Machines hold no state of their own and do no I/O; several threads may use one at once.
#pragma once

#include "model/law/law.h"
#include "model/law/predefined_values.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace moot {

// What a move settles that was left open: answers to questions that it asks for the first time, and ways that it goes.
struct Choices {
  boost::container::small_vector<std::pair<Question, std::uint8_t>, 2> answers;
  Picks picks;
};

// Of most moves there are none: then it is a null pointer. A value otherwise: a copy has choices of its own.
class Chosen {
public:
  Chosen() = default;
  Chosen(const Chosen& other) : it_(other.it_ ? std::make_unique<Choices>(*other.it_) : nullptr) {}
  Chosen(Chosen&&) noexcept = default;
  ~Chosen() = default;
  Chosen& operator=(const Chosen& other) {
    if (it_ || other.it_) *this = Chosen(other);
    return *this;
  }
  Chosen& operator=(Chosen&&) noexcept = default;

  const Choices* get() const { return it_.get(); } // null: there are none
  Choices& edit() {
    if (!it_) it_ = std::make_unique<Choices>();
    return *it_;
  }

private:
  std::unique_ptr<Choices> it_;
};

// Something that may happen next. Moves that carry no event are silent.
struct Move {
  enum class Type : std::uint8_t {
    step,            // the program's next statement; at a body's end the callback ends, at the program's end it is over
    begin,           // MPI begins an owed callback; index: into State::owed
    return_,         // MPI returns from the call
    complete,        // silent: the operation that MPI_Wait or MPI_Test looks at completes
    release,         // silent: a completed operation lets go of its objects; index: its request
    library_release, // the same, by a thread of the library
    fail,            // silent: a dup that may fail does
    defer,           // silent: a free leaves delete callbacks for the object's destruction
    end_free,        // silent: the handle goes, where others might have gone before, or set values
    abort,           // MPI calls MPI_ERRORS_ARE_FATAL: the program is over
    go_on,           // silent, of a trace: what other threads may have come before has its effect (CallFrame::waits)
    discharge,       // silent: what a null function, or one of MPI's own, is owed for happens; index: into State::owed
  };
  Type type = Type::step;
  std::uint32_t thread = 0;
  std::uint32_t index = 0;
  Chosen chosen{};

  std::span<const std::pair<Question, std::uint8_t>> answers() const {
    if (chosen.get() == nullptr) return {};
    return {chosen.get()->answers.data(), chosen.get()->answers.size()};
  }
};
using Moves = boost::container::small_vector<Move, 8>;
inline constexpr std::size_t all_moves = static_cast<std::size_t>(-1);

// An event in terms of its state: the frame of the call or callback, as it is when the event happens.
struct Label {
  enum class Type : std::uint8_t { call, callback, end, return_ };
  Type type = Type::call;
  Frame frame;
  std::uint32_t depth = 0;  // frames of calls and callbacks around it
  bool by_callback = false; // a call or return: a callback made the call
};

// Is told of every event at the moment it happens, with the state in which its slots mean something. It may name objects.
class EventSink {
public:
  virtual ~EventSink() = default;
  virtual void on(State& state, const Label& label) = 0;
};

// How a step's attempt makes the state that it works on.
struct PlainCopy {
  State operator()(const State& state) const { return state; }
};

// What MPI may do, whatever the program: shared by the machine and the checker of traces.
class Mpi {
public:
  Mpi(const Reading& reading, Areas areas); // of the program's calls; `reading` must outlive it
  Mpi(Reading&&, Areas) = delete;
  const Reading& reading() const { return reading_; }
  const Areas& areas() const { return areas_; }
  void set_areas(Areas areas);
  // The program's first and the library's (frame.h), unless a checker or a program has others. threads(): how many there are.
  std::uint32_t threads() const { return static_cast<std::uint32_t>(threads_.size()); }
  void set_threads(const std::vector<std::uint32_t>& numbers) { threads_.assign(numbers.begin(), numbers.end()); }
  // The program begins so many of its own. From here on, a step brings its thread's frames last (State::bring_last).
  void add_threads_of_program(std::uint32_t count);
  bool all_answered() const { return all_answered_; } // the questions of these areas
  // Nothing is open within a step: no question, and no way to pick.
  bool all_decided() const { return all_answered_ && !areas_.ways; }

  // MPI's moves, each with the answers that it needs; at least `enough`, if there are so many.
  void moves(const State& state, Moves& out, std::size_t enough = all_moves) const;

  // One step of the law on `state`: a move of MPI, a call, the end of a callback. What it needs and the state does not say is
  // returned, and then `state` is void.
  Undecided apply(State& state, const Move& move, EventSink* sink = nullptr) const;
  Undecided call(State& state, std::uint32_t thread, const NewCall& call, EventSink* sink = nullptr) const;
  Undecided end_callback(State& state, std::uint32_t thread,
                         EventSink* sink = nullptr) const; // (its frame has its result)
  // In a trace: the beginning of a callback, or the return of a call, of which the event is yet to come.
  Undecided apply_untold(State& state, const Move& move) const;
  // It comes. False: of this thread none is to come.
  static bool tell_untold(State& state, std::uint32_t thread, EventSink* sink = nullptr);
  // A callback (Move::Type::begin) that does nothing, begins and ends; if it copies, it gives the same value. Only where all is decided
  // (`all_decided`), and nobody is told of events.
  Undecided call_back(State& state, const Move& begin, bool copies) const;

  // Attempts a step on copies of `state`, under every combination of the answers and picks that it turns out to need beside
  // those of `move`: `take(State&& after, Move&& decided)` gets each result. `copy(state)` makes a copy.
  template <typename Attempt, typename Take, typename Copy = PlainCopy>
  static void under_every_answer(const State& state, Move move, const Attempt& attempt, const Take& take,
                                 const Copy& copy = {}) {
    State after = copy(state);
    choose(after, move);
    const Undecided undecided = attempt(after);
    if (!undecided) return take(std::move(after), std::move(move));
    for (std::uint32_t i = 0; i < undecided.count(); ++i) {
      Move decided = move;
      decide(decided, undecided, i);
      under_every_answer(state, std::move(decided), attempt, take, copy);
    }
  }
  // Makes MPI's moves that are `wanted`, each on copies of `state`, under every combination of answers: `take(State&& after,
  // Move&&)` gets each result. `make(State& after, const Move&)`: `apply`, with a sink if one likes. `copy`: as above; where the
  // moves themselves depend on answers, it gets states that have those, too.
  template <typename Wanted, typename Make, typename Take, typename Copy = PlainCopy>
  void each_move(const State& state, const Wanted& wanted, const Make& make, const Take& take,
                 std::size_t enough = all_moves, const Copy& copy = {}, const Move& so_far = {}) const {
    Moves found;
    if (const auto undecided = candidates(state, found, enough)) {
      for (std::uint32_t i = 0; i < undecided.count(); ++i) {
        Move more = so_far;
        decide(more, undecided, i);
        State answered = state;
        choose(answered, more);
        each_move(answered, wanted, make, take, enough, copy, more);
      }
      return;
    }
    for (auto& move : found) {
      if (!wanted(move)) continue;
      move.chosen = so_far.chosen;
      under_every_answer(
          state, move, [&](State& after) { return make(after, move); }, take, copy);
    }
  }

  static void decide(Move& move, const Undecided& undecided, std::uint32_t way);
  // Tells the state what the move answers and picks.
  static void choose(State& state, const Move& move);

  // The memory that a pointer leads to; none: the state is erroneous. (As long as nothing is allocated.) Throws NotModelled.
  // (evaluate.cpp)
  MemoryCell* cell_at(State& state, const Value& pointer) const;
  // The program broke this sentence, with a statement that is no call.
  void break_by(const Sentence& sentence, State& state) const;
  // What the law says of a number that MPI attached under this predefined key or keyval.
  Bounds bounds(const PredefinedValue& value) const;

  // For tests. `audit` must outlive whatever is done with this.
  void audit(Audit& audit) { audit_ = &audit; }

  // Can an order of setting be told at all, under the answers so far? (For `encode`.)
  SettingOrder setting_order(const State& state) const;

private:
  Undecided asked(const Law& law) const;
  void bring_last(State& state, std::uint32_t thread) const {
    if (threads_of_program_ != 0) [[unlikely]]
      state.bring_last(thread);
  }
  std::uint32_t place_of_owed(State& state, const Move& move) const;
  bool may_be_the_librarys(std::uint32_t thread) const {
    return thread != main_thread && (threads_of_program_ == 0 || thread < first_thread);
  }
  Undecided candidates(const State& state, Moves& out, std::size_t enough) const;

  const Reading& reading_;
  Areas areas_;
  boost::container::small_vector<std::uint32_t, 4> threads_{main_thread, thread_of_library};
  std::uint32_t threads_of_program_ = 0;
  Audit* audit_ = nullptr;
  bool all_answered_ = true;
};

// What a state knows of a number that MPI attached under a predefined key or keyval: in two variables after the program's own, the
// least and the greatest that it may be. Here is the first one's place; 0: there is none.
using ValueBounds = std::array<std::size_t, constant_count>;

// What is used as a number: a variable that was never written, and null, count as 0. Throws NotModelled if it is none, or one that
// MPI chose; `where`: "as a condition".
std::int64_t number_of(const Value& value, std::string_view where);

// A case's program under the law.
class Machine {
public:
  // Both must outlive the machine. `areas`: of a program that goes on growing, what it will use.
  Machine(const Program& program, const Reading& reading) : Machine(program, reading, areas_of(program)) {}
  Machine(const Program& program, const Reading& reading, Areas areas);

  State initial() const;
  // Replaces `out`. A caller to whom more than `enough` moves make no difference says so.
  void moves(const State& state, Moves& out, std::size_t enough = all_moves) const;
  void apply(State& state, const Move& move, EventSink* sink = nullptr) const;

  // The program is over. (A state without moves in which it is not waits for ever, or is erroneous.)
  static bool finished(const State& state) { return state.frames.empty(); }
  // The observed variables.
  Observed outcome(const State& state) const;

  const Program& program() const { return program_; }
  const Mpi& mpi() const { return mpi_; }
  void audit(Audit& audit) { mpi_.audit(audit); }

private:
  bool waits(const State& state, std::size_t frame) const;
  std::size_t end_of_code(const Frame& frame) const;
  void begin_threads(State& state) const;
  Undecided step(State& state, std::uint32_t thread, EventSink* sink) const;
  Undecided call(State& state, std::size_t frame, const Statement& statement, EventSink* sink) const;
  Undecided pass_on(State& state, std::size_t frame, EventSink* sink) const;
  const Statement& origin(const State& state, std::size_t frame) const;
  static const Value* handed_on(const State& state, const Statement& statement, std::size_t operand);
  void leave_null_request(State& state, std::uint32_t thread) const;
  static void name_what_was_there(State& state, const Value& given, std::int32_t variable);
  static void leave_null(State& state, const Statement& statement, std::size_t operand);
  static void leave_null_requests(State& state, const Statement& statement, unsigned requests, const CallFrame& call);
  void give_results(State& state, std::uint32_t thread, const CallFrame& returned) const;
  Undecided end_body(State& state, std::uint32_t thread, EventSink* sink) const;
  Undecided simple(State& state, std::uint32_t thread, const Statement& statement) const;
  Value evaluate(State& state, std::size_t frame, const Expression& expression,
                 Undecided& undecided) const; // evaluate.cpp
  Seen seen(const Value& value, const State& state) const;
  const Block& block(const Frame& frame) const;

  const Program& program_;
  Mpi mpi_;
  std::vector<std::uint32_t> thread_ends_;        // of the program's thread blocks: the place in main after each
  std::array<Slot, constant_count> predefined_{}; // the slots of the predefined objects that the program names
  ValueBounds bounds_{};
};

} // namespace moot
