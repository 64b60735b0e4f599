// What of a recorded call the model can judge.
#pragma once

#include "model/vocabulary/event.h"

namespace moot {

// The model knows a call's law, or knows it as another call, or nothing. What it can't know of a real program (who sends a message, which
// processes a group has, which objects something unseen keeps) it is not told, so that it can't be a fault.
enum class Treatment : std::uint8_t {
  as_it_is,       // at once
  if_it_succeeds, // when it is known that it did: its failure may have causes that no event shows
  makes,          // of what it makes nothing is known but that it is there
  derives,        // a datatype, of others
  operates,       // it begins an operation, which may keep its communicator and its datatypes
  receives,       // the same, of a message: as it is, if the model knows that
  of_request,     // as it is, if the model knows the request; nothing otherwise
  of_object,      // as it is, if the model knows the object, which has no attributes of today's; nothing otherwise
  says_nothing,
};

Treatment treatment_of(const Event& call);

// Kinds of which the model is told only what has values under keys (Ticket 304): nothing of today's can be on them.
bool is_told_late(Kind kind);

} // namespace moot
