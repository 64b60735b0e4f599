#include "model/law/invariants.h"

#include "model/law/law.h"

#include <algorithm>
#include <array>
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

bool exists(const State& state, Slot slot) {
  return slot < state.objects.size() && state.objects[slot].kind != Kind::none;
}

bool references_add_up(const State& state) {
  return std::ranges::equal(state.objects, state.count_references(), {}, &Object::references);
}

// Pairs of object and key, as a set of bits: of eight objects, in one word.
class Pairs {
public:
  explicit Pairs(std::size_t objects) : objects_(objects) {
    if (objects > 8) more_.resize(objects * objects / 64);
  }
  // False: it was there.
  bool insert(Slot object, Slot key) {
    auto& bits = word(object * objects_ + key);
    const auto bit = std::uint64_t{1} << (object * objects_ + key) % 64;
    const bool fresh = (bits & bit) == 0;
    bits |= bit;
    return fresh;
  }

private:
  std::uint64_t& word(std::size_t bit) { return bit < 64 ? first_ : more_[bit / 64 - 1]; }

  std::size_t objects_;
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;
};

// A freed key that nothing refers to is there only while its own values are being destroyed.
bool has_a_purpose(const State& state, Slot slot) {
  const auto& key = state.objects[slot];
  if (!may_keep_each_other(key.kind) || key.handle_live || key.references > 0) return true;
  return key.destructing && std::ranges::find(state.attachments, slot, &Attachment::object) != state.attachments.end();
}

// A replacement is not done: its new value takes the place of the old one, and what is owed for that.
bool is_to_be_set(const State& state, const Obligation& owed) {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.type == Phase::Type::replace && phase.object == owed.object && phase.key == owed.key;
  });
}

} // namespace

std::string_view id(Invariant invariant) { return texts.at(static_cast<std::size_t>(invariant)).id; }
std::string_view text(Invariant invariant) { return texts.at(static_cast<std::size_t>(invariant)).text; }

std::optional<Invariant> broken(const State& state) {
  if (state.erroneous != Clause::none) return std::nullopt;
  Pairs set(state.objects.size()); // values that no destroy callback runs for
  for (const auto& value : state.attachments) {
    if (!exists(state, value.object) || !exists(state, value.key) || state.objects[value.key].kind != Kind::key)
      return Invariant::values_are_on_objects;
    if (!value.dying && !set.insert(value.object, value.key)) return Invariant::one_value_for_a_key;
  }
  if (!references_add_up(state)) return Invariant::references_add_up;
  for (Slot slot = 0; slot < state.objects.size(); ++slot)
    if (!has_a_purpose(state, slot)) return Invariant::freed_keys_have_a_purpose;
  for (const auto& owed : state.owed)
    if (state.find_any(owed.object, owed.key) == nullptr && !is_to_be_set(state, owed))
      return Invariant::obligations_have_values;
  return std::nullopt;
}

namespace {

bool may_go_silently(const State& before, const State& after, const Attachment& value, const Reading& reading) {
  const auto& functions = before.objects[value.key].functions;
  return functions[static_cast<std::size_t>(Callback::destroy)] == null_function ||
         (before.objects[value.object].handle_live && may_be(reading, after, ValueAfterFreeCallback::cleared)) ||
         may_be(reading, after, FailedDup::none) || may_be(reading, after, SetInDestroy::inner_silent) ||
         may_be(reading, after, SetInDestroy::recurses);
}

} // namespace

// New values stand at the end, those that stay keep their order: one walk along both.
bool values_go_once(const State& before, const State& after, Destroyed destroyed, const Reading& reading) {
  bool was_destroyed = destroyed.key == no_slot;
  if (was_destroyed && !after.attachments.is_touched()) return true; // the step has left the values alone
  std::size_t next = 0;
  for (const auto& value : before.attachments) {
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
    else if (!may_go_silently(before, after, value, reading))
      return false;
  }
  return was_destroyed || may_be(reading, after, SetInDestroy::recurses); // (an inner set's callback may have ended it)
}

} // namespace moot
