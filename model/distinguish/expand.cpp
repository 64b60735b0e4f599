#include "model/distinguish/expand.h"

#include <algorithm>
#include <utility>

namespace moot {
namespace {

// Callbacks in callbacks. What goes deeper recurses: a program of a few calls, on a few objects, has no more to run at once.
constexpr std::ptrdiff_t most_nested = 10;

Reading where_they_agree(const Reading& a, const Reading& b) {
  Reading reading = a;
  for (std::size_t i = 0; i < a.answers.size(); ++i)
    if (a.answers.at(i) != b.answers.at(i)) reading.answers.at(i) = open_answer;
  return reading;
}

bool is_code(const Frame& frame) { return frame.type == Frame::Type::code; }

bool recurses(const State& state) {
  const auto is_callback = [](const Frame& frame) { return is_code(frame) && frame.is_callback; };
  return std::ranges::count_if(state.frames, is_callback) > most_nested;
}

SharedBodies shared(const SharedBodies& before, const Bodies& bodies) {
  return bodies == *before ? before : std::make_shared<const Bodies>(bodies);
}

} // namespace

Expander::Expander(const Reading& a, const Reading& b)
    : agreed_(where_they_agree(a, b)), a_(a), b_(b), common_(agreed_), start_(start_of_history()) {}

Expansion Expander::expand(const PackedPosition& position, bool may_call) {
  out_ = {};
  position_ = unpack(position, start_);
  may_call_ = may_call;
  // What the program holds, and where it is, is the same in all states.
  const auto& any = position_.a.front();
  if (recurses(any)) return std::move(out_);
  if (mpis_happenings()) return std::move(out_);
  for (std::uint8_t thread = 0; thread < 2; ++thread) {
    const auto top = any.top(thread);
    if (top != any.frames.size() && is_code(any.frames[top])) programs_happenings(thread);
  }
  return std::move(out_);
}

// ---- what MPI does

bool Expander::mpis_happenings() {
  one_call_more_ = false;
  bool asked = false;
  if (position_.common) {
    auto both = common_.nexts(position_.a, asked);
    if (!asked) {
      for (auto& [seen, next] : both) follow(next.happening, std::move(next.possible), std::nullopt);
      return false;
    }
    position_.common = false;
    position_.b = position_.a;
  }
  auto in_a = a_.nexts(position_.a, asked);
  auto in_b = b_.nexts(position_.b, asked);
  for (const auto& [seen, next] : in_a)
    if (!in_b.contains(seen)) out_.telling.push_back({next.happening});
  for (const auto& [seen, next] : in_b)
    if (!in_a.contains(seen)) out_.telling.push_back({next.happening});
  if (!out_.telling.empty()) return true;
  for (auto& [seen, next] : in_a) follow(next.happening, std::move(next.possible), std::move(in_b.at(seen).possible));
  return false;
}

void Expander::follow(const Happening& happening, Possible a, std::optional<Possible> b) {
  if (!b) {
    auto closed = a;
    common_.close(closed);
    if (!closed.asked) return arrive(happening, position_.bodies, std::move(closed), std::nullopt);
    b = a;
  }
  arrive(happening, position_.bodies, std::move(a), std::move(b));
}

// ---- what the program does

void Expander::programs_happenings(std::uint8_t thread) {
  const auto& any = position_.a.front();
  const auto& code = any.frames[any.top(thread)];
  if (!code.is_callback) return new_calls(thread, -1);
  const auto function = code.block;
  const auto& body = position_.bodies->at(static_cast<std::size_t>(function));
  if (body.known && code.position < body.calls.size()) return make(thread, body.calls[code.position], function);
  if (body.known) return end(thread, body.copies, function);
  end(thread, false, function);
  if (code.callback == Callback::copy) end(thread, true, function);
  new_calls(thread, function);
}

void Expander::new_calls(std::uint8_t thread, std::int32_t function) {
  const auto& any = position_.a.front();
  if (!may_call_ || any.finalized) return;
  for (const auto& action : actions(any)) make(thread, action, function);
}

// A call, by main (no function) or by a key's function: the first time it is written down.
void Expander::make(std::uint8_t thread, const Action& action, std::int32_t function) {
  Bodies bodies = *position_.bodies;
  one_call_more_ = true;
  if (function >= 0) {
    auto& body = bodies.at(static_cast<std::size_t>(function));
    one_call_more_ = !body.known;
    if (one_call_more_) body.calls.push_back(action);
  }
  if (action.procedure == Procedure::key_create)
    for (const auto callback : {Callback::copy, Callback::free, Callback::destroy})
      bodies.at(static_cast<std::size_t>(function_of(action.site, callback))) = {};
  Happening happening;
  happening.action = action;
  take_step(happening, bodies,
            [&](const Side& side, const std::vector<State>& states) { return side.call(states, thread, action); });
}

void Expander::end(std::uint8_t thread, bool copies, std::int32_t function) {
  Bodies bodies = *position_.bodies;
  auto& body = bodies.at(static_cast<std::size_t>(function));
  body.known = true;
  body.copies = copies;
  one_call_more_ = false;
  Happening happening;
  happening.type = Happening::Type::end;
  happening.function = function;
  happening.copies = copies;
  take_step(happening, bodies,
            [&](const Side& side, const std::vector<State>& states) { return side.end(states, thread, copies); });
}

template <typename Step> void Expander::take_step(const Happening& happening, const Bodies& bodies, const Step& step) {
  auto next_bodies = shared(position_.bodies, bodies);
  if (position_.common) {
    auto both = step(common_, position_.a);
    common_.close(both);
    if (!both.asked) return arrive(happening, std::move(next_bodies), std::move(both), std::nullopt);
  }
  arrive(happening, std::move(next_bodies), step(a_, position_.a),
         step(b_, position_.common ? position_.a : position_.b));
}

// ---- both

// Without b: both are alike, and closed.
void Expander::arrive(Happening happening, SharedBodies bodies, Possible a, std::optional<Possible> b) {
  Position next;
  next.bodies = std::move(bodies);
  if (b) {
    a_.close(a);
    b_.close(*b);
    happening.ends_in_fault = a.erroneous != b->erroneous;
    if (happening.ends_in_fault || a.states.empty() != b->states.empty()) {
      out_.telling.push_back({happening, one_call_more_});
      return;
    }
    next.b = std::move(b->states);
    next.common = false;
  }
  next.a = std::move(a.states);
  if (!next.a.empty()) out_.next.push_back({happening, one_call_more_, pack(next, buffer_)});
}

} // namespace moot
