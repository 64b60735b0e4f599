// The canonical bytes of a state: what the explorers store and compare.
//
// Objects are written in the order of where they come from, not of their slots, and what others follow from is left out
// (reference counts, predefined objects). Numbers are variable-length: most take one byte.
#include "model/state.h"

#include <algorithm>
#include <numeric>

namespace moot {
namespace {

class Encoder {
public:
  Encoder(const State& state, bool order_matters, std::string& bytes)
      : state_(state), order_matters_(order_matters), bytes_(bytes) {}

  void run() {
    bytes_.clear();
    byte(static_cast<std::uint8_t>(state_.erroneous));
    answers();
    if (state_.erroneous != Clause::none) return; // nothing else matters any more
    byte(state_.finalized ? 1 : 0);
    rank_objects();
    for (const auto slot : order_) object(state_.objects[slot]);
    attachments();
    for (const auto& variable : state_.variables) value(variable);
    size(state_.frames.size());
    for (const auto& each : state_.frames) frame(each);
    size(state_.phases.size());
    for (const auto& each : state_.phases) phase(each);
    owed();
  }

private:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void unsigned_number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  void number(std::int64_t value) { // zigzag: small magnitudes are short
    unsigned_number(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }
  void size(std::size_t value) { unsigned_number(value); }
  void slot(Slot slot) { unsigned_number(slot == no_slot ? 0 : 1U + rank_[slot]); }

  void answers() {
    for (std::size_t i = 0; i < state_.answers.size(); ++i)
      if (state_.answers.at(i) != 0) byte(static_cast<std::uint8_t>(i)), byte(state_.answers.at(i));
    byte(0xff);
  }

  // Predefined objects come first and are not written; the others by kind, origin and name.
  void rank_objects() {
    rank_.resize(state_.objects.size());
    for (Slot i = 0; i < state_.objects.size(); ++i)
      if (state_.objects[i].kind != Kind::none && state_.objects[i].site < predefined_site) order_.push_back(i);
    std::ranges::stable_sort(order_, {}, [&](Slot i) {
      const auto& object = state_.objects[i];
      return std::pair(object.kind, object.identity());
    });
    std::uint32_t next = 0;
    for (Slot i = 0; i < state_.objects.size(); ++i)
      if (state_.objects[i].site >= predefined_site) rank_[i] = next++;
    for (const auto i : order_) rank_[i] = next++;
    size(order_.size());
  }

  void object(const Object& object) {
    byte(static_cast<std::uint8_t>(static_cast<unsigned>(object.kind) | (object.handle_live ? 8U : 0U) |
                                   (object.destructing ? 16U : 0U) | (object.matched ? 32U : 0U)));
    unsigned_number(object.site);
    unsigned_number(object.name);
    if (object.kind == Kind::key) {
      number(object.context);
      for (const auto function : object.functions) number(function);
    } else if (object.kind == Kind::datatype) {
      slot(object.base);
    } else if (object.kind == Kind::request) {
      number(object.context);
      slot(object.base);
      slot(object.comm);
      number(object.tag);
    }
  }

  void attachments() {
    boost::container::small_vector<std::uint32_t, 16> sorted(state_.attachments.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::ranges::stable_sort(sorted, {}, [&](std::uint32_t i) {
      const auto& value = state_.attachments[i];
      const auto by_key = order_matters_ ? 0U : 2 * rank_[value.key] + (value.dying ? 1U : 0U);
      return std::uint64_t{rank_[value.object]} << 32 | by_key;
    });
    size(sorted.size());
    for (const auto i : sorted) {
      const auto& value = state_.attachments[i];
      slot(value.object);
      unsigned_number(2 * rank_[value.key] + (value.dying ? 1U : 0U));
      number(value.value);
    }
  }

  void value(const Value& value) {
    byte(static_cast<std::uint8_t>(static_cast<unsigned>(value.type) | static_cast<unsigned>(value.kind) << 4));
    if (value.type == Value::Type::object)
      slot(static_cast<Slot>(value.number));
    else if (value.type != Value::Type::absent && value.type != Value::Type::null)
      number(value.number);
  }

  void frame(const Frame& frame) {
    byte(static_cast<std::uint8_t>(static_cast<unsigned>(frame.type) | unsigned{frame.thread} << 2));
    if (frame.type == Frame::Type::call) {
      byte(static_cast<std::uint8_t>(frame.procedure));
      for (const auto& argument : frame.arguments) value(argument);
      value(frame.result);
      byte(static_cast<std::uint8_t>(static_cast<unsigned>(frame.error) | (frame.may_fail ? 16U : 0U) |
                                     (frame.failed ? 32U : 0U)));
      slot(frame.created);
    } else if (frame.type == Frame::Type::code) {
      number(frame.block);
      unsigned_number(frame.position);
      if (!frame.is_callback) return;
      byte(static_cast<std::uint8_t>(frame.callback));
      slot(frame.key);
      slot(frame.object);
      for (const auto* argument : {&frame.key_argument, &frame.handle_argument, &frame.new_handle, &frame.new_value})
        value(*argument);
      number(frame.value);
      number(frame.context);
    }
  }

  void phase(const Phase& phase) {
    unsigned_number(phase.frame);
    byte(static_cast<std::uint8_t>(phase.type));
    slot(phase.object);
    slot(phase.created);
    slot(phase.key);
    number(phase.value);
  }

  // A set: sorted.
  void owed() {
    boost::container::small_vector<std::array<std::uint32_t, 4>, 16> sorted;
    for (const auto& owed : state_.owed)
      sorted.push_back({owed.phase, rank_[owed.object], rank_[owed.key], owed.key_freed ? 1U : 0U});
    std::ranges::sort(sorted);
    for (const auto& owed : sorted) {
      unsigned_number(owed[0]);
      unsigned_number(owed[1]);
      unsigned_number(2 * owed[2] + owed[3]);
    }
  }

  const State& state_;
  bool order_matters_;
  std::string& bytes_;
  boost::container::small_vector<std::uint32_t, 16> rank_;
  boost::container::small_vector<Slot, 16> order_;
};

} // namespace

void encode(const State& state, bool order_matters, std::string& bytes) { Encoder(state, order_matters, bytes).run(); }

} // namespace moot
