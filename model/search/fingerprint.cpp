#include "model/search/fingerprint.h"

#include "model/search/answers.h"

#include "model/search/fields.h"

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

  template <typename T> void number(const T& field) { take(as_number(field), 0); }
  // Side by side, each in as many bits as its type has: then all fit, and nobody has to look.
  template <unsigned..., typename... Ts> void group(const Ts&... fields) {
    std::array<std::uint64_t, sizeof...(Ts) + 1> words{};
    std::size_t last = 0;
    unsigned used = 0;
    const auto put = [&](std::uint64_t number, unsigned bits) {
      if (used + bits > 64) ++last, used = 0;
      words.at(last) |= number << used;
      used += bits;
    };
    (put(as_number(fields), width<Ts>), ...);
    for (std::size_t i = 0; i <= last; i += 2) take(words.at(i), words.at(i + 1));
  }

  Fingerprint sum() {
    take(0xa0761d6478bd642f, 0xe7037ed1a0b428db);
    return {low_, high_};
  }

private:
  // (Two words at a time. One half of what comes out is their product, folded; the other is linear, and different for all
  // that differ in one word.)
  void take(std::uint64_t a, std::uint64_t b) {
    low_ ^= a, high_ ^= b;
    const auto product = mix(low_, high_);
    high_ = low_ * 0x9e3779b97f4a7c15 + high_ * 0xc2b2ae3d27d4eb4f;
    low_ = product;
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
  hasher.number(state.initialised);
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

} // namespace

// The prints of parts that are as they were stay. (What names a slot is touched, or goes, where another object comes into that: the object
// before had no references.)
template <std::size_t few, typename Of, typename Print>
void Prints::renew(List<few>& prints, const Of& parts, const Print& print) {
  for (; prints.size() > parts.size(); prints.pop_back()) take_away(sum_, prints.back());
  parts.each_touched(prints.size(), [&](std::size_t i) {
    auto& its = prints[i];
    take_away(sum_, its);
    add(sum_, its = print(i));
  });
  while (prints.size() < parts.size()) add(sum_, prints.emplace_back(print(prints.size())));
}

void Prints::renew_all(const State& state) {
  renew(objects_, state.objects, [&](std::size_t i) { return moot::of(state, state.objects[i]); });
  if (by_parts_)
    renew(values_, state.attachments, [&](std::size_t i) { return moot::of(state, state.attachments[i]); });
  renew(frames_, state.frames, [&](std::size_t i) { return frame_at(state, i); });
  renew(phases_, state.phases, [&](std::size_t i) { return phase_at(state, i); });
  renew(owed_, state.owed, [&](std::size_t i) { return moot::of(state, state.owed[i]); });
}

void Prints::after_step(const State& state, SettingOrder setting_order) {
  if (!by_parts_ || setting_order == SettingOrder::matters || state.finalized != finalized_ ||
      state.initialised != initialised_)
    return of(state, setting_order);
  renew_all(state);
}

void Prints::of(const State& state, SettingOrder setting_order) {
  by_parts_ = setting_order == SettingOrder::forgotten;
  finalized_ = state.finalized;
  initialised_ = state.initialised;
  sum_ = of_answers(state);
  objects_.clear(), values_.clear(), frames_.clear(), phases_.clear(), owed_.clear();
  renew_all(state);
  if (!by_parts_) add_ordered(state, sum_);
}

Fingerprint fingerprint(std::string_view bytes) {
  const auto hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

} // namespace moot
