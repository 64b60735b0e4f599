// Which handles matter to values under keys and keyvals. What does not, is not recorded: a program may make millions of datatypes and
// requests, and put values on two communicators.
//
// A communicator or datatype matters from the moment that a value is set on it; so does what is made of one that matters. A request matters
// whose operation is on one; and that of MPI_Comm_idup, and a generalized one.
#pragma once

#include "mpi_backend/recorder/constants.h"
#include "mpi_backend/recorder/record.h"

#include <array>
#include <vector>

namespace moot::recorder {

// Everything matters: as the user has asked for.
extern constinit std::atomic<bool> all_matters;

enum class Marked : std::uint8_t { communicator, datatype, request };

extern constinit std::array<std::atomic<std::uint32_t>, 3>
    marks; // by Marked: how many handles matter; while it is 0, none does
inline std::uint32_t count_of_marks(Marked kind) {
  return marks[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
}
bool is_marked(Marked kind, Word handle);
void mark(Marked kind, Word handle);
void unmark(Marked kind, Word handle);

// Does this handle matter? It is asked for only if some do. (Handles of predefined objects never do: these stay.)
template <typename GetHandle> bool matters(Marked kind, const GetHandle& handle) {
  if (all_matters.load(std::memory_order_relaxed)) return true;
  return count_of_marks(kind) != 0 && is_marked(kind, handle());
}
// The same of what is to be duplicated, with its values: predefined objects may have some, too. (Which of them, is not worth a list.)
extern constinit std::atomic<bool> predefined_have_values;
template <typename GetHandle> bool may_have_values(Marked kind, const GetHandle& handle) {
  return matters(kind, handle) || (predefined_have_values.load(std::memory_order_relaxed) && is_predefined(handle()));
}
template <typename GetHandle> bool any_matters(Marked kind, std::size_t count, const GetHandle& handle) {
  for (std::size_t i = 0; i < count; ++i)
    if (matters(kind, [&] { return handle(i); })) return true;
  return false;
}
// A value was set on it: it matters from now on. Operations that were passed on before may still be under way: a record says so.
void has_a_value(Marked kind, Word handle);

// An operation on a communicator, or with a datatype, that is not recorded. (As far as a hash of the handle tells: perhaps on another.)
extern constinit std::array<std::atomic<bool>, 4096> passed_operations;
inline std::atomic<bool>& passed_operation(Word handle) {
  return passed_operations[(handle ^ handle >> 8 ^ handle >> 16) % passed_operations.size()];
}
template <typename GetHandle> void note_passed(const GetHandle& handle) {
  if (this_thread.inside != 0) return; // the library's own
  auto& passed = passed_operation(handle());
  if (!passed.load(std::memory_order_relaxed)) passed.store(true, std::memory_order_relaxed);
}

// A generalized request matters until its free_fn has run, even if it was freed before: the program may have a copy of the handle.
void mark_until_free_fn(Word functions, Word request);
void free_fn_has_run(Word functions);

// A call gave a datatype that it may not have made: the program has one handle more of it, and frees it.
void note_shown(Word datatype);

// A call has taken a handle, and left this one in its place.
inline void note_end(Marked kind, Word before, Word after) {
  if (before != after && count_of_marks(kind) != 0) unmark(kind, before);
}

// ---- datatypes that nobody has asked for yet

// How a datatype came about: kept, and recorded when it matters.
struct Making {
  std::uint16_t function = 0;
  std::uint8_t language = 0;
  std::vector<Word> in;               // as its record has them,
  std::vector<std::size_t> datatypes; // of these the places of handles of datatypes
};

extern constinit std::atomic<std::uint32_t> unrecorded; // how many datatypes there are of which no record tells
void note_made(Making making, Word made);
void note_committed(Word datatype);
void note_freed(Word datatype);
void record_making(Word datatype); // with its ancestry

// A record names this datatype next.
inline void needs(Word datatype) {
  if (unrecorded.load(std::memory_order_relaxed) != 0) record_making(datatype);
}

} // namespace moot::recorder
