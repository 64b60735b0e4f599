// Where a process records, and what this thread is in. (What writes: entry.h.)
//
// Every function here may be called by any thread, and does nothing if nothing is to be recorded.
#pragma once

#include "traces/binary/layout.h"

#include <atomic>
#include <bit>
#include <cstdint>
#include <ctime>
#include <initializer_list>
#include <type_traits>

namespace moot::recorder {

using binary::State;
using binary::Word;

// ---- this thread

struct ThisThread {
  std::uint32_t inside = 0; // calls of MPI's that it is in, but for a callback's own
  bool is_silent = false;   // the outermost of them is filtered out: so are the callbacks in it
  std::uint32_t number = 0; // 1 more than its number in the trace; 0: it has none yet
};
extern thread_local constinit ThisThread this_thread [[gnu::tls_model("initial-exec")]];

std::uint16_t number_this_thread();
inline std::uint16_t thread_number() {
  return this_thread.number != 0 ? static_cast<std::uint16_t>(this_thread.number - 1) : number_this_thread();
}

// In a call of MPI's: what it calls itself is the library's affair.
class Inside {
public:
  Inside() { ++this_thread.inside; }
  ~Inside() { --this_thread.inside; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

// The same, in a call that is not recorded.
class Passing {
public:
  Passing() : before_(this_thread.is_silent) {
    if (this_thread.inside++ == 0) this_thread.is_silent = true;
  }
  ~Passing() {
    --this_thread.inside;
    this_thread.is_silent = before_;
  }
  Passing(const Passing&) = delete;
  Passing& operator=(const Passing&) = delete;

private:
  bool before_;
};

// In a callback: what it calls is the program's again.
class Outside {
public:
  Outside() : before_(this_thread.inside), was_silent_(this_thread.is_silent) {
    this_thread.inside = 0;
    this_thread.is_silent = false;
  }
  ~Outside() {
    this_thread.inside = before_;
    this_thread.is_silent = was_silent_;
  }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  // Is the callback itself recorded?
  inline bool wants(std::uint64_t kinds) const;

private:
  std::uint32_t before_;
  bool was_silent_;
};

// ---- where records go

// Positions are of bytes in the sequence of all records.
struct Log {
  // In the lower bits the position where the next record begins; above, how many threads are writing.
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> room{0};   // the position up to which there is room in the ring
  std::byte* ring = nullptr;            // mapped twice, one after the other: a record may go over its end
  std::uint64_t mask = 0;               // the size of the ring, less 1
  std::atomic<std::uint64_t> wanted{0}; // a bit for each kind of object whose calls are recorded
};
inline constexpr std::uint64_t one_writer = std::uint64_t{1} << 48;
extern constinit Log the_log;

// A record up to the position `end` is to be written, for which there is no room: makes some. The thread is not counted as writing meanwhile.
// False: there is none, and recording has stopped.
bool make_room(std::uint64_t end);

// Is what is about all these kinds of object recorded?
inline bool are_wanted(std::uint64_t kinds) {
  return (the_log.wanted.load(std::memory_order_relaxed) & kinds) == kinds;
}
bool Outside::wants(std::uint64_t kinds) const { return !was_silent_ && are_wanted(kinds); }
// A call that is not recorded: the library's own, or about a kind that is filtered out.
inline bool passes(std::uint64_t kinds) { return this_thread.inside != 0 || !are_wanted(kinds); }

inline Word tick() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<Word>(now.tv_sec) * 1'000'000'000 + static_cast<Word>(now.tv_nsec);
#endif
}

// How an error code is shown: as its class, or as itself if the program has added it.
Word word_of_error(int error);
void note_added(int error);

template <typename Is> Word word(Is value) {
  if constexpr (std::is_pointer_v<Is>)
    return std::bit_cast<Word>(value);
  else
    return static_cast<Word>(static_cast<std::int64_t>(value));
}

} // namespace moot::recorder
