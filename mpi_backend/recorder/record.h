// Writing the trace of this process: what wrappers and callbacks do for each event. The file: trace_file.h. Its layout: layout.h.
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

// ---- a call, or a callback

// In this order: what goes in, begins, ends, what comes out, is_done. `timed`: it takes long enough that its end has a time.
class Entry {
public:
  Entry(std::uint16_t function, std::size_t in, std::size_t out, std::uint8_t language = 0, bool timed = true,
        bool is_wanted = true)
      : in_(in), out_(out), timed_(timed) {
    if (!is_wanted) return;
    take(function, in + result_words() + 2, language);
    if (words_ == nullptr) return;
    words_[1] = tick();
    at_ = words_ + 2;
  }

  // Left by an exception, of the program's error handler or of a callback: it has failed.
  ~Entry() {
    if (!is_open_) return;
    ends();
    if (words_ != nullptr) finish(binary::packed(binary::Result{-1, false, timed_, 0}));
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  void add(Word it) {
    if (words_ != nullptr) *at_++ = it;
  }
  void begins(State state) {
    if (words_ == nullptr) return;
    is_open_ = true;
    set_state(state);
    the_log.next.fetch_sub(one_writer, std::memory_order_release);
  }

  // What comes out is written where the record has room for it, or else into a record of its own.
  void ends() {
    if (words_ == nullptr) return;
    is_open_ = false;
    result_ = words_ + 2 + in_;
    auto position = end_; // nobody has recorded anything since, and nobody does
    if (!the_log.next.compare_exchange_strong(position, end_ + one_writer, std::memory_order_acquire)) begin_result();
    if (words_ == nullptr) return;
    at_ = result_ + 1;
    if (timed_) *at_++ = tick();
  }
  void is_done(int error, int flag = 0) {
    if (words_ == nullptr) return;
    const Word of_error = error == 0 ? 0 : word_of_error(error);
    const Word of_flag = static_cast<Word>(flag < 0 || flag > 255 ? 255 : flag) << 8;
    finish(of_error | of_flag | (timed_ ? 5 : 1));
  }

private:
  std::size_t result_words() const { return out_ + (timed_ ? 2 : 1); }

  void finish(Word result) {
    is_open_ = false;
    std::atomic_ref(*result_).store(result, std::memory_order_release);
    if (is_apart_) set_state(State::result);
    the_log.next.fetch_sub(one_writer, std::memory_order_release);
  }

  void take(std::uint16_t function, std::size_t words, std::uint8_t language) {
    const auto slots = binary::slots_for(words);
    const auto bytes = slots * binary::slot_size;
    const auto at = the_log.next.fetch_add(bytes + one_writer, std::memory_order_relaxed) & (one_writer - 1);
    end_ = at + bytes;
    words_ = nullptr;
    if (end_ > the_log.room.load(std::memory_order_acquire)) [[unlikely]]
      if (!make_room(end_)) return;
    words_ = reinterpret_cast<Word*>(the_log.ring + (at & the_log.mask));
    header_ = {State::begun, language, static_cast<std::uint16_t>(slots), function, thread_number()};
    std::atomic_ref(words_[0]).store(packed(header_), std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_release);
  }

  void set_state(State state) {
    header_.state = state;
    std::atomic_ref(words_[0]).store(packed(header_), std::memory_order_release);
  }

  [[gnu::noinline]] void begin_result() {
    take(header_.function, 1 + result_words(), header_.flags);
    is_apart_ = true;
    if (words_ != nullptr) result_ = words_ + 1;
  }

  Word* words_ = nullptr; // of the record; null: nothing is recorded
  Word* at_ = nullptr;    // where the next word goes
  Word* result_ = nullptr;
  std::uint64_t end_ = 0; // of the record
  std::size_t in_;
  std::size_t out_;
  binary::Header header_;
  bool timed_;
  bool is_apart_ = false;
  bool is_open_ = false; // it has begun, and not ended
};

// What a copy function has come to.
struct Copied {
  int error = 0;
  int flag = 0;
  Word value = 0; // if there is one
};

// A callback with these arguments, about these kinds of object: `run` calls the program's function, and returns its error, or what it copied.
template <typename Run>
auto record_callback(std::uint16_t id, std::uint64_t kinds, std::initializer_list<Word> in, std::uint8_t language,
                     const Run& run) {
  constexpr bool copies = std::is_same_v<decltype(run()), Copied>;
  const Outside outside;
  Entry entry(id, in.size(), copies ? 1 : 0, language, true, outside.wants(kinds));
  for (const Word it : in) entry.add(it);
  entry.begins(State::callback);
  const auto result = run();
  entry.ends();
  if constexpr (copies) {
    entry.add(result.value);
    entry.is_done(result.error, result.flag);
    return result.error;
  } else {
    entry.is_done(result);
    return result;
  }
}

} // namespace moot::recorder
