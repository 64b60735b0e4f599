#include "traces/binary/records.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace moot::binary {
namespace {

constexpr std::size_t most = std::size_t{1} << 26; // of a head, of a ring

} // namespace

Sequence::Sequence(std::unique_ptr<Bytes> bytes) : bytes_(std::move(bytes)) {}

Head Sequence::head() {
  Head head{};
  std::vector<char> first(sizeof head);
  if (read_from_file(first.data(), first.size()) < first.size())
    throw std::runtime_error("a recorded trace that ends in its head");
  std::memcpy(&head, first.data(), sizeof head);
  const bool fits = head.head_size >= sizeof head && head.text_size <= head.head_size - sizeof head;
  if (!fits || head.head_size > most || head.ring_size > most || head.ring_size % (2 * page) != 0)
    throw std::runtime_error("its head can't be read");
  head_ = head;
  return head;
}

std::string Sequence::text() {
  std::string text(head_.head_size - sizeof head_, '\0');
  if (read_from_file(text.data(), text.size()) < text.size())
    throw std::runtime_error("a recorded trace that ends in its head");
  text.resize(head_.text_size);
  ring_.resize(head_.ring_size);
  ring_.resize(read_from_file(ring_.data(), ring_.size()));
  return text;
}

std::size_t Sequence::read(char* to, std::size_t count) {
  std::size_t got = 0;
  if (at_ < head_.appended) {
    got = read_from_file(to, std::min<std::uint64_t>(count, head_.appended - at_));
    at_ += got;
    if (at_ < head_.appended && got < count) at_ = end_of_ring(); // the file was cut
  }
  while (got < count && at_ < end_of_ring()) to[got++] = ring_at(at_++);
  return got;
}

std::size_t Sequence::read_from_file(char* to, std::size_t count) {
  std::size_t got = 0;
  for (std::size_t more = 1; more > 0 && got < count; got += more) more = bytes_->read(to + got, count - got);
  return got;
}

std::uint64_t Sequence::end_of_ring() const {
  return head_.appended + (head_.cleared > head_.appended ? 0 : head_.ring_size);
}

// A half that was appended, and that the ring has not forgotten, has nothing new.
char Sequence::ring_at(std::uint64_t at) const {
  const bool is_old = head_.cleared < head_.appended && at >= head_.cleared + head_.ring_size;
  const auto place = head_.ring_size == 0 ? 0 : at % head_.ring_size;
  return is_old || place >= ring_.size() ? '\0' : ring_[place];
}

Records::Records(std::unique_ptr<Bytes> bytes) : sequence_(std::move(bytes)), buffer_(std::size_t{1} << 18) {}

std::span<const Word> Records::next() {
  while (fill(slot_size)) {
    const auto header = unpacked(word_at(begin_));
    if (header.state == State::empty) { // nobody has begun it, or the process was killed then
      take(slot_size);
      continue;
    }
    const auto size = header.slots * slot_size;
    if (size == 0 || header.state > State::result)
      throw std::runtime_error(fmt::format("byte {} of its records begins none", at_));
    if (!fill(size)) return {};
    const auto begin = begin_;
    take(size);
    if (header.state == State::begun) continue;
    record_.resize(size / sizeof(Word));
    std::memcpy(record_.data(), buffer_.data() + begin, size);
    return record_;
  }
  return {};
}

Word Records::word_at(std::size_t place) const {
  Word word = 0;
  std::memcpy(&word, buffer_.data() + place, sizeof word);
  return word;
}

void Records::take(std::size_t count) {
  begin_ += count;
  at_ += count;
}

// So many bytes after `begin_`? False: there are fewer.
bool Records::fill(std::size_t count) {
  if (end_ - begin_ >= count) return true;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < count) buffer_.resize(count);
  end_ += sequence_.read(buffer_.data() + end_, buffer_.size() - end_);
  return end_ >= count;
}

} // namespace moot::binary
