// Objects, and the values on them: made, set, taken away. And freed keys that only keep each other alive.
#include "model/phases/row.h"
#include "model/sentences.h"

#include <algorithm>

namespace moot {

constexpr Sentence handle_is_used_again{by(Clause::handle_reused),
                                        "the handle of an object that is no more may be used again for a new one"};
constexpr Sentence inherits_the_handler{by({Clause::error_handler, Clause::error_fatal}),
                                        "a new communicator inherits the error handler of its parent"};
constexpr Sentence keys_that_keep_each_other{by(Clause::key_refcounted).asks<KeyCycle>(),
                                             "may a call leave freed keys behind that keep each other alive?"};

// mpi.handle.reused: where the program compares handles, it can tell.
void Law::reuse_handle(Slot created) {
  if (!areas.ways) return;
  const auto gone = state.stale(state.objects[created].kind);
  if (gone.empty()) return;
  carry_out(handle_is_used_again, [&] {
    if (const auto way = pick(static_cast<std::uint32_t>(gone.size() + 1)); way > 0)
      state.revive(gone[way - 1U], created);
  });
}

Slot Law::create(std::size_t frame, Object object) {
  object.handle_live = true;
  object.references = 1;
  object.site = site_;
  auto& call = state.frames[frame].call();
  const auto slot = state.add(object);
  if (object.kind == Kind::communicator && call.on().type == Value::Type::object)
    carry_out(inherits_the_handler,
              [&] { state.objects[slot].fatal = state.objects[static_cast<std::size_t>(call.on().number)].fatal; });
  reuse_handle(slot);
  call.created = slot;
  call.result = Value::object(object.kind, slot);
  return slot;
}

// A value that is set while its object's free callbacks run (mutate-in-free: queued) or its destroy callbacks run
// (mutate-in-destroy: allowed) is owed one too.
void Law::attach(Slot object, Slot key, Stored value) {
  state.attachments.push_back({object, key, value.number, false, value.put});
  ++state.objects[key].references;
  owe_for_new(object, key);
}

void Law::owe_for_new(Slot object, Slot key) {
  for (std::size_t i = state.phases.size(); i-- > 0;) {
    const auto takes_new = row_of(state.phases[i].type).takes_new;
    if (takes_new != nullptr && takes_new(state, state.phases[i], object)) return owe(i, object, key);
  }
  if (state.dying(object, key) == nullptr)
    owe_to_destruction(object, key); // else the dying one's end sees to it (set-in-destroy)
}

void Law::doom_value(Slot object, Slot key) {
  if (const auto* value = state.find(object, key))
    state.attachments[static_cast<std::size_t>(value - state.attachments.data())].dying = true;
}

bool Law::erase(const Attachment* value, Then then) {
  if (value == nullptr) return false;
  const auto object = value->object;
  const auto key = value->key;
  state.attachments.erase(state.attachments.begin() + (value - state.attachments.data()));
  // Nothing is owed any more for what is gone.
  if (then == Then::replace || state.find_any(object, key) != nullptr) return true;
  state.forgive([&](const Obligation& owed) { return owed.object == object && owed.key == key; });
  return true;
}

void Law::detach(Slot object, Slot key, std::size_t frame, Where where) {
  if (erase(state.find(object, key))) release(key, frame, where);
}

void Law::detach_all(Slot object, std::size_t frame, std::optional<Column> column) {
  boost::container::small_vector<Slot, 8> keys;
  for (const auto& value : state.attachments)
    if (value.object == object && (!column || column_of(value) == *column)) keys.push_back(value.key);
  for (const auto key : keys) detach(object, key, frame);
}

bool Law::has_values(Slot slot) const {
  return std::ranges::any_of(state.attachments, [&](const Attachment& value) { return value.object == slot; });
}

bool Law::has_values(Slot slot, Column column) const {
  return std::ranges::any_of(
      state.attachments, [&](const Attachment& value) { return value.object == slot && column_of(value) == column; });
}

// Freed keys, all of whose values are on keys of the same set.
boost::container::small_vector<Slot, 4> Law::garbage_keys() const {
  boost::container::small_vector<Slot, 4> garbage;
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    const auto& object = state.objects[slot];
    if (object.kind == Kind::key && !object.handle_live && object.references > 0) garbage.push_back(slot);
  }
  const auto has = [&](Slot slot) { return std::ranges::find(garbage, slot) != garbage.end(); };
  // Also by a value that is on its way out, and by a call in progress: what they keep is not left behind yet.
  const auto kept_alive = [&](Slot key) {
    return std::ranges::any_of(
               state.attachments,
               [&](const Attachment& value) { return value.key == key && (!has(value.object) || value.dying); }) ||
           std::ranges::any_of(
               state.owed,
               [&](const Obligation& owed) { return owed.key == key && destroys(callback_of(state, owed)); }) ||
           std::ranges::any_of(state.phases, [&](const Phase& phase) {
             return (phase.type == Phase::Type::replace && phase.key == key) ||
                    (phase.type == Phase::Type::hold && phase.object == key);
           });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = garbage.begin(); it != garbage.end() && !changed; ++it)
      if (kept_alive(*it)) garbage.erase(it), changed = true;
  }
  return garbage;
}

// key-cycle: a call that leaves freed keys behind which keep each other alive.
void Law::check_cycle() {
  if (state.finalized || garbage_keys().empty()) return;
  carry_out(keys_that_keep_each_other, [&] {
    if (ask<KeyCycle>() == KeyCycle::erroneous) erroneous(keys_that_keep_each_other.clause());
  });
}

std::span<const Sentence* const> sentences_of_handles() {
  static constexpr std::array all{&handle_is_used_again, &inherits_the_handler, &keys_that_keep_each_other};
  return all;
}

} // namespace moot
