#include "model/state.h"

#include <algorithm>

namespace moot {

Object predefined_object(Constant constant) {
  Object object;
  object.kind = kind(constant);
  object.handle_live = true;
  object.site = site_of(constant);
  object.references = 1;
  object.committed = object.kind == Kind::datatype;
  return object;
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
  return slot;
}

void State::forget(Slot slot) {
  const auto identity = objects[slot].identity();
  const auto make_stale = [&](Value& value) {
    if (value.is_object(slot)) value = {Value::Type::stale, value.kind, identity};
  };
  const auto clear = [&](Slot& field) {
    if (field == slot) field = no_slot;
  };
  for (auto& value : variables) make_stale(value);
  for (auto& frame : frames) {
    for (auto& value : frame.arguments) make_stale(value);
    make_stale(frame.result);
    for (auto* field : {&frame.key, &frame.object, &frame.created}) clear(*field);
  }
  for (auto& phase : phases)
    for (auto* field : {&phase.object, &phase.created, &phase.key}) clear(*field);
  if (objects[slot].kind == Kind::request) --requests;
  objects[slot] = Object{};
  while (!objects.empty() && objects.back().kind == Kind::none) objects.pop_back();
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
  for (const auto& phase : phases) // a value that is to be set
    if (phase.type == Phase::Type::replace && phase.key != no_slot) ++counts[phase.key];
  return counts;
}

const Attachment* State::find(Slot object, Slot key, bool dying) const {
  const Attachment* fallback = nullptr;
  for (const auto& attachment : attachments) {
    if (attachment.object != object || attachment.key != key) continue;
    if (!attachment.dying) return &attachment;
    fallback = &attachment;
  }
  return dying ? fallback : nullptr;
}

} // namespace moot
