// The callbacks of keyvals: how they end, with values or with errors, and what happens without them.
#include "model/law.h"

#include <algorithm>
#include <utility>

namespace moot {

// callback-error: a callback that fails makes its call fail, or the program is at fault. True: it is.
bool Law::is_programs_fault(Clause clause) {
  if (ask<CallbackError>() == CallbackError::fails) return false;
  erroneous(clause);
  return true;
}

// error-code: what a call returns whose callback failed.
ErrorClass Law::reported(ErrorClass users) {
  return ask<ErrorCode>() == ErrorCode::user ? users : ErrorClass::an_error;
}

// ---- copies

namespace {

bool is_integer(Put put) { return put == Put::integer || put == Put::wide_integer || put == Put::integer_handle; }
// Its number means the same as that of an attribute that was put in the other language.
bool is_number(Put put) { return put != Put::memory && !is_handle(put); }

} // namespace

// mpi.attr.copy.flag: flag = 1 sets attribute_val_out on the new object; mpi.attr.copy.fails.
void Law::end_copy_attr(const Frame& callback, std::size_t frame) {
  const auto phase = state.current_phase(frame);
  if (phase == state.phases.size()) return;
  if (callback.error != ErrorClass::success) return abandon_copy(frame, callback.error);
  if (callback.key == no_slot) return; // the keyval is no more
  const bool given = callback.new_value().type != Value::Type::null;
  const auto flag = callback.flag().type == Value::Type::integer ? callback.flag().number : given ? 1 : 0;
  const bool logical = state.objects[callback.key].style != Style::pointer; // Fortran's
  if (flag == 0 || (flag != 1 && !logical && ask<FlagValues>() == FlagValues::counts_as_false)) return;
  const auto created = state.phases[phase].created;
  if (created == no_slot || state.find(created, callback.key) != nullptr) return; // (set by the callback itself)
  auto copy = stored_by(state.objects[callback.key].style, callback.new_value());
  if (is_integer(callback.put) != is_integer(copy.put) && ask<KindOfCopy>() == KindOfCopy::original)
    copy = copy.put > Put::wide_integer || !is_number(callback.put) ? Stored{0, Put::unknown}
                                                                    : Stored{copy.number, callback.put};
  attach(created, callback.key, copy);
}

// MPI_COMM_DUP_FN and the like: the value is handed on as it is, or as a function of that language would (kind-of-copy).
void Law::copy_silently(std::size_t phase, const Obligation& owed) {
  const auto created = state.phases[phase].created;
  const auto* value = state.find(owed.object, owed.key, true);
  if (created == no_slot || value == nullptr) return;
  const Stored original{value->value, value->put};
  const auto style = state.objects[owed.key].style;
  const auto handed_on = stored_by(style, seen_as(style, original));
  const bool same = handed_on.number == original.number && handed_on.put == original.put;
  attach(created, owed.key, same || ask<KindOfCopy>() == KindOfCopy::original ? original : handed_on);
}

bool Law::leaves_copies(Slot created) {
  static_assert(static_cast<int>(FailingCopy::left) == static_cast<int>(TypeFailingCopy::left));
  if (state.objects[created].kind == Kind::datatype) return ask<TypeFailingCopy>() == TypeFailingCopy::left;
  return ask<FailingCopy>() == FailingCopy::left;
}

// mpi.attr.copy.fails: the call fails, and makes nothing; failing-copy: attributes that were copied are deleted, or left.
void Law::abandon_copy(std::size_t frame, ErrorClass error) {
  if (is_programs_fault(Clause::attr_copy_fails)) return;
  state.frames[frame].error = reported(error);
  state.frames[frame].clause = Clause::attr_copy_fails;
  boost::container::small_vector<Slot, 2> made;
  give_up_phases(frame, [&](const Phase& phase) {
    if (phase.created != no_slot) made.push_back(phase.created);
  });
  const auto created = state.frames[frame].created;
  if (created != no_slot && std::ranges::find(made, created) == made.end()) made.push_back(created);
  if (const auto& second = state.frames[frame].second_result(); second.type == Value::Type::object)
    made.push_back(static_cast<Slot>(second.number)); // the request of MPI_Comm_idup
  for (const auto slot : made) {
    if (has_values(slot, Kind::keyval) && leaves_copies(slot)) {
      boost::container::small_vector<Slot, 8> keys;
      for (const auto& value : state.attachments)
        if (value.object == slot) keys.push_back(value.key);
      for (const auto key : keys) detach(slot, key, false, frame, false);
    }
    if (!std::exchange(state.objects[slot].handle_live, false)) continue; // a window's own communicator: goes with it
    release(slot, frame);
  }
}

// ---- deletes

// mpi.attr.delete.fails: a callback that fails makes the call fail that deletes; failing-delete: what becomes of the rest.
void Law::end_delete_attr(const Frame& callback, std::size_t frame) {
  const auto phase = state.current_phase(frame);
  if (callback.error == ErrorClass::success || phase == state.phases.size() || callback.object == no_slot)
    return end_value(frame, callback.object, callback.key);
  const auto type = state.phases[phase].type;
  if (type == Phase::Type::finalize) return erroneous(Clause::attr_finalize); // nothing says what follows
  if (is_programs_fault(Clause::attr_delete_fails)) return;
  const bool of_one = state.phases[phase].is_of_one_value();
  if (!of_one && type != Phase::Type::free) { // nobody is told
    give_up(callback.object, phase);
    return end_value(frame, callback.object, callback.key);
  }
  auto& call = state.frames[frame];
  const auto error = reported(callback.error);
  call.error = call.error == ErrorClass::success || call.error == error ? error : ErrorClass::an_error;
  call.clause = Clause::attr_delete_fails;
  state.phases[phase].failed = true;
  const bool stays = of_one ? ask<FailingDeleteOfOne>() == FailingDeleteOfOne::kept
                            : ask<FailingDelete>() != FailingDelete::drop_continue;
  const bool kept = stays && keep(callback.object, callback.key);
  if (type == Phase::Type::free && ask<FailingDelete>() == FailingDelete::keep_stop)
    state.forgive([&](const Obligation& owed) { return owed.phase == phase; });
  if (of_one) {                                                     // the call ends without having set anything
    if (type == Phase::Type::replace) release(callback.key, frame); // the phase's own reference
    state.phases[phase].type = Phase::Type::clear;
    state.phases[phase].key = no_slot;
  }
  if (!kept) end_value(frame, callback.object, callback.key);
}

// A value whose callback failed stays, unless a newer one stands beside it: there is one value under a key. True: it does.
bool Law::keep(Slot object, Slot key) {
  const auto* value = state.dying(object, key);
  if (value == nullptr || state.find(object, key) != nullptr) return false;
  state.attachments[static_cast<std::size_t>(value - state.attachments.data())].dying = false;
  return true;
}

// failing-delete: keep-stop, of an object that goes all the same: without further callbacks.
void Law::give_up(Slot object, std::size_t phase) {
  boost::container::small_vector<Slot, 8> keyvals;
  for (const auto& owed : state.owed)
    if (owed.phase == phase && owed.object == object && is_keyval(owed.key)) keyvals.push_back(owed.key);
  if (keyvals.empty() || ask<FailingDelete>() != FailingDelete::keep_stop) return;
  const auto frame = state.phases[phase].frame;
  for (const auto keyval : keyvals) detach(object, keyval, false, frame, true);
}

// reset-moves: no. The new value of an attribute stands where the old one stood. True: it does.
bool Law::overwrite(std::size_t index) {
  auto& phase = state.phases[index];
  if (phase.type != Phase::Type::replace || phase.key == no_slot || !is_keyval(phase.key) || phase.failed) return false;
  take_inner_value(index);
  const auto* dying = state.dying(phase.object, phase.key);
  if (dying == nullptr) return false;
  const auto old = state.attachments.begin() + (dying - state.attachments.data());
  const bool newest = std::none_of(old + 1, state.attachments.end(), [&](const Attachment& other) {
    return other.object == phase.object && is_keyval(other.key);
  });
  if (newest || ask<ResetMoves>() == ResetMoves::yes) return false;
  *old = {phase.object, phase.key, phase.value, false, phase.put};
  const auto key = phase.key;
  phase = {phase.frame, Phase::Type::clear, phase.object};
  owe_for_new(phase.object, key);
  release(key, phase.frame); // the phase's own reference
  return true;
}

// delete-time: either. What keeps the object alive may keep its attributes, too.
void Law::defer(std::size_t frame) {
  const auto index = state.current_phase(frame);
  state.phases[index].may_defer = false;
  state.forgive([&](const Obligation& owed) { return owed.phase == index && is_keyval(owed.key); });
  settle(state.frames[frame].thread);
}

// ---- functions of MPI's own, and none

// null-callbacks: allowed. What a null function would have been called for happens without it. What MPI brings along as a
// function (MPI_COMM_DUP_FN, ...) does its work unseen, too.
void Law::discharge(std::size_t index) {
  const auto owed = state.owed[index];
  const auto callback = callback_of(state, owed);
  const auto function = state.objects[owed.key].functions.at(place_of(callback));
  state.owed.erase(state.owed.begin() + static_cast<std::ptrdiff_t>(index));
  if (is_predefined_function(function) && deed(predefined_of(function)) == Predefined::dup_fn)
    copy_silently(owed.phase, owed);
  if (!destroys(callback) || state.find(owed.object, owed.key) == nullptr) return;
  state.phases[owed.phase].may_defer = false;
  doom_value(owed.object, owed.key);
  take_away(state.phases[owed.phase].frame, owed.object, owed.key);
}

namespace {

bool copies_nothing(const State& state, const Obligation& owed) {
  const auto callback = callback_of(state, owed);
  const auto function = state.objects[owed.key].functions.at(place_of(callback));
  return copies(callback) && (function == null_function || deed(predefined_of(function)) == Predefined::null_copy_fn);
}

bool has_delete_function(const State& state, Slot keyval) {
  const auto function = state.objects[keyval].functions.at(place_of(Callback::delete_attr));
  return function != null_function && !is_predefined_function(function);
}

} // namespace

// At once, but beside callbacks of keyvals: their order is any (mpi.attr.free, mpi.attr.copy) or fixed, and these are part of
// it, for a callback may look at what is left, or fail; so is that of the copies, where their deletes may follow it. Then each is a move of its own. So it is where MPI may still leave them
// for later (delete-time: either).
bool Law::discharge_unseen(std::size_t phase) {
  const auto is_beside = [&](const Obligation& one, const Obligation& other) {
    if (&one == &other || other.phase != phase || !is_keyval(other.key)) return false;
    if (!is_unseen(state, other)) return true;
    const bool copied = copies(callback_of(state, other)) && !copies_nothing(state, other);
    return copied && (has_delete_function(state, one.key) || has_delete_function(state, other.key)); // delete-order
  };
  for (std::size_t i = 0; i < state.owed.size(); ++i) {
    const auto& owed = state.owed[i];
    if (owed.phase != phase || !is_unseen(state, owed)) continue;
    const bool waits = is_keyval(owed.key) && !copies_nothing(state, owed) &&
                       (state.phases[phase].may_defer || std::ranges::any_of(state.owed, [&](const Obligation& other) {
                          return is_beside(owed, other);
                        }));
    if (waits) continue;
    discharge(i);
    return true;
  }
  return false;
}

// ---- MPI_Finalize

// mpi.attr.finalize: as if MPI_COMM_SELF were freed first of all, while MPI_FINALIZED still says false; then world-at-finalize
// and datatypes-at-finalize, for what is there then.
void Law::owe_at_finalize(std::size_t frame, AtFinalize first) {
  const auto owe_all = [&](Slot one) {
    const Phase phase{static_cast<std::uint32_t>(frame), Phase::Type::finalize, one};
    const auto is_meant = [&](const Attachment& it) {
      return takes_all_from(phase, it.object) && is_keyval(it.key) && !it.dying;
    };
    if (std::ranges::none_of(state.attachments, is_meant)) return false;
    if (one == no_slot && ask<DatatypesAtFinalize>() == DatatypesAtFinalize::no) return false;
    const auto index = push_phase(phase);
    for (const auto& value : state.attachments)
      if (is_meant(value)) owe(index, value.object, value.key);
    return true;
  };
  const auto self = state.predefined(Constant::comm_self);
  if (first == AtFinalize::self && self != no_slot && owe_all(self)) return;
  const auto world = state.predefined(Constant::comm_world);
  if (first != AtFinalize::datatypes && world != no_slot && has_values(world, Kind::keyval)) {
    const auto answer = ask<WorldAtFinalize>();
    state.finalized = answer == WorldAtFinalize::yes_true;
    if (answer != WorldAtFinalize::no && owe_all(world)) return;
  }
  state.finalized = true;
  owe_all(no_slot);
}

void Law::end_finalize_phase(const Phase& phase) {
  if (phase.object == no_slot) return;
  const bool of_self = phase.object == state.predefined(Constant::comm_self);
  owe_at_finalize(phase.frame, of_self ? AtFinalize::world : AtFinalize::datatypes);
}

} // namespace moot
