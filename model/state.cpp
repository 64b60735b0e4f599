#include "model/state.h"

#include <algorithm>

namespace moot {

Object predefined_object(Constant constant) {
  Object object;
  object.kind = kind(constant);
  object.handle_live = true;
  object.site = site_of(constant);
  object.references = 1;
  object.committed = object.kind == Kind::datatype || constant == Constant::comm_world;
  if (object.kind == Kind::keyval) object.of = constant < Constant::win_base ? Kind::communicator : Kind::window;
  return object;
}

namespace {

std::int64_t as_integer_of_32_bits(std::int64_t number) { return static_cast<std::int32_t>(number); }

} // namespace

// From the lowest bits: the name or slot, the site, the kind, the type (as none of the three: 0).
std::int64_t packed(const Value& handle) {
  const auto number = static_cast<std::uint64_t>(handle.number);
  const auto site = std::uint64_t{site_of(handle.number)};
  const auto short_site = site >= predefined_site ? (site - predefined_site) | 0x800000U : site;
  const auto type = static_cast<std::uint64_t>(handle.type) - static_cast<std::uint64_t>(Value::Type::object) + 1;
  return static_cast<std::int64_t>(type << 60 | static_cast<std::uint64_t>(handle.kind) << 56 | short_site << 32 |
                                   (number & 0xffffffffU));
}

Value unpacked(std::int64_t handle) {
  const auto bits = static_cast<std::uint64_t>(handle);
  const auto short_site = bits >> 32 & 0xffffffU;
  const auto site = (short_site & 0x800000U) != 0 ? predefined_site + (short_site - 0x800000U) : short_site;
  const auto type = (bits >> 60) + static_cast<std::uint64_t>(Value::Type::object) - 1;
  return {static_cast<Value::Type>(type), static_cast<Kind>(bits >> 56 & 0xfU),
          static_cast<std::int64_t>(site << 32 | (bits & 0xffffffffU))};
}

Value attribute_val(const Frame& callback) {
  const Value value{callback.value_type, Kind::none, callback.value};
  return value.is_handle() ? unpacked(callback.value) : value;
}
Value extra_state(const Frame& callback) {
  const Value value{callback.context_type, Kind::none, callback.context};
  return value.is_handle() ? unpacked(callback.context) : value;
}

Value seen_as(Style style, Stored stored) {
  switch (stored.put) {
  case Put::handle: return style == Style::pointer ? unpacked(stored.number) : Value{Value::Type::address};
  case Put::integer_handle:
    if (style != Style::pointer) return unpacked(stored.number);
    return {Value::Type::address, Kind::none, Value::a_handles_address};
  case Put::memory:
    if (style != Style::pointer) return {Value::Type::address};
    return {Value::Type::memory, Kind::none, stored.number};
  case Put::pointer_to_integer:
  case Put::pointer_to_wide:
    if (style != Style::pointer) return {Value::Type::address};
    return {stored.put == Put::pointer_to_wide ? Value::Type::wide_pointer : Value::Type::pointer, Kind::none,
            stored.number};
  case Put::unknown: return {Value::Type::address};
  case Put::integer:
  case Put::wide_integer:
    if (style != Style::pointer) break;
    return {stored.put == Put::integer ? Value::Type::pointer : Value::Type::wide_pointer, Kind::none, stored.number};
  case Put::address: break;
  }
  return Value::integer(style == Style::integer ? as_integer_of_32_bits(stored.number) : stored.number);
}

Stored stored_by(Style style, const Value& value) {
  const auto number = value.as_integer();
  if (value.is_handle()) return {packed(value), style == Style::pointer ? Put::handle : Put::integer_handle};
  if (value.type == Value::Type::memory && style == Style::pointer) return {value.number, Put::memory};
  if (value.is_address()) {
    if (style != Style::pointer || value.type == Value::Type::address) return {0, Put::unknown};
    return {value.number, value.type == Value::Type::pointer ? Put::pointer_to_integer : Put::pointer_to_wide};
  }
  if (style == Style::integer) return {as_integer_of_32_bits(number), Put::integer};
  return {number, style == Style::pointer ? Put::address : Put::wide_integer};
}

Frame main_frame(std::uint8_t thread) {
  Frame frame;
  frame.block = main_block;
  frame.thread = thread;
  return frame;
}

Slot State::add(const Object& object) {
  const auto hole = std::ranges::find(objects, Kind::none, &Object::kind);
  const auto slot = static_cast<Slot>(hole - objects.begin());
  if (hole == objects.end())
    objects.push_back(object);
  else
    *hole = object;
  if (object.kind == Kind::request) ++requests;
  if (object.kind == Kind::keyval) ++keyvals;
  return slot;
}

Slot State::predefined(Constant constant) const {
  const auto found = std::ranges::find(objects, site_of(constant), &Object::site);
  return found == objects.end() ? no_slot : static_cast<Slot>(found - objects.begin());
}

void State::forget(Slot slot) {
  const auto identity = objects[slot].identity();
  const auto make_stale = [&](Value& value) {
    if (value.is_object(slot)) value = {Value::Type::stale, value.kind, identity};
  };
  const auto clear = [&](Slot& field) {
    if (field == slot) field = no_slot;
  };
  each_value(make_stale);
  for (auto& frame : frames) {
    for (auto* field : {&frame.key, &frame.object, &frame.created}) clear(*field);
  }
  for (auto& phase : phases)
    for (auto* field : {&phase.object, &phase.created, &phase.key}) clear(*field);
  if (objects[slot].kind == Kind::request) --requests;
  if (objects[slot].kind == Kind::keyval) --keyvals;
  objects[slot] = Object{};
  while (!objects.empty() && objects.back().kind == Kind::none) objects.pop_back();
}

boost::container::small_vector<std::int64_t, 4> State::stale(Kind kind) const {
  boost::container::small_vector<std::int64_t, 4> found;
  const auto add = [&](const Value& value) {
    const bool fits = value.type == Value::Type::stale && value.kind == kind;
    if (fits && std::ranges::find(found, value.number) == found.end()) found.push_back(value.number);
  };
  for (const auto& value : variables) add(value);
  for (const auto& value : attachments) // the program may get it back
    if (is_handle(value.put)) add(unpacked(value.value));
  return found;
}

void State::revive(std::int64_t identity, Slot slot) {
  each_value([&](Value& value) {
    if (value.type == Value::Type::stale && value.kind == objects[slot].kind && value.number == identity)
      value = Value::object(value.kind, slot);
  });
}

void State::pop_frame(std::size_t frame) {
  frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(frame));
  for (auto& phase : phases)
    if (phase.frame > frame) --phase.frame;
}

void State::pop_phase(std::size_t phase) {
  phases.erase(phases.begin() + static_cast<std::ptrdiff_t>(phase));
  for (auto& obligation : owed)
    if (obligation.phase > phase) --obligation.phase;
}

std::size_t State::insert_phase(std::size_t before, const Phase& phase) {
  phases.insert(phases.begin() + static_cast<std::ptrdiff_t>(before), phase);
  for (auto& obligation : owed)
    if (obligation.phase >= before) ++obligation.phase;
  return before;
}

boost::container::small_vector<std::uint32_t, 16> State::count_references() const {
  boost::container::small_vector<std::uint32_t, 16> counts(objects.size(), boost::container::default_init);
  for (Slot i = 0; i < objects.size(); ++i) counts[i] = objects[i].handle_live ? 1 : 0; // the user's handle
  for (const auto& value : attachments) ++counts[value.key];
  for (const auto& object : objects) // derived from it, or an operation on it
    for (const auto kept : {object.base, object.comm})
      if (kept != no_slot) ++counts[kept];
  for (const auto& phase : phases) {
    if (phase.type == Phase::Type::replace && phase.key != no_slot) ++counts[phase.key]; // a value that is to be set
    if (phase.type == Phase::Type::hold && phase.object != no_slot) ++counts[phase.object];
  }
  return counts;
}

const Attachment* State::find(Slot object, Slot key) const {
  for (const auto& value : attachments)
    if (value.object == object && value.key == key && !value.dying) return &value;
  return nullptr;
}

const Attachment* State::find_any(Slot object, Slot key) const {
  const auto* living = find(object, key);
  return living != nullptr ? living : dying(object, key);
}

const Attachment* State::dying(Slot object, Slot key) const {
  const Attachment* last = nullptr;
  for (const auto& value : attachments)
    if (value.object == object && value.key == key && value.dying) last = &value;
  return last;
}

} // namespace moot
