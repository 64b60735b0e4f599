// The phase of a copy: MPI_Comm_dup and the like call the copy callbacks of the old object's values, and set on the new object what
// those give.
#include "model/law/interop.h"
#include "model/law/kinds.h"
#include "model/phases/arguments.h"

#include <utility>

namespace moot {
namespace {

// ---- how a copy callback of a key ends

// (A null result: flag was false. A value that the callback set itself is replaced.)
void end_copy(Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
  auto& state = law.state;
  const auto phase = state.current_phase(call);
  const auto created = phase == state.phases.size() ? no_slot : state.phases[phase].created;
  if (callback.result.value.type == Value::Type::null || callback.key == no_slot || created == no_slot) return;
  const Stored value{callback.result.value.as_integer()};
  if (state.find(created, callback.key) == nullptr) return law.attach(created, callback.key, value);
  ++state.objects.edit(callback.key).references; // the phase's own
  law.owe(law.push_phase(replacement(call, created, callback.key, value)), created, callback.key);
}

constexpr std::array ends_of_copy{
    CallbackEnd{by(Clause::copy_flag), "flag true: new_value is set on the new handle", end_copy}};

// ---- how a copy callback of a keyval ends

bool is_integer(Put put) { return put == Put::integer || put == Put::wide_integer || put == Put::integer_handle; }
// Its number means the same as that of an attribute that was put in the other language.
bool is_number(Put put) { return put != Put::memory && !is_handle(put); }

void end_copy_attr(Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
  auto& state = law.state;
  const auto phase = state.current_phase(call);
  if (phase == state.phases.size() || callback.error != ErrorClass::success) return;
  if (callback.key == no_slot) return; // the keyval is no more
  const auto style = keyval_of(state.objects[callback.key]).style();
  const bool given = callback.result.value.type != Value::Type::null;
  const auto flag = callback.result.flag.type == Value::Type::integer ? callback.result.flag.number : given ? 1 : 0;
  const bool logical = style != Style::pointer; // Fortran's
  if (flag == 0 || (flag != 1 && !logical && law.ask<FlagValues>() == FlagValues::counts_as_false)) return;
  const auto created = state.phases[phase].created;
  if (created == no_slot || state.find(created, callback.key) != nullptr) return; // (set by the callback itself)
  auto copy = stored_by(law, style, callback.result.value);
  if (is_integer(callback.put) != is_integer(copy.put) && law.ask<KindOfCopy>() == KindOfCopy::original)
    copy = copy.put > Put::wide_integer || !is_number(callback.put) ? Stored{0, Put::unknown}
                                                                    : Stored{copy.number, callback.put};
  law.attach(created, callback.key, copy);
}

} // namespace

// ---- a copy callback of a keyval that fails

constexpr Whether<Slot> loses_attributes{by(Clause::attr_copy_fails).asks<FailingCopy, TypeFailingCopy>(),
                                         "do the attributes that a failing dup has copied go without delete callbacks?",
                                         [](Law& law, Slot created) {
                                           if (law.state.objects[created].kind == Kind::datatype)
                                             return law.ask<TypeFailingCopy>() == TypeFailingCopy::left;
                                           return law.ask<FailingCopy>() == FailingCopy::left;
                                         }};

namespace {

// error-code: what a call returns whose callback failed. (The answer: error_of_failed_callback, delete.cpp.)
void fail_copy(Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
  auto& state = law.state;
  if (callback.error == ErrorClass::success || state.current_phase(call) == state.phases.size()) return;
  if (law.ask<CallbackError>() == CallbackError::erroneous) return law.erroneous(by.clause());
  auto& failing = state.frames.edit(call).call();
  failing.error = law.error_of_failed_callback(callback.error);
  failing.clause = by.clause();
  boost::container::small_vector<Slot, 2> made;
  law.give_up_phases(call, [&](const Phase& phase) {
    if (phase.created != no_slot) made.push_back(phase.created);
  });
  const auto created = state.frames[call].call().created;
  if (created != no_slot && std::ranges::find(made, created) == made.end()) made.push_back(created);
  for (const auto slot : made) {
    law.lose_copies(slot, call); // or not: then they get their delete callbacks (loses_attributes, above)
    if (!std::exchange(state.objects.edit(slot).handle_live, false))
      continue; // a window's own communicator: goes with it
    law.release(slot, call);
  }
  law.void_operation(call);
}

constexpr std::array ends_of_copy_attr{
    // (end_copy_attr, above: the flag, then which kind of attribute the copy is)
    CallbackEnd{
        by({Clause::attr_copy_flag, Clause::attr_propagate, Clause::attr_truncation}).asks<FlagValues, KindOfCopy>(),
        "flag = 1 is permission: the new attribute is set to attribute_val_out", end_copy_attr},
    CallbackEnd{by(Clause::attr_copy_fails).asks<CallbackError, ErrorCode>(),
                "if the copy function fails, the dup fails, and makes nothing", fail_copy}};

// ---- what copy callbacks get

constexpr std::array arguments_of_copy{
    Argument{field::key, by(Clause::copy_arguments), "the key", fill_key},
    Argument{field::key,
             by({Clause::copy_arguments, Clause::free_key_null}).asks<KeyInCopyAfterFree, KeyFreedMeanwhile>(),
             "if the key was freed: it, or MPIX_KEY_NULL",
             [](Law& law, CallbackFrame& callback, const Obligation& owed) {
               if (law.state.objects[owed.key].handle_live) return;
               if (law.ask<KeyInCopyAfterFree>() == KeyInCopyAfterFree::key) return;
               fill_null_key_unless_fixed(law, callback, owed); // arguments.cpp: freed meanwhile
             }},
    Argument{field::handle, by(Clause::copy_arguments), "the old handle, with its type", fill_handle},
    Argument{field::value, by(Clause::copy_arguments), "the value set on the old handle", fill_value},
    Argument{field::context, by(Clause::copy_arguments), "the key's context", fill_context},
    Argument{field::new_handle, by(Clause::copy_arguments), "the new handle",
             [](Law& law, CallbackFrame& callback, const Obligation& owed) {
               const auto created = law.state.phases[owed.phase].created;
               callback.new_handle = Value::object(law.state.objects[created].kind, created);
             }}};

constexpr std::array arguments_of_copy_attr{
    Argument{field::handle, by(Clause::attr_copy_arguments), "the old object", fill_handle},
    Argument{field::keyval, by(Clause::attr_copy_arguments), "the keyval", fill_key},
    // (fill_attribute_val, arguments.cpp. As C and Fortran see it: interop.cpp, seen_as.)
    Argument{field::attribute_val, by({Clause::interop_value, Clause::attr_copy_arguments, Clause::callback_languages}),
             "the attribute, as the language of the function sees it", fill_attribute_val},
    // (As keeps_extra_state has kept it, rules/keyval.cpp: an integer of Fortran's, or an address of C's; nothing writes it afterwards. Seen
    // as attributes are: fill_extra_state, arguments.cpp.)
    Argument{field::extra_state, by({Clause::interop_extra_state, Clause::extra_state}),
             "extra_state as it was given, each time, as the language of the function sees it", fill_extra_state}};

constexpr std::array results_of_copy{ResultField{"new_value", &CallbackResult::value}};
constexpr std::array results_of_copy_attr{ResultField{"attribute_val_out", &CallbackResult::value},
                                          ResultField{"flag", &CallbackResult::flag}};

} // namespace

constexpr CallbackRow copy_callback = callback_row<arguments_of_copy, ends_of_copy>(
    {by(Clause::copy_when), "copy callbacks are invoked when a handle is copied"}, results_of_copy);
constexpr CallbackRow copy_attr_callback = callback_row<arguments_of_copy_attr, ends_of_copy_attr>(
    {by({Clause::attr_copy, Clause::attr_propagate}), "copy callbacks are invoked when the object is duplicated"},
    results_of_copy_attr);

// ---- which values and attributes a copy of their object gets

// Who owes them: owes_copy_callbacks and owes_attribute_copies (rules/dup.h); for a window or file, may_duplicate_the_communicator
// (rules/window.cpp). Whether a copy callback may set or clear: not_in_copy_callback (rules/value.cpp), not_in_copy
// (rules/attribute.cpp). A dup that fails: errors.cpp.

constexpr Whether<const Attachment&> copies_attribute{
    by(Clause::attr_copy).asks<DupInOwnDelete>(), "copies are of the attributes that are currently set",
    [](Law& law, const Attachment& value) {
      if (!value.dying) return true; // whether or not its keyval was freed
      return law.state.find(value.object, value.key) == nullptr && law.ask<DupInOwnDelete>() == DupInOwnDelete::copied;
    }};

constexpr Whether<const Attachment&> copies_value{
    by(Clause::copy_when).asks<DupInDestroy, DupInFree, CopyOfFreedKey>(), "copies are of the values that are set",
    [](Law& law, const Attachment& value) {
      if (value.dying)
        return law.state.find(value.object, value.key) == nullptr && law.ask<DupInDestroy>() == DupInDestroy::copied;
      if (law.in_free_phase(value.object) && law.ask<DupInFree>() == DupInFree::not_yet_run &&
          !law.owes_free(value.object, value.key))
        return false;
      return law.state.objects[value.key].handle_live || law.ask<CopyOfFreedKey>() == CopyOfFreedKey::yes;
    }};

namespace {

// ---- in which order

MayBegin order_of_values(Questions& questions, const Phase&) {
  return questions.ask<CopyOrder>() == CopyOrder::last_set_first ? is_last_set : in_any_order;
}

MayBegin order_of_attributes(Questions& questions, const Phase&) {
  switch (questions.ask<AttributeCopyOrder>()) {
  case AttributeCopyOrder::last_set_first: return is_last_set;
  case AttributeCopyOrder::by_keyval: return is_lowest_keyval;
  default: return in_any_order;
  }
}

} // namespace

constexpr PhaseRow copy_phase{
    .cells = {Cell{Callback::copy,
                   {by(Clause::copy_when), "when a handle is copied: the copy callback of every value"},
                   {by(Clause::copy_when).asks<CopyOrder>(), "the order of copy callbacks is not said",
                    order_of_values}},
              Cell{Callback::copy_attr,
                   {by(Clause::attr_copy), "all copy callbacks for attributes that are currently set are invoked"},
                   {by(Clause::attr_copy).asks<AttributeCopyOrder>(), "copy callbacks are invoked in arbitrary order",
                    order_of_attributes}},
              owes_none(Callback::free_fn), owes_none(Callback::intercept)},
    .ends = nothing_follows}; // the duplicate is complete

// ---- owing them

// (is_copied: copies_value and copies_attribute, above. Called by every dup, rules/dup.h, and for a communicator of MPI's own,
// rules/window.cpp.)
void Law::owe_copies(std::size_t phase, Slot object, Column column) {
  if (phase == state.phases.size()) return; // as in owe_all
  const auto* is_copied = row_of(column).is_copied;
  for (const auto& value : state.attachments)
    if (value.object == object && column_of(value) == column && holds(is_copied, value)) owe(phase, object, value.key);
}

// What was set when the dup began may be on its way out when its turn comes: another thread clears or replaces it, or frees the object. (In
// one thread, such a call is over by then; or it began before the dup, and is_copied has said the same. Attributes: readings.md does not say;
// they are copied.)
constexpr Sentence is_copied_in_its_turn{by(Clause::copy_when).asks<DupInDestroy, DupInFree>(),
                                         "is a value copied that goes on another thread when its turn comes?"};

bool may_be_passed_over(const State& state, const Obligation& owed) {
  if (state.phases[owed.phase].type != Phase::Type::copy) return false;
  const auto* value = state.find_any(owed.object, owed.key);
  if (value == nullptr) return true; // a replacement is between the old value and the new one
  if (column_of(state.objects[owed.key].kind) != Column::values) return false;
  return value->dying || (in_free_phase(state, owed.object) && !owes_free(state, owed.object, owed.key));
}

bool is_passed_over(Questions& questions, const State& state, const Obligation& owed) {
  if (!may_be_passed_over(state, owed)) return false;
  const auto* value = state.find_any(owed.object, owed.key);
  if (value == nullptr) return true;
  return !questions.holds(is_copied_in_its_turn, [&] {
    if (value->dying) return questions.ask<DupInDestroy>() == DupInDestroy::copied;
    return questions.ask<DupInFree>() != DupInFree::not_yet_run;
  });
}

// (Who asks: may_duplicate_the_communicator, rules/window.cpp.)
constexpr Whether<> copies_values_unseen{by(Clause::copy_when).asks<HiddenCopy>(),
                                         "where MPI duplicates a communicator for its own use, are values copied?",
                                         [](Law& law) { return law.ask<HiddenCopy>() == HiddenCopy::yes; }};

constexpr Whether<> copies_attributes_unseen{
    by({Clause::attr_propagate, Clause::attr_copy}).asks<HiddenDup>(),
    "where MPI duplicates a communicator for its own use, are attributes copied?",
    [](Law& law) { return law.ask<HiddenDup>() == HiddenDup::yes; }};

// (The duplicate keeps the error handler, which may have values of its own: with it they go later.)
bool Law::is_copied_unseen(Slot object, Column column) {
  const bool keeps =
      areas.ticket304 && column == Column::values && communicator_of(state.objects[object]).errhandler() != no_slot;
  return (keeps || has_values(object, column)) && holds(row_of(column).is_copied_unseen);
}

// ---- what else a copy may be

constexpr Sentence dup_fn_hands_it_on{
    by(Clause::keyval_create).asks<KindOfCopy>(),
    "MPI_COMM_DUP_FN returns attribute_val_in: as it was put, or as a function of its language puts it"};

void Law::hand_on(const Obligation& owed) {
  const auto created = state.phases[owed.phase].created;
  const auto* value = state.find_any(owed.object, owed.key);
  if (created == no_slot || value == nullptr) return;
  const Stored original{value->value, value->put};
  const auto style = keyval_of(state.objects[owed.key]).style();
  carry_out(dup_fn_hands_it_on, [&] {
    const auto handed_on = stored_by(*this, style, seen_as(*this, style, original));
    const bool same = handed_on.number == original.number && handed_on.put == original.put;
    attach(created, owed.key, same || ask<KindOfCopy>() == KindOfCopy::original ? original : handed_on);
  });
}

} // namespace moot
