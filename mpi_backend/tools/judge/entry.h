// A record of the recorder's wrappers in the tool `judge`: it is told to the judge at once, and kept nowhere. (The recorder's own: entry.h there.)
#pragma once

#include "mpi_backend/recorder/log.h"

#include <span>
#include <vector>

namespace moot::recorder {

// The judge hears of a record that is whole. One thread does this at a time: the order in which they come is that of the events.
void tell(std::span<const Word> record);

// In this order: what goes in, begins, ends, what comes out, is_done.
class Entry {
public:
  Entry(std::uint16_t function, std::size_t in, std::size_t out, std::uint8_t language = 0, bool timed = true,
        bool is_wanted = true)
      : is_wanted_(is_wanted && the_log.wanted.load(std::memory_order_relaxed) != 0), timed_(timed) {
    if (!is_wanted_) return;
    header_ = {State::begun, language, 0, function, thread_number()};
    words_.reserve(std::max(in, out + 1) + 2);
    words_ = {0, tick()};
  }
  // Left by an exception, of the program's error handler or of a callback: it has failed.
  ~Entry() {
    if (!is_open_) return;
    ends();
    finish(packed(binary::Result{-1, false, timed_, 0}));
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  void add(Word it) {
    if (is_wanted_) words_.push_back(it);
  }
  void begins(State state) {
    if (!is_wanted_) return;
    is_open_ = true;
    tell(state);
  }
  void ends() {
    if (!is_wanted_) return;
    is_open_ = false;
    words_ = {0, 0};
    if (timed_) words_.push_back(tick());
  }
  void is_done(int error, int flag = 0) {
    if (!is_wanted_) return;
    const Word of_error = error == 0 ? 0 : word_of_error(error);
    const Word of_flag = static_cast<Word>(flag < 0 || flag > 255 ? 255 : flag) << 8;
    finish(of_error | of_flag | (timed_ ? 5 : 1));
  }

private:
  void finish(Word result) {
    words_[1] = result;
    tell(State::result);
  }
  void tell(State state) {
    header_.state = state;
    words_[0] = packed(header_);
    recorder::tell(words_);
  }

  std::vector<Word> words_;
  binary::Header header_;
  bool is_wanted_;
  bool timed_;
  bool is_open_ = false;
};

} // namespace moot::recorder
