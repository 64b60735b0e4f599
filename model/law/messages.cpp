#include "model/law/messages.h"

#include <algorithm>
#include <utility>

namespace moot {
namespace {

std::int64_t age_of(const Object& it) { return it.kind == Kind::message ? message_of(it).age() : request_of(it).age(); }

// The oldest that is `one`.
template <typename Is> Slot oldest(const State& state, const Is& one) {
  auto found = no_slot;
  for (Slot slot = 0; const auto& it : state.objects) {
    if (one(it) && (found == no_slot || age_of(it) < age_of(state.objects[found]))) found = slot;
    ++slot;
  }
  return found;
}

} // namespace

bool is_a_send_that_waits(const State& state, Slot request) {
  return std::ranges::any_of(
      state.objects, [&](const Object& it) { return it.kind == Kind::message && message_of(it).sender() == request; });
}

std::int64_t next_age(const State& state, Slot comm, std::int64_t tag) {
  std::int64_t age = 0;
  for (const auto& it : state.objects)
    if (it.comm == comm && it.tag == tag && (it.kind == Kind::request || is_under_way(it)))
      age = std::max(age, age_of(it) + 1);
  return age;
}

Slot waiting_receive(const State& state, Slot comm, std::int64_t tag) {
  return oldest(state, [&](const Object& it) {
    if (it.kind != Kind::request || is_a_send_that_waits(state, static_cast<Slot>(state.objects.place_of(it))))
      return false;
    const auto request = request_of(it);
    const bool is_a_send = request.lasting() == Lasting::send; // a partitioned one, of which no partition is ready
    return !is_a_send && request.active() && !request.matched() && request.comm() == comm && request.tag() == tag;
  });
}

Slot message_under_way(const State& state, Slot comm, std::int64_t tag) {
  return oldest(state, [&](const Object& it) {
    return is_under_way(it) && message_of(it).comm() == comm && message_of(it).tag() == tag;
  });
}

void send_message(State& state, Slot comm, std::int64_t tag, Slot sender) {
  Object it;
  it.kind = Kind::message;
  message_of(it).sender() = sender;
  message_of(it).comm() = comm;
  message_of(it).tag() = static_cast<std::int32_t>(tag);
  message_of(it).age() = next_age(state, comm, tag);
  state.add(it);
  ++state.objects.edit(comm).references;
  if (sender != no_slot) ++state.objects.edit(sender).references;
}

void note_received(State& state, Slot message) {
  const auto sender = std::exchange(message_of(state.objects.edit(message)).sender(), no_slot);
  if (sender == no_slot) return;
  auto& object = state.objects.edit(sender);
  request_of(object).matched() = true;
  --object.references; // (its operation is one, too)
}

void receive_message(State& state, Slot message) {
  note_received(state, message);
  --state.objects.edit(message_of(state.objects[message]).comm()).references;
  state.forget(message);
}

} // namespace moot
