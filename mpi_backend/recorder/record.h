// Writing the trace of this process: what wrappers and callbacks do for each event. The file: trace_file.h. Its layout: layout.h.
//
// Every function here may be called by any thread, and does nothing if nothing is to be recorded.
#pragma once

#include "traces/binary/layout.h"

#include <atomic>
#include <bit>
#include <cstdint>
#include <ctime>
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

struct Log {
  std::atomic<std::uint64_t> next{0};   // of what comes after the head: bytes that are taken,
  std::atomic<std::uint64_t> room{0};   //   and that are there
  std::byte* base = nullptr;            // where they begin; set before there is room
  std::atomic<std::uint64_t> wanted{0}; // a bit for each kind of object whose calls are recorded
};
extern constinit Log the_log;

// `end` bytes are taken, beyond the room: makes more. False: there is none, and recording has stopped.
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

// ---- a call, or a callback

// In this order: what goes in, begins, ends, what comes out, is_done.
class Entry {
public:
  Entry(std::uint16_t function, std::size_t in, std::size_t out, std::uint8_t language = 0, bool is_wanted = true)
      : in_(in), out_(out) {
    if (!is_wanted) return;
    take(function, 4 + in + out, language);
    if (words_ == nullptr) return;
    words_[1] = tick();
    at_ = words_ + 2;
  }

  void add(Word it) {
    if (words_ != nullptr) *at_++ = it;
  }
  void begins(State state) {
    if (words_ != nullptr) set_state(state);
  }

  // What comes out is written where the record has room for it, or else into a record of its own.
  void ends() {
    if (words_ == nullptr) return;
    result_ = words_ + 2 + in_;
    if (the_log.next.load(std::memory_order_relaxed) != end_) begin_result();
    if (words_ == nullptr) return;
    result_[1] = tick();
    at_ = result_ + 2;
  }
  void is_done(int error) {
    if (words_ == nullptr) return;
    const Word result = 1 | (error == 0 ? 0 : word_of_error(error));
    std::atomic_ref(*result_).store(result, std::memory_order_release);
    if (is_apart_) set_state(State::result);
  }

private:
  void take(std::uint16_t function, std::size_t words, std::uint8_t language) {
    const auto slots = binary::slots_for(words);
    const auto bytes = slots * binary::slot_size;
    const auto at = the_log.next.fetch_add(bytes, std::memory_order_relaxed);
    end_ = at + bytes;
    words_ = nullptr;
    if (end_ > the_log.room.load(std::memory_order_acquire)) [[unlikely]]
      if (!make_room(end_)) return;
    words_ = reinterpret_cast<Word*>(the_log.base + at);
    header_ = {State::begun, language, static_cast<std::uint16_t>(slots), function, thread_number()};
    std::atomic_ref(words_[0]).store(packed(header_), std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_release);
  }

  void set_state(State state) {
    header_.state = state;
    std::atomic_ref(words_[0]).store(packed(header_), std::memory_order_release);
  }

  [[gnu::noinline]] void begin_result() {
    take(header_.function, 3 + out_, header_.flags);
    is_apart_ = true;
    if (words_ != nullptr) result_ = words_ + 1;
  }

  Word* words_ = nullptr; // of the record; null: nothing is recorded
  Word* at_ = nullptr;    // where the next word goes
  Word* result_ = nullptr;
  std::uint64_t end_ = 0;
  std::size_t in_;
  std::size_t out_;
  binary::Header header_;
  bool is_apart_ = false;
};

} // namespace moot::recorder
