// Objects, and the values on them: made, set, taken away.
#include "model/law/kinds.h"
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>

namespace moot {

constexpr Sentence handle_is_used_again{by(Clause::handle_reused),
                                        "the handle of an object that is no more may be used again for a new one"};
constexpr Sentence inherits_the_handler{by({Clause::error_handler, Clause::error_fatal}),
                                        "a new communicator inherits the error handler of its parent"};

// Where the program compares handles, it can tell. (State::forget has made every handle of a gone object stale: `stale` lists them, `revive`
// lets one name the new object. The number of a keyval, among others: lowest_number, rules/keyval.cpp.)
void Law::reuse_handle(Slot created) {
  if (!areas.ways) return;
  const auto gone = state.stale(state.objects[created].kind);
  if (gone.empty()) return;
  carry_out(handle_is_used_again, [&] {
    if (const auto way = pick(static_cast<std::uint32_t>(gone.size() + 1)); way > 0)
      state.revive(gone[way - 1U], created);
  });
}

void Law::inherit_handler(Slot communicator, Slot from) {
  const auto& parent = state.objects[from];
  auto& heir = state.objects.edit(communicator);
  heir.fatal = parent.fatal;
  if (parent.kind != Kind::communicator || communicator_of(parent).errhandler() == no_slot) return;
  communicator_of(heir).errhandler() = communicator_of(parent).errhandler();
  ++state.objects.edit(communicator_of(heir).errhandler()).references;
}

Slot Law::create(std::size_t frame, Object object) {
  object.handle_live = true;
  object.references = 1;
  object.site = site_;
  auto& call = state.frames.edit(frame).call();
  const auto slot = state.add(object);
  if (object.kind == Kind::communicator && call.on().type == Value::Type::object)
    carry_out(inherits_the_handler, [&] { inherit_handler(slot, static_cast<Slot>(call.on().number)); });
  reuse_handle(slot);
  call.created = slot;
  call.result = Value::object(object.kind, slot);
  return slot;
}

Value Law::allocate() { return state.add(MemoryCell{.value = {Value::Type::undefined}, .mpis = true, .site = site_}); }

// A value that is set while its object's free callbacks run (mutate-in-free: queued) or its destroy callbacks run
// (mutate-in-destroy: allowed) is owed one too.
void Law::attach(Slot object, Slot key, Stored value) {
  state.attachments.add({object, key, value.number, false, value.put});
  ++state.objects.edit(key).references;
  owe_for_new(object, key);
}

void Law::owe_for_new(Slot object, Slot key) {
  const auto column = column_of(key);
  for (std::size_t i = state.phases.size(); i-- > 0;) {
    const auto takes_new = row_of(state.phases[i].type).takes_new;
    if (takes_new != nullptr && takes_new(state, state.phases[i], object, column)) return owe(i, object, key);
  }
  if (state.dying(object, key) == nullptr)
    owe_to_destruction(object, key); // else the dying one's end sees to it (set-in-destroy)
}

void Law::doom_value(Slot object, Slot key) {
  if (const auto* value = state.find(object, key))
    state.attachments.edit(state.attachments.place_of(*value)).dying = true;
}

bool Law::erase(const Attachment* value, Then then) {
  if (value == nullptr) return false;
  const auto object = value->object;
  const auto key = value->key;
  state.attachments.remove(state.attachments.place_of(*value));
  // Nothing is owed any more for what is gone, unless another takes its place. (That is destroyed with its object; if the object stays, at
  // MPI_Finalize, so does the new value.)
  const bool is_replaced = then == Then::replace || state.find_any(object, key) != nullptr;
  const bool stays = !state.objects[object].destructing;
  state.forgive([&](const Obligation& owed) {
    if (owed.object != object || owed.key != key) return false;
    return !is_replaced || (stays && state.phases[owed.phase].type == Phase::Type::destroy);
  });
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

std::span<const Sentence* const> sentences_of_handles() {
  static constexpr std::array all{&handle_is_used_again, &inherits_the_handler};
  return all;
}

} // namespace moot
