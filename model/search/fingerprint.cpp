#include "model/search/fingerprint.h"

#include "model/search/answers.h"

#include "model/search/fields.h"

#include <algorithm>
#include <cstring>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace moot {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return XXH3_mul128_fold64(a, b); }

// How many bits a field has.
template <typename T> constexpr unsigned width = 8 * sizeof(T);
template <> constexpr unsigned width<bool> = 1;
template <typename T> constexpr unsigned width<Signed<T>> = width<T>;
template <typename T> constexpr unsigned width<Attribute<T>> = width<T>;
template <typename T> constexpr unsigned width<Site<T>> = width<T>;
template <typename T> constexpr unsigned width<ErrorOf<T>> = width<ErrorClass>;
template <typename T> constexpr unsigned width<SlotOf<T>> = width<decltype(Object::site)>;

// Takes in the fields of one part.
class Hasher {
public:
  static constexpr bool writes = true;

  // `place`: what kind of part, and which: equal parts in different places are different.
  // (Places are spread over all bits: fields come in by exclusive or, and small places would be taken for fields.)
  Hasher(const State& state, std::uint64_t place)
      : state_(state), low_(place * 0xd6e8feb86659fd93), high_(place * 0xa0761d6478bd642f) {}

  template <typename T> void number(const T& field) { take(as_number(field)); }
  // Side by side, each in as many bits as its type has: then all fit, and nobody has to look.
  template <unsigned..., typename... Ts> void group(const Ts&... fields) { side_by_side<0>(0, fields...); }

  Fingerprint sum() const {
    return {mix(low_ ^ 0xa0761d6478bd642f, high_ ^ 0xe7037ed1a0b428db),
            mix(high_ ^ 0x8ebc6af09c88c6e3, low_ ^ 0x589965cc75374cc3)};
  }

private:
  template <unsigned used, typename T, typename... Ts>
  void side_by_side(std::uint64_t word, const T& field, const Ts&... more) {
    constexpr auto bits = width<T>;
    if constexpr (used + bits > 64) {
      take(word);
      side_by_side<bits>(as_number(field), more...);
    } else {
      side_by_side<used + bits>(word | as_number(field) << used, more...);
    }
  }
  template <unsigned used> void side_by_side(std::uint64_t word) { take(word); }

  void take(std::uint64_t word) {
    low_ = mix(low_ ^ word ^ 0x1d8e4e27c47d124f, 0xeb44accab455d165);
    high_ = mix(high_ ^ word ^ 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f);
  }

  template <typename T> static std::uint64_t as_number(const T& value) { return plain_number(value); }
  template <typename T> static std::uint64_t as_number(const Attribute<T>& value) {
    return as_number(Signed<const std::int64_t>{value.it});
  }
  template <typename T> static std::uint64_t as_number(const Site<T>& site) { return site.it; }
  template <typename T> std::uint64_t as_number(const ErrorOf<T>& error) const {
    return static_cast<std::uint64_t>(is_added(error.it) ? added_error(state_.objects[added_number(error.it)].site)
                                                         : error.it);
  }
  template <typename T> std::uint64_t as_number(const SlotOf<T>& slot) const {
    return slot.it == no_slot ? 0 : 1U + state_.objects[slot.it].site;
  }

  const State& state_;
  std::uint64_t low_, high_;
};

enum Part : std::uint64_t { object_part = 1, value_part, frame_part, phase_part, owed_part, answers_part };

Fingerprint of(const State& state, const Object& object) {
  if (object.kind == Kind::none) return {};
  Hasher hasher(state, object_part);
  object_fields(hasher, object);
  return hasher.sum();
}

Fingerprint of(const State& state, const Attachment& value, std::uint64_t ordinal = 0) {
  Hasher hasher(state, value_part | ordinal << 8);
  attachment_fields(hasher, value);
  return hasher.sum();
}

Fingerprint of(const State& state, const Obligation& owed) {
  Hasher hasher(state, owed_part);
  obligation_fields(hasher, owed);
  return hasher.sum();
}

Fingerprint frame_at(const State& state, std::size_t place) {
  Hasher hasher(state, frame_part | place << 8);
  frame_fields(hasher, state.frames[place]);
  return hasher.sum();
}

Fingerprint phase_at(const State& state, std::size_t place) {
  Hasher hasher(state, phase_part | place << 8);
  phase_fields(hasher, state.phases[place]);
  return hasher.sum();
}

Fingerprint of_answers(const State& state) {
  Hasher hasher(state, answers_part);
  hasher.number(state.finalized);
  if (has_answers(state))
    for (const auto answer : state.answers) hasher.number(answer);
  return hasher.sum();
}

void add(Fingerprint& sum, const Fingerprint& part) { sum.low += part.low, sum.high += part.high; }
void take_away(Fingerprint& sum, const Fingerprint& part) { sum.low -= part.low, sum.high -= part.high; }

// The values on an object in the order of setting.
void add_ordered(const State& state, Fingerprint& sum) {
  boost::container::small_vector<std::uint32_t, 16> ordinals(state.objects.size());
  for (const auto& value : state.attachments) add(sum, of(state, value, ++ordinals[value.object]));
}

// ---- what differs

template <typename T> bool same_bytes(const T& a, const T& b) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0);
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < sizeof(T); i += 8) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, reinterpret_cast<const char*>(&a) + i, 8);
    std::memcpy(&y, reinterpret_cast<const char*>(&b) + i, 8);
    difference |= x ^ y;
  }
  return difference == 0; // (padding may differ where the rest does not: then a part is hashed for nothing)
}

// The fingerprints of the parts after a step, one after the other: those of parts that are as they were are taken over.
class Walk {
public:
  Walk(const Fingerprint* before, Fingerprint* after, Fingerprint& sum) : old_(before), new_(after), sum_(sum) {}

  template <typename Parts, typename Of> void parts_at_places(const Parts& before, const Parts& after, const Of& of) {
    const auto common = std::min(before.size(), after.size());
    auto* const prints = new_;
    stay(common);
    after.each_touched(common, [&](std::size_t i) {
      if (same_bytes(before[i], after[i])) return;
      take_away(sum_, prints[i]);
      add(sum_, prints[i] = of(i));
    });
    for (auto i = common; i < before.size(); ++i) goes();
    for (auto i = common; i < after.size(); ++i) comes(of(i));
  }

  // Parts that move up where others go: what is before and after the change is the same.
  template <typename Parts, typename Of> void parts_in_list(const Parts& before, const Parts& after, const Of& of) {
    std::size_t first = 0;
    auto old_end = before.size();
    auto new_end = after.size();
    if (!after.is_touched()) return stay(new_end);
    while (first < old_end && first < new_end && same_bytes(before[first], after[first])) ++first;
    stay(first);
    while (old_end > first && new_end > first && same_bytes(before[old_end - 1], after[new_end - 1]))
      --old_end, --new_end;
    for (auto i = first; i < old_end; ++i) goes();
    for (auto i = first; i < new_end; ++i) comes(of(i));
    stay(after.size() - new_end);
  }

private:
  void stay(std::size_t count) {
    for (; count > 0; --count) *new_++ = *old_++;
  }
  void goes() { take_away(sum_, *old_++); }
  void comes(const Fingerprint& part) { add(sum_, *new_++ = part); }

  const Fingerprint* old_;
  Fingerprint* new_;
  Fingerprint& sum_;
};

// A slot with another object than before: what names it has changed its meaning, but not its bytes.
bool slots_changed_hands(const State& before, const State& after) {
  bool changed = false;
  after.objects.each_touched(std::min(before.objects.size(), after.objects.size()), [&](std::size_t i) {
    const auto& was = before.objects[i];
    const auto& is = after.objects[i];
    changed = changed || (was.site != is.site && was.kind != Kind::none && is.kind != Kind::none);
  });
  return changed;
}

} // namespace

void Prints::of(const State& state, SettingOrder setting_order) {
  parts_.clear();
  by_parts_ = setting_order == SettingOrder::forgotten;
  sum_ = of_answers(state);
  const auto take_in = [&](const Fingerprint& part) {
    add(sum_, part);
    parts_.push_back(part);
  };
  for (const auto& object : state.objects) take_in(moot::of(state, object));
  if (by_parts_)
    for (const auto& value : state.attachments) take_in(moot::of(state, value));
  else
    add_ordered(state, sum_);
  for (std::size_t i = 0; i < state.frames.size(); ++i) take_in(frame_at(state, i));
  for (std::size_t i = 0; i < state.phases.size(); ++i) take_in(phase_at(state, i));
  for (const auto& owed : state.owed) take_in(moot::of(state, owed));
}

void Prints::after(const Prints& earlier, const State& before, const State& state, SettingOrder setting_order) {
  // (A new answer may be one to whether the order of setting can be told.)
  if (!earlier.by_parts_ || setting_order == SettingOrder::matters || before.answers != state.answers ||
      slots_changed_hands(before, state))
    return of(state, setting_order);
  by_parts_ = true;
  sum_ = earlier.sum_;
  if (before.finalized != state.finalized) take_away(sum_, of_answers(before)), add(sum_, of_answers(state));
  parts_.resize(state.objects.size() + state.attachments.size() + state.frames.size() + state.phases.size() +
                    state.owed.size(),
                boost::container::default_init);
  Walk walk(earlier.parts_.data(), parts_.data(), sum_);
  walk.parts_at_places(before.objects, state.objects, [&](std::size_t i) { return moot::of(state, state.objects[i]); });
  walk.parts_in_list(before.attachments, state.attachments,
                     [&](std::size_t i) { return moot::of(state, state.attachments[i]); });
  walk.parts_at_places(before.frames, state.frames, [&](std::size_t i) { return frame_at(state, i); });
  walk.parts_at_places(before.phases, state.phases, [&](std::size_t i) { return phase_at(state, i); });
  walk.parts_in_list(before.owed, state.owed, [&](std::size_t i) { return moot::of(state, state.owed[i]); });
}

Fingerprint fingerprint(std::string_view bytes) {
  const auto hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

} // namespace moot
