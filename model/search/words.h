// The encoding of states, field by field (model/search/fields.h): a Writer puts what a Reader takes.
#pragma once

#include "model/search/fields.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

namespace moot::words {

// Words of 32 bits. Small numbers that belong together share a word (`group`); if one of them is too large for its place,
// a mark and then each as a number of its own.

using Word = std::uint32_t;
inline constexpr Word mark = 0x80000000; // also: a number goes on in the next word

// Numbers side by side in 31 bits, unless one is too large for its width.
struct Group {
  std::uint32_t word = 0;
  bool fits = true;
};
template <unsigned... widths> Group side_by_side(const std::array<std::uint64_t, sizeof...(widths)>& numbers) {
  static_assert((widths + ...) <= 31);
  std::uint64_t too_large = 0;
  std::uint64_t word = 0;
  unsigned shift = 0;
  const auto* number = numbers.data();
  ((too_large |= *number >> widths, word |= *number++ << shift, shift += widths), ...);
  return {static_cast<std::uint32_t>(word), too_large == 0};
}

// Writes at a place of its own: nothing is checked, whoever makes one has room for all.
class Writer {
public:
  static constexpr bool writes = true;
  static constexpr std::size_t number_size = 3; // words of a number, at most

  Writer(Word* at, const std::uint32_t* rank) : at_(at), rank_(rank) {}
  const Word* at() const { return at_; }

  template <typename T> void number(const T& field) {
    auto value = as_number(field);
    for (; value >= mark; value >>= 31) *at_++ = static_cast<Word>(value) | mark;
    *at_++ = static_cast<Word>(value);
  }

  template <unsigned... widths, typename... Ts> void group(const Ts&... fields) {
    const auto [word, fits] = side_by_side<widths...>({as_number(fields)...});
    if (fits) {
      *at_++ = word;
      return;
    }
    *at_++ = mark;
    (number(fields), ...);
  }

  using Names = boost::container::small_vector<std::int64_t, 8>;
  void rename(std::span<const std::uint32_t> sites, Names& names) {
    sites_ = sites;
    names_ = &names;
  }

private:
  template <typename T> static std::uint64_t as_number(const T& value) { return plain_number(value); }
  template <typename T> std::uint64_t as_number(const SlotOf<T>& slot) const {
    return slot.it == no_slot ? 0 : 1U + rank_[slot.it];
  }
  template <typename T> std::uint64_t as_number(const ErrorOf<T>& error) const {
    return static_cast<std::uint64_t>(is_added(error.it) ? added_error(rank_[added_number(error.it)]) : error.it);
  }
  template <typename T> std::uint64_t as_number(const Site<T>& site) const {
    return site.it < sites_.size() ? sites_[site.it] : site.it;
  }
  template <typename T> std::uint64_t as_number(const Attribute<T>& value) {
    return as_number(Signed<const std::int64_t>{names_ == nullptr ? value.it : renamed(value.it)});
  }
  // (Whoever writes a field twice gets the same name.)
  std::int64_t renamed(std::int64_t value) {
    const auto found = std::ranges::find(*names_, value);
    const auto place = found - names_->begin();
    if (found == names_->end()) names_->push_back(value);
    return place + 1;
  }

  Word* at_;
  const std::uint32_t* rank_;
  std::span<const std::uint32_t> sites_; // what is written for a site; beyond: itself
  Names* names_ = nullptr;               // attribute values in the order in which they first occurred
};

class Reader {
public:
  static constexpr bool writes = false;

  explicit Reader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  bool at_end() const { return at_ == end_; }

  template <typename T> void number(T&& field) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 31) {
      const auto word = next();
      value |= static_cast<std::uint64_t>(word & ~mark) << shift;
      if ((word & mark) == 0) break;
    }
    set(field, value);
  }

  template <unsigned... widths, typename... Ts> void group(Ts&&... fields) {
    auto word = next();
    if (word == mark) {
      (number(fields), ...);
      return;
    }
    ((set(fields, word & ((1U << widths) - 1)), word >>= widths), ...);
  }

private:
  Word next() {
    Word word = 0;
    std::memcpy(&word, at_, sizeof word);
    at_ += sizeof word;
    return word;
  }
  template <typename T> static void set(T& field, std::uint64_t value) { field = static_cast<T>(value); }
  template <typename T> static void set(Signed<T>& field, std::uint64_t value) {
    field.it = static_cast<T>(static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1)));
  }
  template <typename T> static void set(SlotOf<T>& field, std::uint64_t value) {
    field.it = static_cast<T>(static_cast<Slot>(value) - 1); // (no_slot is all ones)
  }
  template <typename T> static void set(ErrorOf<T>& field, std::uint64_t value) { field.it = static_cast<T>(value); }
  template <typename T> static void set(Site<T>& field, std::uint64_t value) { field.it = static_cast<T>(value); }
  template <typename T> static void set(Attribute<T>& field, std::uint64_t value) {
    Signed signed_field{field.it};
    set(signed_field, value);
  }

  const char* at_;
  const char* end_;
};

} // namespace moot::words
