// Which receive gets which message: on both sides, the oldest on its communicator with its tag.
#pragma once

#include "model/law/kinds.h"

namespace moot {

// Higher than that of any request and message of this communicator and tag.
std::int64_t next_age(const State& state, Slot comm, std::int64_t tag);

// The oldest receive that nothing has matched; the oldest message under way. no_slot: there is none.
Slot waiting_receive(const State& state, Slot comm, std::int64_t tag);
Slot message_under_way(const State& state, Slot comm, std::int64_t tag);

// Is it the request of a send that waits to be received?
bool is_a_send_that_waits(const State& state, Slot request);

// It waits for a receive, and so does its sender, unless that is no_slot.
void send_message(State& state, Slot comm, std::int64_t tag, Slot sender);

// A receive has it: its sender may be complete.
void note_received(State& state, Slot message);
// And it is under way no more. (The caller has its communicator: nothing goes with it.)
void receive_message(State& state, Slot message);

} // namespace moot
