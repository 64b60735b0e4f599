#include "model/search/distinguish/expand.h"

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

bool recurses(const State& state) { return std::ranges::count_if(state.frames, &Frame::is_callback) > most_nested; }

SharedBodies shared(const SharedBodies& before, const Bodies& bodies) {
  return bodies == *before ? before : std::make_shared<const Bodies>(bodies);
}

} // namespace

Expander::Expander(const Family& family, const Reading& a, const Reading& b)
    : family_(family), agreed_(std::make_unique<const Reading>(where_they_agree(a, b))), a_(family, a), b_(family, b),
      common_(family, *agreed_), start_(family.start()), setting_order_(common_.setting_order(start_)) {}

PackedPosition Expander::start() {
  Position position;
  position.a = {start_};
  position.bodies = std::make_shared<const Bodies>(family_.functions());
  return pack(position, setting_order_, buffer_);
}

void Expander::take(const PackedPosition& position) {
  out_ = {};
  position_ = unpack(position, start_);
}

// Where the program may go on. (It is at the same place in all states.)
template <typename Work> void Expander::on_each_thread(const Work& work) {
  const auto& any = position_.a.front();
  for (std::uint32_t thread = 0; thread < common_.threads(); ++thread) {
    const auto top = any.top(thread);
    if (top != any.frames.size() && any.frames[top].is_code()) work(thread);
  }
}

Expansion Expander::expand(const PackedPosition& position) {
  take(position);
  if (recurses(position_.a.front())) return std::move(out_);
  mpis_happenings();
  on_each_thread([&](std::uint32_t thread) { go_on(thread); });
  return std::move(out_);
}

Expansion Expander::expand_by_a_call(const PackedPosition& position) {
  take(position);
  const auto& any = position_.a.front();
  if (!recurses(any) && !any.finalized) on_each_thread([&](std::uint32_t thread) { new_calls(thread); });
  return std::move(out_);
}

// The code that goes on in this thread, the same in all states.
const Frame& Expander::code(std::uint32_t thread) const {
  const auto& any = position_.a.front();
  return any.frames[any.top(thread)];
}

const std::vector<State>& Expander::under_b() const { return position_.common ? position_.a : position_.b; }

// ---- what MPI does

void Expander::mpis_happenings() {
  bool asked = false;
  if (position_.common) {
    auto both = common_.nexts(position_.a, asked);
    if (!asked) {
      for (auto& [seen, next] : both) follow(next.happening, std::move(next.possible));
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
      arrive(next.happening, position_.bodies, std::move(next.possible), std::move(same->second.possible));
    else
      out_.telling.push_back(next.happening);
  }
}

// As long as nothing asks a question that a and b answer differently, they have the same states.
void Expander::follow(const Happening& happening, Possible both) {
  auto closed = both;
  common_.close(closed);
  if (!closed.asked) return arrive(happening, position_.bodies, std::move(closed), std::nullopt);
  arrive(happening, position_.bodies, both, both);
}

// ---- what the program does

void Expander::go_on(std::uint32_t thread) {
  if (!code(thread).is_callback()) return;
  const auto& callback = code(thread).callback();
  const auto& body = position_.bodies->at(static_cast<std::size_t>(callback.code.block));
  if (body.known && callback.code.position < body.calls.size()) {
    const auto& action = body.calls[callback.code.position];
    if (family_.may_repeat(action, position_.a, under_b())) make(thread, action, *position_.bodies);
  } else if (body.known) {
    end(thread, body.copies);
  } else {
    end(thread, false);
    if (callback.callback == Callback::copy) end(thread, true);
  }
}

void Expander::new_calls(std::uint32_t thread) {
  const auto& caller = code(thread);
  const auto function = static_cast<std::size_t>(caller.code().block);
  if (caller.is_callback() && position_.bodies->at(function).known) return;
  for (const auto& action : family_.actions(position_.a, under_b())) {
    auto bodies = *position_.bodies;
    if (caller.is_callback()) bodies.at(function).calls.push_back(action);
    make(thread, action, std::move(bodies));
  }
}

// A call, by main or by a key's function; `bodies`: with it.
void Expander::make(std::uint32_t thread, const Action& action, Bodies bodies) {
  for (const auto function : family_.makes(action)) bodies.at(static_cast<std::size_t>(function)) = {};
  Happening happening;
  happening.action = action;
  take_step(happening, bodies,
            [&](const Side& side, const std::vector<State>& states) { return side.call(states, thread, action); });
}

void Expander::end(std::uint32_t thread, bool copies) {
  const auto function = code(thread).code().block;
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
  arrive(happening, std::move(next_bodies), step(a_, position_.a), step(b_, under_b()));
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
  if (!next.a.empty()) out_.next.push_back({happening, pack(next, setting_order_, buffer_)});
}

} // namespace moot
