// The law: what every rule works on. A Law is a state, a reading, and what a step found out about them.
//
// The kernel's one idea: a call opens a frame; a frame owes callbacks, phase by phase; any owed callback that the order
// rule permits may run next; when nothing is owed, the call returns. This header has the parts that rules share; the rules
// for each procedure are in model/rules/, the phases in phases.cpp, references and destruction in objects.cpp.
//
// A rule that finds the program at fault calls `erroneous` and returns at once. A rule that asks an open question which is
// not answered yet gets the first answer, and the step is void: whoever made it (Machine) tries again under each answer.
#pragma once

#include "model/reading.h"
#include "model/state.h"

#include <optional>
#include <stdexcept>

namespace moot {

// A program asks for something that no rule covers yet.
class NotModelled : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a step needs before it can be taken: the answer to an open question, or which of so many ways it goes where the law
// leaves that to MPI. Neither: it was taken.
struct Undecided {
  std::optional<Question> question;
  std::uint8_t ways = 0;
  explicit operator bool() const { return question || ways > 0; }
  std::uint8_t count() const { return question ? answer_count(*question) : ways; }
};

// One of `ways` (at least two) ways, for a step that may go each: as the state was told beforehand (State::picks), or 0, and
// the step is void.
inline std::uint8_t pick(State& state, std::uint8_t ways, Undecided& undecided) {
  if (!state.picks.empty()) {
    const auto picked = state.picks.front();
    state.picks.erase(state.picks.begin());
    return picked;
  }
  if (!undecided) undecided.ways = ways;
  return 0;
}

// What a reading answers, and a state has chosen where it does not.
class Questions {
public:
  Questions(const State& state, const Reading& reading) : answers_(state.answers), reading_(reading) {}

  template <typename Answer> Answer ask() { return static_cast<Answer>(answer(question_of<Answer>)); }
  // What the reading itself says: an answer, or open_answer.
  std::uint8_t fixed(Question question) const { return reading_[question]; }
  // The first open question, or pick, that was asked and that the state has no answer to.
  const Undecided& undecided() const { return undecided_; }

private:
  std::uint8_t answer(Question question);

  const std::array<std::uint8_t, question_count>& answers_; // of the state
  const Reading& reading_;

protected:
  Undecided undecided_;
};

// Could this be the answer in a state: the reading's or the chosen one, or not chosen yet?
template <typename Answer> bool may_be(const Reading& reading, const State& state, Answer answer) {
  const auto question = question_of<Answer>;
  const auto chosen = state.answers.at(static_cast<std::size_t>(question));
  if (reading[question] != open_answer) return reading[question] == static_cast<std::uint8_t>(answer);
  return chosen == 0 || chosen == static_cast<std::uint8_t>(answer) + 1;
}

// What the program asks of MPI: a call, as its rule opens it.
struct NewCall {
  Procedure procedure = Procedure::finalize;
  std::array<Value, 4> arguments{};
  bool may_fail = false;
  std::uint32_t site = no_site; // of what it makes
  Language language = Language::c;
};

// How a callback ends.
struct CallbackResult {
  Value value = Value::null();            // of copies: the new value, or null for flag false
  Value flag{};                           // copy_attr: what it says; absent: true if there is a value
  ErrorClass error = ErrorClass::success; // of a keyval's functions
};

class Law : public Questions {
public:
  Law(State& on, const Reading& reading, Areas of) : Questions(on, reading), state(on), areas(of) {}

  State& state;
  const Areas areas; // of the program's calls: of those that it has yet to make, too

  // One of several ways that are MPI's to go.
  std::uint8_t pick(std::uint8_t ways) { return moot::pick(state, ways, undecided_); }

  // ---- the program's faults
  void erroneous(Clause clause) { state.erroneous = clause; }
  bool stopped() const { return state.erroneous != Clause::none; }

  // ---- calls (rules/): opens a frame and follows the procedure's rule up to the first callback it owes, or its return
  void call(std::uint8_t thread, const NewCall& call);

  // ---- callbacks (phases.cpp)
  void begin(std::size_t index); // into State::owed: of a current phase
  void end_callback(std::uint8_t thread, const CallbackResult& result);
  void settle(std::uint8_t thread);  // ends phases that owe nothing
  void discharge(std::size_t index); // into State::owed: what no event tells of

  // ---- silent moves of MPI (rules/request.cpp, rules/dup.cpp)
  void complete(std::size_t frame);                        // of MPI_Wait or MPI_Test: its request
  void release_operation(Slot request, std::size_t frame); // it lets go of objects whose values are destroyed with them
  void release_on_library_thread(Slot request);
  void fail(std::size_t frame);  // of a dup that may fail
  void defer(std::size_t frame); // of a free: delete callbacks wait for the object's destruction (rules/attribute.cpp)
  void end_free(std::size_t frame);

  // ---- checks of arguments (objects.cpp): no_slot after `erroneous`
  Slot handle(const Value& value, Kind kind); // Kind::none: any kind
  Slot key(const Value& value);               // as the key argument of a call
  Slot keyval(const Value& value);            // the same, of a keyval
  bool is_predefined(Slot slot) const { return state.objects[slot].site >= predefined_site; }

  // ---- objects and references (objects.cpp)
  Slot create(std::size_t frame, Object object); // live, one reference: the user's handle; the frame returns it
  void reuse_handle(Slot created);
  void attach(Slot object, Slot key, Stored value); // owed what its object's phases owe:
  void owe_for_new(Slot object, Slot key);
  void owe_to_destruction(Slot object, Slot key);
  // A value goes, without a callback. `cascade`, here and below: this happens at the end of a value in a destroy phase.
  void detach(Slot object, Slot key, bool dying, std::size_t frame, bool cascade);
  // The same, but its reference stays; false: there was none. `replaced`: another value takes its place, and what is owed.
  bool erase_value(Slot object, Slot key, bool dying, bool replaced = false);
  void doom_value(Slot object, Slot key);    // it is on its way out: its callback, if it has one, begins
  void hold(Slot object, std::size_t frame); // the call in progress refers to it until it is done
  void release(Slot slot, std::size_t frame, bool cascade = false); // drops a reference
  void doom(Slot slot, std::size_t frame, bool cascade);            // no reference is left
  bool has_values(Slot slot) const;                                 // or attributes
  bool has_values(Slot slot, Kind under) const;                     // under keys, or under keyvals
  boost::container::small_vector<Slot, 4> garbage_keys() const;     // freed keys that only keep each other alive

  // ---- what is going on (circumstances.cpp)
  bool in_free_phase(Slot object) const;
  bool owes(Phase::Type type, Slot object, Slot key) const;
  bool runs(Callback callback, Slot object, Slot key) const; // key no_slot: any
  bool is_replacing(Slot object, Slot key) const;            // a clear or a replacement of this value is not done
  bool is_being_made(Slot communicator) const;
  bool in_dup_callback(Slot object) const; // a copy callback of a dup from or to it is running
  bool comes_to_nothing(Slot object) const;
  bool in_delete_callback(Slot object) const { return runs(Callback::delete_attr, object, no_slot); }
  bool is_keyval(Slot slot) const { return state.objects[slot].kind == Kind::keyval; }
  bool is_predefined_datatype(Slot slot) const {
    return state.objects[slot].kind == Kind::datatype && is_predefined(slot);
  }
  bool takes_all_from(const Phase& phase, Slot object) const;
  bool works_on(std::size_t call, Slot object) const; // a clear, a replacement or a dup that is not done
  Clause destroy_clause(Slot object) const;           // that destroys values of it now
  std::size_t owner(std::size_t code_frame) const;    // the frame of the call that runs this callback
  // The frame of the callback that this call runs; none: size of `frames`.
  std::size_t callback_of_call(std::size_t frame) const;

  // ---- owing (phases.cpp)
  std::size_t push_phase(const Phase& phase);
  void owe(std::size_t phase, Slot object, Slot key);
  std::size_t owe_destruction(Slot object, std::size_t frame, bool cascade); // the phase
  void owe_of_kept(Slot object, std::size_t phase);                          // that `object` goes in

  enum class AtFinalize : std::uint8_t { self, world, datatypes }; // whose attributes go, one after the other
  void owe_at_finalize(std::size_t frame, AtFinalize first);       // (attribute_callbacks.cpp)

  // ---- errors of callbacks (attribute_callbacks.cpp)
  bool is_programs_fault(Clause clause);
  ErrorClass reported(ErrorClass users); // error-code: what the call returns then
  void abandon_copy(std::size_t frame, ErrorClass error);
  void give_up_created(Slot created, std::size_t frame);
  bool leaves_copies(Slot created); // failing-copy, type-failing-copy
  // The call fails: it owes nothing more. `given_up` is told of each phase; what holds an object stays.
  template <typename GivenUp> void give_up_phases(std::size_t frame, const GivenUp& given_up) {
    while (true) {
      const auto phase = state.current_phase(frame);
      if (phase == state.phases.size() || state.phases[phase].type == Phase::Type::hold) return;
      given_up(state.phases[phase]);
      state.forgive([&](const Obligation& owed) { return owed.phase == phase; });
      state.pop_phase(phase);
    }
  }

private:
  void let_go(Slot request, std::size_t frame, bool of_base, bool of_comm);
  void end_value(std::size_t frame, Slot object, Slot key);
  void end_inner_value(std::size_t frame, Slot object, Slot key);
  bool has_inner_value(const Phase& phase) const;
  bool owe_inner_value(std::size_t index);
  bool make_room(std::size_t index);
  void end_copy(const Frame& callback, std::size_t frame);
  void end_copy_attr(const Frame& callback, std::size_t frame);
  void end_delete_attr(const Frame& callback, std::size_t frame);
  bool overwrite(std::size_t index);
  void take_inner_value(std::size_t index);
  void take_away(std::size_t frame, Slot object, Slot key);
  void copy_silently(std::size_t phase, const Obligation& owed);
  void end_finalize_phase(const Phase& phase);
  void leave_outs(std::size_t frame);
  void forgive_dying(std::size_t phase);
  bool let_cascade_go_first(std::size_t phase);
  void end_phase(std::size_t index);
  void end_free_phase(Slot object, std::size_t frame);
  bool discharge_unseen(std::size_t phase);
  void give_up(Slot object, std::size_t phase);
  bool keep(Slot object, Slot key);
  void finish_destruction(Slot object, std::size_t frame);
  void vanish(Slot slot, std::size_t frame, bool cascade);
  void check_cycle();
  bool others_may_go();
  Value key_argument(Phase::Type type, const Obligation& obligation);
  Value handle_argument(Phase::Type type, Slot object);
  std::size_t destruction_phase(std::size_t frame, bool cascade);

  std::uint32_t site_ = no_site; // of the object that the call makes
  std::size_t older_phases_ = 0; // a silent move of MPI's: those that the call was at before, which nothing joins
};

// Would the object be destroyed, and values on it or on what it is derived from, if one more reference went, or if all finished
// operations let go of it?
bool would_destroy_values(const State& state, Slot slot);

// deferred-destroy-where: a finished operation that keeps such an object.
bool keeps_what_waits(const State& state, const Object& request);

// mpi.error.fatal: the call fails, and its error goes to MPI_ERRORS_ARE_FATAL. (objects.cpp)
bool fails_fatally(Questions& questions, const State& state, std::size_t frame);

// The callback that is owed: the phase says when, the key or keyval which.
constexpr Callback callback_of(Phase::Type type, Kind of) {
  if (of == Kind::keyval) return type == Phase::Type::copy ? Callback::copy_attr : Callback::delete_attr;
  switch (type) {
  case Phase::Type::copy: return Callback::copy;
  case Phase::Type::free: return Callback::free;
  default: return Callback::destroy;
  }
}
inline Callback callback_of(const State& state, const Obligation& owed) {
  return callback_of(state.phases[owed.phase].type, state.objects[owed.key].kind);
}

// Is no code of the program called for it, because the function is null or one of MPI's own?
inline bool is_unseen(const State& state, const Obligation& owed) {
  const auto function = state.objects[owed.key].functions.at(place_of(callback_of(state, owed)));
  return function == null_function || is_predefined_function(function);
}

// What a rule sees of its call.
struct Call {
  Law& law;
  std::size_t frame;
  const Value& argument(std::size_t i) const { return law.state.frames[frame].arguments[i]; }
  Frame& it() const { return law.state.frames[frame]; }
};

// A procedure's rule, and the clauses that it rests on (the clause test reads them).
struct Rule {
  Procedure procedure;
  void (*open)(const Call&);
  std::span<const Clause> clauses;
};
const Rule& rule(Procedure procedure);
// The clauses that the kernel itself rests on: phases, arguments, destruction.
std::span<const Clause> kernel_clauses();

// Free calls, MPI_Wait and a true MPI_Test leave the null handle in the variable that held the handle.
bool nulls_argument(Procedure procedure);

} // namespace moot
