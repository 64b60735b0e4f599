// A record in the trace file of this process. Its layout: layout.h.
#pragma once

#include "mpi_backend/recorder/log.h"

namespace moot::recorder {

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

} // namespace moot::recorder
