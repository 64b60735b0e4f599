// The records of a recorded trace (layout.h), one after the other, as they were written: those that were appended to
// the file, and then what is left in its ring. What is in a record is binary_reader's to say.

#pragma once

#include "traces/binary/layout.h"
#include "traces/format/bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace moot::binary {

// The bytes of the records.
class Sequence {
public:
  explicit Sequence(std::unique_ptr<Bytes> bytes);

  Head head();        // first, once
  std::string text(); // after `head`, once
  // After `text`. Fewer bytes than asked for: that was all.
  std::size_t read(char* to, std::size_t count);

private:
  std::size_t read_from_file(char* to, std::size_t count);
  std::uint64_t end_of_ring() const;
  char ring_at(std::uint64_t at) const;

  std::unique_ptr<Bytes> bytes_;
  Head head_{};
  std::vector<char> ring_;
  std::uint64_t at_ = 0; // of the sequence
};

// Where a reader has records from.
class RecordSource {
public:
  virtual ~RecordSource() = default;
  virtual Head head() = 0;        // first, once
  virtual std::string text() = 0; // after `head`, once
  // The next record that is whole: valid until the next call. Empty: that was all, so far.
  virtual std::span<const Word> next() = 0;
};

// Of a file. Throws std::runtime_error on bytes that are no recorded trace.
class Records : public RecordSource {
public:
  explicit Records(std::unique_ptr<Bytes> bytes);

  Head head() override { return sequence_.head(); }
  std::string text() override { return sequence_.text(); }
  std::span<const Word> next() override;

private:
  Word word_at(std::size_t place) const;
  void take(std::size_t count);
  bool fill(std::size_t count);

  Sequence sequence_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0; // of what was not taken yet,
  std::size_t end_ = 0;   //   and its end
  std::uint64_t at_ = 0;  // of the sequence
  std::vector<Word> record_;
};

} // namespace moot::binary
