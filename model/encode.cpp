// The canonical bytes of a state: what the explorers store and compare.
//
// Objects are written in the order of where they come from, not of their slots, and what others follow from is left out
// (reference counts, predefined objects). Numbers are variable-length: most take one byte.
#include "model/state.h"

#include <algorithm>
#include <functional>

namespace moot {
namespace {

// Writers take the place to write at and return the place behind: a place in a member would be read and written again
// for every byte, since bytes may alias anything.
char* put_byte(char* at, unsigned value) {
  *at = static_cast<char>(value);
  return at + 1;
}

char* put(char* at, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) at = put_byte(at, static_cast<unsigned>(value | 0x80) & 0xff);
  return put_byte(at, static_cast<unsigned>(value));
}

char* put_signed(char* at, std::int64_t value) { // zigzag: small magnitudes are short
  return put(at, static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

// Most states are in order as they are.
template <typename Range, typename Key> void sort_by(Range& range, const Key& key) {
  if (!std::ranges::is_sorted(range, {}, key)) std::ranges::stable_sort(range, {}, key);
}

class Encoder {
public:
  Encoder(const State& state, bool order_matters) : state_(state), order_matters_(order_matters) {}

  std::string_view run(std::string& buffer) {
    if (buffer.size() < room()) buffer.resize(2 * room()); // more than enough: nothing is checked while writing
    return {buffer.data(), write(buffer.data())};
  }

private:
  static constexpr std::size_t number_size = 10; // a variable-length number's bytes, at most

  std::size_t room() const {
    return number_size * (16 + 2 * state_.answers.size() + 12 * state_.objects.size() + 4 * state_.attachments.size() +
                          2 * state_.variables.size() + 20 * state_.frames.size() + 8 * state_.phases.size() +
                          4 * state_.owed.size());
  }

  char* write(char* at) {
    at = put_byte(at, static_cast<unsigned>(state_.erroneous));
    at = answers(at);
    if (state_.erroneous != Clause::none) return at; // nothing else matters any more
    at = put_byte(at, state_.finalized ? 1 : 0);
    rank_objects();
    at = put(at, order_.size());
    for (const auto i : order_) at = object(at, state_.objects[i]);
    at = attachments(at);
    for (const auto& variable : state_.variables) at = value(at, variable);
    at = put(at, state_.frames.size());
    for (const auto& each : state_.frames) at = frame(at, each);
    at = put(at, state_.phases.size());
    for (const auto& each : state_.phases) at = phase(at, each);
    return owed(at);
  }

  char* slot(char* at, Slot slot) const { return put(at, slot == no_slot ? 0 : 1U + rank_[slot]); }

  char* answers(char* at) const {
    if (state_.answers == std::array<std::uint8_t, question_count>{}) return put_byte(at, 0xff);
    for (unsigned i = 0; i < state_.answers.size(); ++i)
      if (state_.answers.at(i) != 0) at = put_byte(put_byte(at, i), state_.answers.at(i));
    return put_byte(at, 0xff);
  }

  // Predefined objects come first and are not written; the others by origin and name.
  void rank_objects() {
    rank_.resize(state_.objects.size(), boost::container::default_init);
    std::uint32_t next = 0;
    for (Slot i = 0; i < state_.objects.size(); ++i) {
      if (state_.objects[i].site >= predefined_site)
        rank_[i] = next++;
      else if (state_.objects[i].kind != Kind::none)
        order_.push_back(i);
    }
    sort_by(order_, [&](Slot i) { return state_.objects[i].identity(); });
    for (const auto i : order_) rank_[i] = next++;
  }

  // A key with empty functions and context 0 is common, and says so in one bit.
  char* object(char* at, const Object& object) const {
    const auto& [copy, free, destroy] = object.functions;
    const bool plain = object.context == 0 && (copy & free & destroy) == empty_function; // (all bits set)
    at = put_byte(at, static_cast<unsigned>(object.kind) | (object.handle_live ? 8U : 0U) |
                          (object.destructing ? 16U : 0U) | (object.matched ? 32U : 0U) | (plain ? 64U : 0U) |
                          (object.name != 0 ? 128U : 0U));
    at = put(at, object.site);
    if (object.name != 0) at = put(at, object.name);
    if (object.kind == Kind::key) {
      if (plain) return at;
      at = put_signed(at, object.context);
      for (const auto function : object.functions) at = put_signed(at, function);
    } else if (object.kind == Kind::datatype) {
      at = put_byte(slot(at, object.base), object.committed ? 1 : 0);
    } else if (object.kind == Kind::request) {
      at = put_signed(at, object.context);
      at = slot(at, object.base);
      at = slot(at, object.comm);
      at = put_signed(at, object.tag);
    }
    return at;
  }

  // Within an object in the order of setting, where that can be told; else by key.
  char* attachments(char* at) const {
    const auto place = [&](const Attachment& value) {
      const auto by_key = order_matters_ ? 0U : 2 * rank_[value.key] + (value.dying ? 1U : 0U);
      return std::uint64_t{rank_[value.object]} << 32 | by_key;
    };
    at = put(at, state_.attachments.size());
    if (std::ranges::is_sorted(state_.attachments, {}, place)) {
      for (const auto& value : state_.attachments) at = attachment(at, value);
      return at;
    }
    auto sorted = state_.attachments;
    std::ranges::stable_sort(sorted, {}, place);
    for (const auto& value : sorted) at = attachment(at, value);
    return at;
  }

  char* attachment(char* at, const Attachment& value) const {
    at = put(at, rank_[value.object]);
    at = put(at, 2 * std::uint64_t{rank_[value.key]} + (value.dying ? 1U : 0U));
    return put_signed(at, value.value);
  }

  char* value(char* at, const Value& value) const {
    at = put_byte(at, static_cast<unsigned>(value.type) | static_cast<unsigned>(value.kind) << 4);
    if (value.type == Value::Type::object) return slot(at, static_cast<Slot>(value.number));
    if (value.type == Value::Type::absent || value.type == Value::Type::null) return at;
    return put_signed(at, value.number);
  }

  char* frame(char* at, const Frame& frame) const {
    at = put_byte(at, static_cast<unsigned>(frame.type) | unsigned{frame.thread} << 2);
    if (frame.type == Frame::Type::call) {
      at = put_byte(at, static_cast<unsigned>(frame.procedure));
      for (const auto& argument : frame.arguments) at = value(at, argument);
      at = value(at, frame.result);
      at = put_byte(at, static_cast<unsigned>(frame.error) | (frame.may_fail ? 16U : 0U) | (frame.failed ? 32U : 0U));
      return slot(at, frame.created);
    }
    if (frame.type != Frame::Type::code) return at;
    at = put_signed(at, frame.block);
    at = put(at, frame.position);
    if (!frame.is_callback) return at;
    at = put_byte(at, static_cast<unsigned>(frame.callback));
    at = slot(at, frame.key);
    at = slot(at, frame.object);
    for (const auto* argument : {&frame.key_argument, &frame.handle_argument, &frame.new_handle, &frame.new_value})
      at = value(at, *argument);
    at = put_signed(at, frame.value);
    return put_signed(at, frame.context);
  }

  char* phase(char* at, const Phase& phase) const {
    at = put(at, phase.frame);
    at = put_byte(at, static_cast<unsigned>(phase.type));
    for (const auto each : {phase.object, phase.created, phase.key}) at = slot(at, each);
    return put_signed(at, phase.value);
  }

  // A set: sorted.
  char* owed(char* at) const {
    boost::container::small_vector<std::array<std::uint32_t, 3>, 16> sorted;
    for (const auto& owed : state_.owed)
      sorted.push_back({owed.phase, rank_[owed.object], 2 * rank_[owed.key] + (owed.key_freed ? 1U : 0U)});
    sort_by(sorted, std::identity{});
    for (const auto& owed : sorted)
      for (const auto number : owed) at = put(at, number);
    return at;
  }

  const State& state_;
  bool order_matters_;
  boost::container::small_vector<std::uint32_t, 16> rank_;
  boost::container::small_vector<Slot, 16> order_;
};

} // namespace

std::string_view encode_into(const State& state, bool order_matters, std::string& buffer) {
  return Encoder(state, order_matters).run(buffer);
}

void encode(const State& state, bool order_matters, std::string& bytes) {
  bytes.resize(encode_into(state, order_matters, bytes).size());
}

} // namespace moot
