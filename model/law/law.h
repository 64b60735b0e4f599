// The law: what every rule works on. A Law is a state, a reading, and what a step found out about them.
//
// The kernel's one idea: a call opens a frame; a frame owes callbacks, phase by phase; any owed callback that the order
// rule permits may run next; when nothing is owed, the call returns. This header has the parts that rules share; the rules
// for each procedure are in model/rules/, the phases in model/phases/, objects in objects.cpp, references and
// destruction in destruction.cpp.
//
// Whoever asks an open question that is not answered yet gets the first answer, and what is done is void: whoever began it
// (Machine, the checker) tries again under each answer.
#pragma once

#include "model/law/questions.h"
#include "model/vocabulary/column.h"

#include <limits>
#include <optional>
#include <stdexcept>

namespace moot {

// A program asks for something that no rule covers yet.
class NotModelled : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A sentence that answers yes or no.
class Law;
template <typename... Of> using Whether = Act<bool(Law&, Of...)>;

class Law : public Questions {
public:
  Law(State& on, const Reading& reading, Areas of, Audit* audit = nullptr)
      : Questions(on, reading, audit), state(on), areas(of) {}

  State& state;
  const Areas areas; // of the program's calls: of those that it has yet to make, too

  // One of several ways that are MPI's to go.
  std::uint32_t pick(std::uint32_t ways) { return moot::pick(state, ways, undecided_); }

  // The call can't be made now: the step is void, and there is no other way to take it.
  void wait() { undecided_.waits = true; }

  using Questions::holds;
  // The same, of a sentence with its function. Null: it does not.
  template <typename... Of, typename... Given> bool holds(const Whether<Of...>* it, const Given&... given) {
    return it != nullptr && holds(*it, [&] { return it->carry_out(*this, given...); });
  }

  // Does what a sentence says. Under an audit: unless it is left out; and if that changes the state, the sentence has decided.
  template <typename Does> void carry_out(const Sentence& sentence, const Does& does) {
    if (audit_of_test == nullptr) [[likely]]
      return does();
    carry_out_audited(sentence, &does, [](const void* it) { (*static_cast<const Does*>(it))(); });
  }

  // Under an audit: it has decided, if not by what it changed.
  void note(const Sentence& sentence) {
    if (audit_of_test != nullptr) [[unlikely]]
      audit_of_test->decided.insert(&sentence);
  }

  // ---- the program's faults
  void erroneous(Clause clause) { state.erroneous = clause; }
  bool stopped() const { return state.erroneous != Clause::none; }

  // ---- calls (rules/rules.cpp): opens a frame and follows the procedure's rule up to the first callback it owes, or its return
  void call(std::uint32_t thread, const NewCall& call);

  // ---- tools (stack.cpp): where a call goes, if the program has tools: to the next one that has a function for it, or to MPI
  void route(std::size_t frame);

  // ---- callbacks (kernel.cpp)
  bool begin(std::size_t index); // into State::owed: of a current phase; false: it does not (may_call_back)
  void end_callback(std::uint32_t thread);
  // Both, of one that does nothing; if it copies, the same value. (What its arguments depend on is not asked.)
  void call_back(std::size_t index, bool copies);
  void settle(std::uint32_t thread); // ends phases that owe nothing
  void discharge(std::size_t index); // into State::owed: what no event tells of

  // ---- silent moves of MPI (operations.cpp, kept.cpp, errors.cpp, kernel.cpp)
  void complete(std::size_t frame, std::size_t operand); // of MPI_Wait and its relatives: the operation of this request
  void give_completed(CallFrame& call, std::size_t operand) const; //   what the call says of that, if it returns now
  void note_what_is_found(CallFrame& call) const;                  //   of a test that begins
  void match(std::size_t frame);                                   // of a probe: a message
  void end_operation(Slot request, std::size_t frame);             // an operation is over
  void owe_of_completion(std::size_t frame, Slot request);         //   (phases/complete.cpp)
  void void_operation(std::size_t frame);                          // of a call that fails: nothing comes of it
  void release_operation(Slot request, std::size_t frame); // it lets go of objects whose values are destroyed with them
  void release_on_library_thread(Slot request, std::uint32_t thread);
  void fail(std::size_t frame);                         // of a dup that may fail
  void drop_handle(const Phase& free);                  // (phases/free.cpp) its free callbacks are done
  void let_go_of_freed(Slot object, std::size_t frame); //   nothing more is to come before
  void clean_up(Slot request, std::size_t frame); // (phases/grequest.cpp) the same, of a generalized request: free_fn
  void defer(std::size_t frame); // (phases/free.cpp) delete callbacks wait for the object's destruction
  void end_free(std::size_t frame);
  void abort();                                      // by MPI_ERRORS_ARE_FATAL
  void lose_copies(Slot created, std::size_t frame); // of a dup that fails (errors.cpp): those that get no callbacks

  // ---- objects and values on them (objects.cpp)
  Slot create(std::size_t frame, Object object); // live, one reference: the user's handle; the frame returns it
  void inherit_handler(Slot communicator, Slot from);
  std::uint32_t second_site() const { return second_site_; } // of a second object that the call makes
  Value allocate();                                          // memory, which the call gives
  void attach(Slot object, Slot key, Stored value);          // and what is owed for it
  void owe_for_new(Slot object, Slot key);
  // Where something goes: in a call, or at the end of a value in a destroy phase.
  enum class Where : std::uint8_t { in_call, in_cascade };
  // A value goes, without a callback.
  void detach(Slot object, Slot key, std::size_t frame, Where where = Where::in_call);
  void detach_all(Slot object, std::size_t frame, std::optional<Column> column = std::nullopt);
  // The same, but its reference stays. False: there was none. What is owed for it is forgiven, unless another value takes its place.
  enum class Then : std::uint8_t { forgive, replace };
  bool erase(const Attachment* value, Then then = Then::forgive);
  void doom_value(Slot object, Slot key); // it is on its way out: its callback, if it has one, begins
  bool has_values(Slot slot) const;       // or attributes
  bool has_values(Slot slot, Column column) const;
  // Freed keys that only keep each other alive (destruction.cpp).
  boost::container::small_vector<Slot, 4> garbage_keys() const;

  // ---- references and destruction (destruction.cpp)
  void hold(Slot object, std::size_t frame); // the call in progress refers to it until it is done
  void release(Slot slot, std::size_t frame,
               Where where = Where::in_call);              // drops a reference; at none, the object is destroyed
  void finish_destruction(Slot object, std::size_t frame); // its last value may be gone
  void owe_to_destruction(Slot object, Slot key);          // a new value on what is being destroyed
  std::size_t owe_destruction(Slot object, std::size_t frame, Where where); // the phase
  void owe_of_kept(Slot object, std::size_t phase);                         // that `object` goes in

  // ---- what is going on (circumstances.cpp)
  bool is_predefined(Slot slot) const { return state.objects[slot].site >= predefined_site; }
  Column column_of(Slot key) const { return moot::column_of(state.objects[key].kind); }
  Column column_of(const Attachment& value) const { return column_of(value.key); }
  bool in_free_phase(Slot object) const;          // of a call that ends its handle, or of MPI_Finalize
  bool is_being_freed(Slot object) const;         // by such a call
  bool owes_free(Slot object, Slot key) const;    // its callback, in a free of the object
  bool owes_destroy(Slot object, Slot key) const; //   in its destruction
  bool runs(std::uint32_t thread, Callback callback, Slot object, Slot key) const; // key no_slot: any
  bool is_being_changed(Slot object, Slot key) const;            // a clear or a replacement of this value is not done
  bool in_dup_callback(std::uint32_t thread, Slot object) const; // a copy callback of a dup from or to it is running
  bool comes_to_nothing(Slot object) const;
  Clause destroy_clause(std::uint32_t thread, Slot object) const; // by which values of it are destroyed now
  // Is the callback that this call runs, or if it runs none, one that it owes, of this column?
  bool calls_back(std::size_t call, Column of) const;

  // ---- owing (kernel.cpp)
  std::size_t push_phase(const Phase& phase);
  void owe(std::size_t phase, Slot object, Slot key);
  void owe_in_current(std::size_t frame, Slot object, Slot key) { owe(state.current_phase(frame), object, key); }
  void owe_all(std::size_t phase, Slot object, Column column);
  void owe_all_of(std::size_t phase, Slot object); // of both columns
  // Those of the values on a handle that ends, if they are called. MPI_Finalize may have called some already (leaked-at-finalize); it
  // calls none of the others any more.
  void owe_free_callbacks(std::size_t phase, Slot object, bool called = true);
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

  // ---- what phases ask of each other (phases/)
  void owe_at_finalize(std::size_t frame, AtFinalize first);           // finalize.cpp: of this stage, or a later one
  void owe_copies(std::size_t phase, Slot object, Column column);      // copy.cpp: of what a copy of the object gets
  bool is_copied_unseen(Slot object, Column column);                   //   where MPI duplicates it for its own use
  void hand_on(const Obligation& owed);                                //   MPI_COMM_DUP_FN and the like
  ErrorClass error_of_failed_callback(ErrorClass users);               // delete.cpp: error-code: what the call returns
  void end_attribute(const CallbackFrame& callback, std::size_t call); //   an attribute goes whose callback has run
  void take_away(std::size_t frame, Slot object,
                 Slot key);                // one_value.cpp: a value whose callback has run, or needs none
  bool owe_inner_value(std::size_t index); //   a value set meanwhile gets a callback in its turn
  bool make_room(std::size_t index);       //   or goes, or stays; false: the phase goes on
  void take_inner_value(std::size_t index);

private:
  void reach_mpi(std::size_t frame);                                                            // (rules/rules.cpp)
  void carry_out_audited(const Sentence& sentence, const void* does, void (*run)(const void*)); // (kernel.cpp)
  // In State::owed. False: another thread takes the value away, which is the program's fault. (threads.cpp)
  bool may_call_back(std::size_t index);
  bool is_taken_elsewhere(const Obligation& owed) const;
  void name(CallbackFrame& it, const Obligation& owed) const; // which callback, and of which value
  void take_up(std::size_t index, Callback callback);         // it is owed no more: it begins
  void end(const CallbackFrame& callback, std::uint32_t thread);
  void reuse_handle(Slot created);
  // Of what the operation keeps, of each that goes.
  template <typename Goes> void let_go(Slot request, std::size_t frame, const Goes& goes);
  bool others_may_go(std::size_t free);
  void leave_outs(std::size_t frame);
  void forgive_dying(std::size_t phase);
  bool let_cascade_go_first(std::size_t phase);
  void end_phase(std::size_t index);
  bool discharge_unseen(std::size_t phase);
  void doom(Slot slot, std::size_t frame, Where where);
  void vanish(Slot slot, std::size_t frame, Where where);
  void check_cycle();
  std::size_t destruction_phase(std::size_t frame, Where where);

  std::uint32_t site_ = no_site;        // of the object that the call makes,
  std::uint32_t second_site_ = no_site; // and of the second one
  std::size_t older_phases_ = 0; // a silent move of MPI's: those that the call was at before, which nothing joins
  // Where an object goes in a cascade: those before it; what else it kept joins younger ones.
  std::size_t before_vanished_ = std::numeric_limits<std::size_t>::max();
};

// ---- operations (operations.cpp)
// MPI_Wait and MPI_Test, and those that take several requests: of which they complete the operations, and whether they wait for that. Probes,
// which match a message. MPI_Parrived, which only looks.
struct Completion {
  Procedure procedure;
  enum class Which : std::uint8_t { all, any, some, message, partition } which; // any: one; message: a probe
  bool waits;
};
const Completion* completion_of(Procedure procedure);                              // null: it is none of them
bool is_active_request(const State& state, const Value& operand);                  // an operation of its is not over
bool is_awaited_elsewhere(const State& state, Slot request, std::uint32_t thread); // by a call of another thread
bool may_return(const State& state, const CallFrame& call);                        // (others may always)
bool may_complete(const State& state, const CallFrame& call, std::size_t operand);

// ---- what operations keep (kept.cpp)
// Would the object be destroyed, and values on it or on what it is derived from, if one more reference went, or if all finished
// operations let go of it?
bool would_destroy_values(const State& state, Slot slot);

// deferred-destroy-where: a finished operation that keeps such an object, and who may let go of it.
bool keeps_what_waits(const State& state, Slot request);
// The program has freed the request, whose operation can be over, and has a copy of its handle, or of one of what it keeps alive: which names a
// new object, perhaps, once it is over.
bool keeps_a_handle(const State& state, Slot request);
enum class LetsGo : std::uint8_t { completing_call, later_call, library_thread };
bool may_let_go(Questions& questions, const Object& request, LetsGo who);

// Does MPI_Comm_idup copy values yet, when it is complete? (phases/complete.cpp)
bool copies_values_later(Questions& questions, const State& state, const Object& request);

// Does a free of the object run callbacks? Has it yet to run this value's? (circumstances.cpp)
bool in_free_phase(const State& state, Slot object);
bool owes_free(const State& state, Slot object, Slot key);

// A copy that is owed: does another thread take the value away, so that it is not copied? (phases/copy.cpp)
bool may_be_passed_over(const State& state, const Obligation& owed);
bool is_passed_over(Questions& questions, const State& state, const Obligation& owed);

// callback-threads: may the callback not begin yet, since another thread runs one of the same key? (threads.cpp)
bool waits_for_another_thread(Questions& questions, const State& state, const Obligation& owed, std::uint32_t thread);

// The call fails: does its error go to MPI_ERRORS_ARE_FATAL? (errors.cpp)
bool fails_fatally(Questions& questions, const State& state, const CallFrame& call);

} // namespace moot
