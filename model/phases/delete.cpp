// Delete callbacks: what they get, and what their ends do, in whichever phase.
#include "model/phases/arguments.h"

#include <algorithm>

namespace moot {
namespace {

constexpr std::array arguments{
    Argument{field::handle, by(Clause::attr_delete_arguments), "the object", fill_handle},
    Argument{field::keyval, by(Clause::attr_delete_arguments), "the keyval", fill_key},
    // (fill_attribute_val, arguments.cpp. As C and Fortran see it: interop.cpp, seen_as.)
    Argument{field::attribute_val,
             by({Clause::interop_value, Clause::attr_delete_arguments, Clause::callback_languages}),
             "the attribute, as the language of the function sees it", fill_attribute_val},
    // (As keeps_extra_state has kept it, rules/keyval.cpp: an integer of Fortran's, or an address of C's; nothing writes it afterwards. Seen
    // as attributes are: fill_extra_state, arguments.cpp.)
    Argument{field::extra_state, by({Clause::interop_extra_state, Clause::extra_state}),
             "extra_state as it was given, each time, as the language of the function sees it", fill_extra_state}};

// ---- a delete callback that fails

// Whom a failure is told: the call that frees, sets or deletes. (Of a destruction later on, nobody.)
bool is_told(const Phase& phase) { return phase.is_of_one_value() || phase.type == Phase::Type::free; }

bool fails(const Law& law, const CallbackFrame& callback, std::size_t call) {
  return callback.error != ErrorClass::success && callback.object != no_slot &&
         law.state.current_phase(call) != law.state.phases.size();
}

void is_programs_fault(Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
  if (!fails(law, callback, call)) return;
  if (law.state.phases[law.state.current_phase(call)].type == Phase::Type::finalize) return;
  if (law.ask<CallbackError>() == CallbackError::erroneous) law.erroneous(by.clause());
}

void is_fault_at_finalize(Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
  if (!fails(law, callback, call)) return;
  if (law.state.phases[law.state.current_phase(call)].type == Phase::Type::finalize) law.erroneous(by.clause());
}

// (Two callbacks that fail with different codes: some error.)
void fail_call(Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
  if (!fails(law, callback, call)) return;
  auto& phase = law.state.phases.edit(law.state.current_phase(call));
  if (!is_told(phase)) return;
  auto& frame = law.state.frames.edit(call).call();
  const auto error = law.error_of_failed_callback(callback.error);
  frame.error = frame.error == ErrorClass::success || frame.error == error ? error : ErrorClass::an_error;
  frame.clause = by.clause();
  phase.failed = true;
}

// An attribute whose callback failed stays, unless a newer one stands beside it: there is one under a keyval. True: it does.
bool keep(Law& law, Slot object, Slot key) {
  auto& state = law.state;
  const auto* value = state.dying(object, key);
  if (value == nullptr || state.find(object, key) != nullptr) return false;
  state.attachments.edit(state.attachments.place_of(*value)).dying = false;
  return true;
}

// failing-delete: keep-stop, of an object that goes all the same: without further callbacks.
void give_up(Law& law, Slot object, std::size_t phase) {
  auto& state = law.state;
  boost::container::small_vector<Slot, 8> keyvals;
  for (const auto& owed : state.owed)
    if (owed.phase == phase && owed.object == object && law.column_of(owed.key) == Column::attributes)
      keyvals.push_back(owed.key);
  if (keyvals.empty() || law.ask<FailingDelete>() != FailingDelete::keep_stop) return;
  const auto frame = state.phases[phase].frame;
  for (const auto keyval : keyvals) law.detach(object, keyval, frame, Law::Where::in_cascade);
}

// The call ends without having set anything.
void end_without_setting(Law& law, std::size_t phase, const CallbackFrame& callback, std::size_t call) {
  if (law.state.phases[phase].type == Phase::Type::replace)
    law.release(callback.key, call); // the phase's own reference
  auto& rest = law.state.phases.edit(phase);
  rest.type = Phase::Type::clear;
  rest.key = no_slot;
}

void go_on_after_failure(Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
  if (!fails(law, callback, call)) return;
  auto& state = law.state;
  const auto phase = state.current_phase(call);
  if (!is_told(state.phases[phase])) {
    give_up(law, callback.object, phase);
    return law.end_attribute(callback, call);
  }
  const bool of_one = state.phases[phase].is_of_one_value();
  const bool stays = of_one ? law.ask<FailingDeleteOfOne>() == FailingDeleteOfOne::kept
                            : law.ask<FailingDelete>() != FailingDelete::drop_continue;
  const bool kept = stays && keep(law, callback.object, callback.key);
  if (!of_one && law.ask<FailingDelete>() == FailingDelete::keep_stop)
    state.forgive([&](const Obligation& owed) { return owed.phase == phase; });
  if (of_one) end_without_setting(law, phase, callback, call);
  if (!kept) law.end_attribute(callback, call);
}

constexpr std::array ends{
    CallbackEnd{by(Clause::attr_delete), "after its delete callback the attribute is gone",
                [](Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
                  if (!fails(law, callback, call)) law.end_attribute(callback, call);
                }},
    CallbackEnd{by(Clause::attr_finalize), "nothing says what follows if a delete callback of MPI_Finalize fails",
                is_fault_at_finalize},
    CallbackEnd{by(Clause::attr_delete_fails).asks<CallbackError>(),
                "if the delete function fails, the call is erroneous; or it fails, too", is_programs_fault},
    CallbackEnd{by(Clause::attr_delete_fails).asks<ErrorCode>(), "the call that frees, sets or deletes fails",
                fail_call},
    CallbackEnd{by(Clause::attr_delete_fails).asks<FailingDelete, FailingDeleteOfOne>(),
                "what becomes of the attribute, and of the others, is not said", go_on_after_failure}};

} // namespace

constexpr CallbackRow delete_attr_callback = callback_row<arguments, ends>(
    {by(Clause::attr_free), "delete callbacks are invoked when the object is freed, or the attribute deleted"});

ErrorClass Law::error_of_failed_callback(ErrorClass users) {
  return ask<ErrorCode>() == ErrorCode::user ? users : ErrorClass::an_error;
}

void Law::end_attribute(const CallbackFrame& callback, std::size_t call) {
  if (callback.object == no_slot || callback.key == no_slot) return;
  const auto phase = state.current_phase(call);
  if (phase == state.phases.size()) return;
  if (state.phases[phase].type == Phase::Type::destroy && state.find(callback.object, callback.key) != nullptr)
    owe(phase, callback.object, callback.key); // one that was set meanwhile
  take_away(call, callback.object, callback.key);
}

} // namespace moot
