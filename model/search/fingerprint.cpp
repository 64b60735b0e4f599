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

// Takes in the fields of one part.
class Hasher {
public:
  static constexpr bool writes = true;

  // `place`: what kind of part, and which: equal parts in different places are different.
  // (Places are spread over all bits: fields come in by exclusive or, and small places would be taken for fields.)
  Hasher(const State& state, std::uint64_t place)
      : state_(state), low_(place * 0xd6e8feb86659fd93), high_(place * 0xa0761d6478bd642f) {}

  template <typename T> void number(const T& field) { take(as_number(field)); }
  template <unsigned... widths, typename... Ts> void group(const Ts&... fields) {
    const auto [word, fits] = side_by_side<widths...>({as_number(fields)...});
    if (fits) return take(word);
    take(UINT64_C(1) << 40);
    (number(fields), ...);
  }

  Fingerprint sum() const {
    return {mix(low_ ^ 0xa0761d6478bd642f, high_ ^ 0xe7037ed1a0b428db),
            mix(high_ ^ 0x8ebc6af09c88c6e3, low_ ^ 0x589965cc75374cc3)};
  }

private:
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
    return slot.it == no_slot ? 0 : std::uint64_t{1} + state_.objects[slot.it].site;
  }

  const State& state_;
  std::uint64_t low_, high_;
};

enum Part : std::uint64_t { object_part = 1, value_part, frame_part, phase_part, owed_part, answers_part };

class Sum {
public:
  explicit Sum(const Fingerprint& start = {}) : sum_(start) {}
  const Fingerprint& it() const { return sum_; }

  void add(const Fingerprint& part) { sum_.low += part.low, sum_.high += part.high; }
  void take_away(const Fingerprint& part) { sum_.low -= part.low, sum_.high -= part.high; }

private:
  Fingerprint sum_;
};

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

// The values on an object in the order of setting.
void add_ordered(const State& state, Sum& sum) {
  boost::container::small_vector<std::uint32_t, 16> ordinals(state.objects.size());
  for (const auto& value : state.attachments) sum.add(of(state, value, ++ordinals[value.object]));
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

template <typename Parts, typename Of>
void exchange_at_places(const Parts& before, const Parts& after, Sum& sum, const Of& of) {
  const auto common = std::min(before.size(), after.size());
  for (std::size_t i = 0; i < common; ++i)
    if (!same_bytes(before[i], after[i])) sum.take_away(of(false, i)), sum.add(of(true, i));
  for (auto i = common; i < before.size(); ++i) sum.take_away(of(false, i));
  for (auto i = common; i < after.size(); ++i) sum.add(of(true, i));
}

// Parts that move up where others go: what is before and after the change is the same.
template <typename Parts, typename Of>
void exchange_in_list(const Parts& before, const Parts& after, Sum& sum, const Of& of) {
  std::size_t first = 0;
  auto old_end = before.size();
  auto new_end = after.size();
  while (first < old_end && first < new_end && same_bytes(before[first], after[first])) ++first;
  while (old_end > first && new_end > first && same_bytes(before[old_end - 1], after[new_end - 1]))
    --old_end, --new_end;
  for (auto i = first; i < old_end; ++i) sum.take_away(of(false, i));
  for (auto i = first; i < new_end; ++i) sum.add(of(true, i));
}

// A slot with another object than before: what names it has changed its meaning, but not its bytes.
bool slots_changed_hands(const State& before, const State& after) {
  const auto common = std::min(before.objects.size(), after.objects.size());
  for (std::size_t i = 0; i < common; ++i)
    if (before.objects[i].site != after.objects[i].site && before.objects[i].kind != Kind::none &&
        after.objects[i].kind != Kind::none)
      return true;
  return false;
}

} // namespace

Fingerprint fingerprint(const State& state, SettingOrder setting_order) {
  Sum sum(of_answers(state));
  for (const auto& object : state.objects) sum.add(of(state, object));
  if (setting_order == SettingOrder::matters)
    add_ordered(state, sum);
  else
    for (const auto& value : state.attachments) sum.add(of(state, value));
  for (std::size_t i = 0; i < state.frames.size(); ++i) sum.add(frame_at(state, i));
  for (std::size_t i = 0; i < state.phases.size(); ++i) sum.add(phase_at(state, i));
  for (const auto& owed : state.owed) sum.add(of(state, owed));
  return sum.it();
}

Fingerprint fingerprint_after(const State& before, const Fingerprint& of_before, const State& state,
                              SettingOrder setting_order) {
  // (A new answer may be one to whether the order of setting can be told.)
  if (setting_order == SettingOrder::matters || before.answers != state.answers || slots_changed_hands(before, state))
    return fingerprint(state, setting_order);
  Sum sum(of_before);
  if (before.finalized != state.finalized) sum.take_away(of_answers(before)), sum.add(of_answers(state));
  const auto either = [&](bool after) -> const State& { return after ? state : before; };
  exchange_at_places(before.objects, state.objects, sum,
                     [&](bool after, std::size_t i) { return of(either(after), either(after).objects[i]); });
  exchange_in_list(before.attachments, state.attachments, sum,
                   [&](bool after, std::size_t i) { return of(either(after), either(after).attachments[i]); });
  exchange_at_places(before.frames, state.frames, sum,
                     [&](bool after, std::size_t i) { return frame_at(either(after), i); });
  exchange_at_places(before.phases, state.phases, sum,
                     [&](bool after, std::size_t i) { return phase_at(either(after), i); });
  exchange_in_list(before.owed, state.owed, sum,
                   [&](bool after, std::size_t i) { return of(either(after), either(after).owed[i]); });
  return sum.it();
}

Fingerprint fingerprint(std::string_view bytes) {
  const auto hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

} // namespace moot
