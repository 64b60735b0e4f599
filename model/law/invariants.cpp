#include "model/law/invariants.h"

#include "model/law/kinds.h"
#include "model/law/law.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace moot {
namespace {

struct Text {
  std::string_view id, text;
};
constexpr std::array<Text, invariant_count> texts{{
    {"references-add-up", "an object's references are those that something holds"},
    {"freed-keys-have-a-purpose", "a freed key lives exactly as long as a value under it"},
    {"values-are-on-objects", "a value is on an object, and under a key, that exists"},
    {"one-value-for-a-key", "a key has one value on an object, beside those whose destroy callback runs"},
    {"obligations-have-values", "a callback is owed for a value that is there, or about to be set"},
    {"values-go-once", "a value goes at the end of its destroy callback, and only then"},
}};

using Objects = std::span<const Object>;

bool exists(Objects objects, Slot slot) { return slot < objects.size() && objects[slot].kind != Kind::none; }

// Pairs of object and key: of a few objects, as bits of a word.
class FewPairs {
public:
  static constexpr std::size_t objects = 8;
  void insert(Slot object, Slot key) { bits_ |= bit(object, key); }
  bool has(Slot object, Slot key) const { return (bits_ & bit(object, key)) != 0; }

private:
  static std::uint64_t bit(Slot object, Slot key) { return std::uint64_t{1} << (object * objects + key); }
  std::uint64_t bits_ = 0;
};

class ManyPairs {
public:
  explicit ManyPairs(std::size_t objects) : objects_(objects), bits_(objects * objects) {}
  void insert(Slot object, Slot key) { bits_[object * objects_ + key] = true; }
  bool has(Slot object, Slot key) const { return bits_[object * objects_ + key]; }

private:
  std::size_t objects_;
  std::vector<bool> bits_;
};

// How many references each object has, as it follows from the rest of the state.
template <typename Counts> void count(const State& state, Counts& held) {
  const auto hold = [&](Slot kept) {
    if (kept != no_slot) ++held[kept];
  };
  for (Slot slot = 0; const auto& object : state.objects) {
    held[slot++] += users_handles(object) +
                    (object.kind == Kind::request && request_of(object).active() ? 1 : 0); // (its operation)
    hold(object.base), hold(object.comm); // derived from it, or an operation on it
  }
  for (const auto& value : state.attachments) ++held[value.key];
  for (const auto& phase : state.phases) {
    if (phase.type == Phase::Type::replace) hold(phase.key); // a value that is to be set
    if (phase.type == Phase::Type::hold || phase.type == Phase::Type::clean_up) hold(phase.object);
  }
}

// A freed key that nothing refers to is there only while its own values are being destroyed.
bool has_a_purpose(const State& state, Slot slot) {
  const auto& key = state.objects[slot];
  if (!may_keep_each_other(key.kind) || key.handle_live) return true;
  return key.destructing && std::ranges::find(state.attachments, slot, &Attachment::object) != state.attachments.end();
}

// A replacement is not done: its new value takes the place of the old one, and what is owed for that.
bool is_to_be_set(const State& state, const Obligation& owed) {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.type == Phase::Type::replace && phase.object == owed.object && phase.key == owed.key;
  });
}

// In few walks along the state: surveys ask it of every state. `held`: counts, all 0; `there`: values;
// `standing`: those that no destroy callback runs for.
template <typename Counts, typename Pairs>
std::optional<Invariant> first_broken(const State& state, Counts held, Pairs there, Pairs standing) {
  const Objects objects(state.objects.data(), state.objects.size());
  for (const auto& value : state.attachments) {
    if (!exists(objects, value.object) || value.key >= objects.size() || objects[value.key].kind != Kind::key)
      return Invariant::values_are_on_objects;
    there.insert(value.object, value.key);
    if (value.dying) continue;
    if (standing.has(value.object, value.key)) return Invariant::one_value_for_a_key;
    standing.insert(value.object, value.key);
  }
  count(state, held);
  for (Slot slot = 0; const auto& object : objects) {
    if (object.references != held[slot]) return Invariant::references_add_up;
    if (object.references == 0 && !has_a_purpose(state, slot)) return Invariant::freed_keys_have_a_purpose;
    ++slot;
  }
  for (const auto& owed : state.owed) {
    const bool has_value =
        owed.object < objects.size() && owed.key < objects.size() && there.has(owed.object, owed.key);
    if (!has_value && !is_to_be_set(state, owed)) return Invariant::obligations_have_values;
  }
  return std::nullopt;
}

} // namespace

std::string_view id(Invariant invariant) { return texts.at(static_cast<std::size_t>(invariant)).id; }
std::string_view text(Invariant invariant) { return texts.at(static_cast<std::size_t>(invariant)).text; }

bool references_add_up(const State& state) {
  std::vector<std::uint32_t> held(state.objects.size());
  count(state, held);
  return std::ranges::equal(state.objects, held, {}, &Object::references);
}

std::optional<Invariant> broken(const State& state) {
  if (state.erroneous != Clause::none) return std::nullopt;
  const auto objects = state.objects.size();
  if (objects <= FewPairs::objects)
    return first_broken(state, std::array<std::uint32_t, FewPairs::objects>{}, FewPairs{}, FewPairs{});
  return first_broken(state, std::vector<std::uint32_t>(objects), ManyPairs(objects), ManyPairs(objects));
}

void ValuesBefore::of(const State& state) {
  all_.resize(state.attachments.size(), boost::container::default_init);
  auto* next = all_.data();
  for (const auto& value : state.attachments) {
    const auto function = state.objects[value.key].functions[static_cast<std::size_t>(Callback::destroy)];
    next->it = value;
    next->null_function = function == null_function;
    next->on_a_live_handle = state.objects[value.object].handle_live;
    ++next;
  }
}

bool ValuesBefore::may_go_silently(const One& value, const State& after, const Reading& reading) {
  return value.null_function || (value.on_a_live_handle && may_be(reading, after, ValueAfterFreeCallback::cleared)) ||
         may_be(reading, after, FailedDup::none) || may_be(reading, after, SetInDestroy::inner_silent) ||
         may_be(reading, after, SetInDestroy::recurses);
}

// New values stand at the end, those that stay keep their order: one walk along both.
bool ValuesBefore::go_once(const State& after, Destroyed destroyed, const Reading& reading) const {
  bool was_destroyed = destroyed.key == no_slot;
  if (was_destroyed && !after.attachments.is_touched()) return true; // the step has left the values alone
  std::size_t next = 0;
  for (const auto& one : all_) {
    const auto& value = one.it;
    if (!was_destroyed && value.object == destroyed.object && value.key == destroyed.key &&
        value.dying == destroyed.dying) {
      was_destroyed = true; // (the same may have been set anew: then it stands at the end)
      continue;
    }
    const auto same = [&](const Attachment& other) {
      return other.object == value.object && other.key == value.key && other.value == value.value;
    };
    if (next < after.attachments.size() && same(after.attachments[next]))
      ++next;
    else if (!may_go_silently(one, after, reading))
      return false;
  }
  return was_destroyed || may_be(reading, after, SetInDestroy::recurses); // (an inner set's callback may have ended it)
}

} // namespace moot
