#include "model/distinguish/expand.h"

#include <algorithm>
#include <utility>

namespace moot {
namespace {

// Callbacks in callbacks. What goes deeper recurses: a program of a few calls, on a few objects, has no more to run at once.
constexpr std::ptrdiff_t most_nested = 10;

constexpr std::int32_t no_function = -1;

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
    : agreed_(std::make_unique<const Reading>(where_they_agree(a, b))), a_(a), b_(b), common_(*agreed_),
      start_(start_of_history()), order_matters_(common_.order_matters(start_)) {}

PackedPosition Expander::start() {
  Position position;
  position.a = {start_};
  position.bodies = std::make_shared<const Bodies>();
  return pack(position, order_matters_, buffer_);
}

void Expander::take(const PackedPosition& position) {
  out_ = {};
  position_ = unpack(position, start_);
}

// Where the program may go on. (It is at the same place in all states.)
template <typename Work> void Expander::on_each_thread(const Work& work) {
  const auto& any = position_.a.front();
  for (std::uint8_t thread = 0; thread < 2; ++thread) {
    const auto top = any.top(thread);
    if (top != any.frames.size() && is_code(any.frames[top])) work(thread);
  }
}

Expansion Expander::expand(const PackedPosition& position) {
  take(position);
  if (recurses(position_.a.front())) return std::move(out_);
  mpis_happenings();
  on_each_thread([&](std::uint8_t thread) { go_on(thread); });
  return std::move(out_);
}

Expansion Expander::expand_by_a_call(const PackedPosition& position) {
  take(position);
  const auto& any = position_.a.front();
  if (!recurses(any) && !any.finalized) on_each_thread([&](std::uint8_t thread) { new_calls(thread); });
  return std::move(out_);
}

// ---- what MPI does

void Expander::mpis_happenings() {
  bool asked = false;
  if (position_.common) {
    auto both = common_.nexts(position_.a, asked);
    if (!asked) {
      for (auto& [seen, next] : both) follow(next.happening, std::move(next.possible), std::nullopt);
      return;
    }
    position_.common = false;
    position_.b = position_.a;
  }
  auto in_a = a_.nexts(position_.a, asked);
  auto in_b = b_.nexts(position_.b, asked);
  for (const auto& [seen, next] : in_b)
    if (!in_a.contains(seen)) out_.telling.push_back(next.happening);
  for (auto& [seen, next] : in_a) {
    if (const auto same = in_b.find(seen); same != in_b.end())
      follow(next.happening, std::move(next.possible), std::move(same->second.possible));
    else
      out_.telling.push_back(next.happening);
  }
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

void Expander::go_on(std::uint8_t thread) {
  const auto& any = position_.a.front();
  const auto& code = any.frames[any.top(thread)];
  if (!code.is_callback) return;
  const auto& body = position_.bodies->at(static_cast<std::size_t>(code.block));
  if (body.known && code.position < body.calls.size()) return repeat(thread, body.calls[code.position], code.block);
  if (body.known) return end(thread, body.copies, code.block);
  end(thread, false, code.block);
  if (code.callback == Callback::copy) end(thread, true, code.block);
}

void Expander::repeat(std::uint8_t thread, const Action& action, std::int32_t function) {
  if (may_repeat(action, position_.a, position_.common ? position_.a : position_.b)) make(thread, action, function);
}

void Expander::new_calls(std::uint8_t thread) {
  const auto& any = position_.a.front();
  const auto& code = any.frames[any.top(thread)];
  const auto function = code.is_callback ? code.block : no_function;
  if (code.is_callback && position_.bodies->at(static_cast<std::size_t>(function)).known) return;
  for (const auto& action : actions(position_.a, position_.common ? position_.a : position_.b))
    make(thread, action, function, false);
}

// A call, by main or by a key's function; `written`: it is in the function's text already.
void Expander::make(std::uint8_t thread, const Action& action, std::int32_t function, bool written) {
  Bodies bodies = *position_.bodies;
  if (function != no_function && !written) bodies.at(static_cast<std::size_t>(function)).calls.push_back(action);
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
void Expander::arrive(const Happening& happening, SharedBodies bodies, Possible a, std::optional<Possible> b) {
  Position next;
  next.bodies = std::move(bodies);
  if (b) {
    a_.close(a);
    b_.close(*b);
    const bool differ = a.erroneous != b->erroneous || a.states.empty() != b->states.empty();
    if (differ) out_.telling.push_back(happening);
    if (a.states.empty() || b->states.empty()) return;
    next.b = std::move(b->states);
    next.common = false;
  }
  next.a = std::move(a.states);
  if (!next.a.empty()) out_.next.push_back({happening, pack(next, order_matters_, buffer_)});
}

} // namespace moot
