// A list of parts of a state: objects, values, frames, ...
#pragma once

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace moot {

// Plain bytes, which come over as such: searches and the checker copy states all the time, and then take a step. Memory is asked for if
// there are more than `few`: a copy that asks has room for more; and for as much as the one before, so that it gets the same memory again.
template <typename T, std::size_t few> class PlainList : public boost::container::small_vector<T, few> {
  static_assert(std::is_trivially_copyable_v<T>);
  using Base = boost::container::small_vector<T, few>;

public:
  PlainList() = default;
  PlainList(const PlainList& other) : Base() {
    if (other.size() >= few) this->reserve(std::bit_ceil(other.size() + 1));
    take_over(other);
  }
  PlainList(PlainList&&) noexcept = default;
  ~PlainList() = default;
  PlainList& operator=(const PlainList& other) {
    take_over(other);
    return *this;
  }
  PlainList& operator=(PlainList&&) noexcept = default;

private:
  void take_over(const PlainList& other) {
    const auto size = other.size();
    if (size != this->size()) this->resize(size, boost::container::default_init);
    if (size > few) {
      std::memmove(static_cast<void*>(this->data()), other.data(), size * sizeof(T));
      return;
    }
    const T* from = other.data(); // (of few, one by one: a call would cost more)
    T* to = this->data();
    for (auto* const end = to + size; to != end; ++to, ++from) std::memcpy(static_cast<void*>(to), from, sizeof(T));
  }
};

// They are read as they stand; who changes one says so, by `edit`: a copy knows in which places it may differ from what it was
// copied from, and others from what they were when their marks were last taken off. A reference to one is valid until another is
// added or removed. `is_long`: a list that may have thousands, and changes at its end, can catch up with what came of a copy of it.
template <typename T, std::size_t few, bool is_long = false> class Parts {
public:
  using value_type = T;
  using const_iterator = typename PlainList<T, few>::const_iterator;

  Parts() = default;
  Parts(const Parts& other) : all_(other.all_) {}
  Parts(std::initializer_list<T> parts) { assign(parts.begin(), parts.end()); }
  Parts(Parts&&) noexcept = default;
  ~Parts() = default;
  Parts& operator=(const Parts& other) {
    all_ = other.all_;
    touched_ = 0;
    return *this;
  }
  Parts& operator=(Parts&&) noexcept = default;
  bool operator==(const Parts& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  const T* data() const { return all_.data(); }
  const_iterator begin() const { return all_.begin(); }
  const_iterator end() const { return all_.end(); }
  const T& operator[](std::size_t i) const { return all_[i]; }
  const T& front() const { return all_.front(); }
  const T& back() const { return all_.back(); }

  T& edit(std::size_t i) {
    touch(i);
    return all_[i];
  }
  // Those of which `is_one` holds.
  template <typename IsOne, typename Visit> void edit_where(const IsOne& is_one, const Visit& visit) {
    for (std::size_t i = 0; i < size(); ++i)
      if (is_one(all_[i])) visit(edit(i));
  }
  template <typename Visit> void edit_each(const Visit& visit) {
    edit_where([](const T&) { return true; }, visit);
  }
  // Where a part stands that is one of these.
  std::size_t place_of(const T& part) const { return static_cast<std::size_t>(&part - data()); }

  T& add(const T& part) { return make(part); }
  template <typename... Args> T& add(const Args&... args) { return make(args...); }
  void insert(std::size_t before, const T& part) {
    all_.insert(all_.begin() + static_cast<std::ptrdiff_t>(before), part);
    touch_from(before);
  }
  void remove(std::size_t i) {
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    touch_from(i);
  }
  void remove_last() {
    all_.pop_back();
    touch(all_.size());
  }
  template <typename Predicate> void remove_if(Predicate pred) {
    const auto first = std::find_if(all_.begin(), all_.end(), pred);
    if (first == all_.end()) return;
    touch_from(static_cast<std::size_t>(first - all_.begin()));
    all_.erase(std::remove_if(first, all_.end(), pred), all_.end());
  }
  void clear() {
    all_.clear();
    touch_from(0);
  }
  void resize(std::size_t size) {
    const auto before = all_.size();
    all_.resize(size);
    touch_from(before);
  }
  void assign(const T* first, const T* last) {
    all_.assign(first, last);
    touch_from(0);
  }

  void take_marks_off() { touched_ = 0; }
  // Calls `visit` for every place below `size` that may hold another part than it did then.
  template <typename Visit> void each_touched(std::size_t size, const Visit& visit) const {
    for (auto left = touched_; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      if (i >= size) return;
      visit(i);
    }
    if (touched_ >> last_bit != 0)
      for (auto i = last_bit + 1; i < size; ++i) visit(i);
  }
  // Becomes a copy of `later`, which came of a copy of this one and has its marks since; this one has not changed since. Only what stands
  // from the first mark on is copied.
  void catch_up(const Parts& later) requires is_long {
    const auto first = later.is_touched() ? std::min(later.first_touched_, later.size()) : later.size();
    all_.resize(later.size());
    std::copy(later.data() + first, later.data() + later.size(), all_.data() + first);
    touched_ = 0;
  }
  // May there be another part than then, or one less?
  bool is_touched() const { return touched_ != 0; }

private:
  static constexpr std::size_t last_bit = 63; // of this place and all beyond

  template <typename... Args> T& make(const Args&... args) {
    touch(all_.size());
    return all_.emplace_back(args...);
  }
  void touch(std::size_t i) {
    note(i);
    touched_ |= std::uint64_t{1} << std::min(i, last_bit);
  }
  void touch_from(std::size_t i) {
    note(i);
    touched_ |= ~std::uint64_t{0} << std::min(i, last_bit);
  }
  void note(std::size_t i) {
    if constexpr (is_long) first_touched_ = touched_ == 0 ? i : std::min(first_touched_, i);
  }

  PlainList<T, few> all_;
  std::uint64_t touched_ = 0;
  std::size_t first_touched_ = 0; // if one is, and it may be long
};

} // namespace moot
