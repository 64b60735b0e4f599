#include "model/law/state.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace moot {

Object predefined_object(Constant constant) {
  Object object;
  object.kind = kind(constant);
  object.handle_live = true;
  object.site = site_of(constant);
  object.references = 1;
  object.committed = object.kind == Kind::datatype || constant == Constant::comm_world ||
                     constant == Constant::errors_are_fatal; // (kinds.h)
  if (object.kind == Kind::keyval) object.of = constant < Constant::win_base ? Kind::communicator : Kind::window;
  return object;
}

Slot State::add(const Object& object) {
  const auto hole = std::ranges::find(objects, Kind::none, &Object::kind);
  const auto slot = static_cast<Slot>(hole - objects.begin());
  if (hole == objects.end())
    objects.add(object);
  else
    objects.edit(slot) = object;
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
  frames.edit_each([&](Frame& frame) { frame.each_slot(clear); });
  phases.edit_each([&](Phase& phase) {
    for (auto* field : {&phase.object, &phase.created, &phase.key}) clear(*field);
  });
  forgive([&](const Obligation& it) { return it.object == slot || it.key == slot; });
  if (objects[slot].kind == Kind::request) --requests;
  if (objects[slot].kind == Kind::keyval) --keyvals;
  objects.edit(slot) = Object{};
  while (!objects.empty() && objects.back().kind == Kind::none) objects.remove_last();
}

namespace {

// Of values that the program has, or may get back.
template <typename Visit> void each_of_programs(const State& state, const Visit& visit) {
  for (const auto& value : state.variables) visit(value);
  for (const auto& value : state.attachments)
    if (is_handle(value.put)) visit(unpacked(value.value));
}

} // namespace

bool State::is_named(Slot slot) const {
  bool is = false;
  each_of_programs(*this,
                   [&](const Value& value) { is = is || (value.kind == objects[slot].kind && value.is_object(slot)); });
  return is;
}

boost::container::small_vector<std::int64_t, 4> State::stale(Kind kind) const {
  boost::container::small_vector<std::int64_t, 4> found;
  each_of_programs(*this, [&](const Value& value) {
    const bool fits = value.type == Value::Type::stale && value.kind == kind;
    if (fits && std::ranges::find(found, value.number) == found.end()) found.push_back(value.number);
  });
  return found;
}

void State::revive(std::int64_t identity, Slot slot) {
  each_value([&](Value& value) {
    if (value.type == Value::Type::stale && value.kind == objects[slot].kind && value.number == identity)
      value = Value::object(value.kind, slot);
  });
}

namespace {

// Puts parts in the order of their ranks. Gives back where each has gone; nothing: they all stand where they stood.
template <typename All, typename Rank> std::vector<std::uint32_t> put_in_order(All& parts, const Rank& rank) {
  if (std::ranges::is_sorted(parts, {}, rank)) return {};
  std::vector<std::uint32_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return rank(parts[i]); });
  std::vector<std::uint32_t> places(parts.size());
  std::vector<typename All::value_type> sorted;
  for (const auto i : order) {
    places[i] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(parts[i]);
  }
  parts.assign(sorted.data(), sorted.data() + sorted.size());
  return places;
}

} // namespace

void State::bring_last(std::uint32_t thread) {
  const auto rank = [&](const Frame& frame) { return frame.thread == thread ? no_thread : frame.thread; };
  if (const auto places = put_in_order(frames, rank); !places.empty())
    phases.edit_each([&](Phase& phase) { phase.frame = places[phase.frame]; });
  const auto places = put_in_order(phases, [&](const Phase& phase) { return rank(frames[phase.frame]); });
  if (places.empty()) return;
  owed.edit_each([&](Obligation& it) { it.phase = places[it.phase]; });
  put_in_order(owed, [](const Obligation& it) { return it.phase; });
}

void State::pop_frame(std::size_t frame) {
  frames.remove(frame);
  phases.edit_where([&](const Phase& it) { return it.frame > frame; }, [](Phase& it) { --it.frame; });
}

void State::pop_phase(std::size_t phase) {
  phases.remove(phase);
  owed.edit_where([&](const Obligation& it) { return it.phase > phase; }, [](Obligation& it) { --it.phase; });
}

std::size_t State::insert_phase(std::size_t before, const Phase& phase) {
  phases.insert(before, phase);
  owed.edit_where([&](const Obligation& it) { return it.phase >= before; }, [](Obligation& it) { ++it.phase; });
  return before;
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
