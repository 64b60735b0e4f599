#include "model/search/survey/worker.h"

#include "model/search/encode.h"
#include "model/search/survey/way.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace moot {

// The state at the start.
void Worker::begin() {
  auto* start = pool_.take();
  start->state = shared_.initial;
  identify(*start);
  new_.push_back(start);
  keep_new();
  hand_over();
  report();
}

// Its part of a level.
void Worker::run() {
  while (!shared_.end) {
    if (new_.size() < most_new) {
      fill();
      if (in_hand_.empty() && new_.empty()) break;
      expand_some();
    }
    keep_new();
  }
  hand_over();
  report();
}

// What is in hand goes first, so that it stays little.
void Worker::fill() {
  while (in_hand_.size() < together) {
    const auto bytes = chunk_.next();
    if (bytes.empty()) {
      if (take()) continue;
      return;
    }
    auto* node = pool_.take();
    decode(bytes, shared_.initial, node->state);
    if (!shared_.options.symmetry) identify(*node);
    in_hand_.push_back(node);
  }
}

bool Worker::take() {
  report();
  const std::lock_guard guard(shared_.lock);
  if (shared_.level.empty()) return false;
  chunk_ = std::move(shared_.level.back());
  shared_.level.pop_back();
  shared_.waiting -= chunk_.count();
  return true;
}

// The last first: they are within calls.
void Worker::expand_some() {
  const auto first = in_hand_.size() - std::min(in_hand_.size(), together);
  for (auto i = first; i < in_hand_.size(); ++i) expand(in_hand_[i]);
  in_hand_.resize(first);
}

// Each step is taken on a copy; the last one, on the state itself.
void Worker::expand(StateInHand* node) {
  client_.moves(node->state, steps_);
  transitions_ += steps_.size();
  if (steps_.empty()) return pool_.give_back(node);
  values_.of(node->state);
  for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
    auto* next = pool_.take();
    *next = *node;
    take_step(next, steps_[i]);
  }
  node->state.take_marks_off();
  take_step(node, steps_.back());
}

void Worker::take_step(StateInHand* node, const Step& step) {
  const auto destroyed = destroyed_by(node->state, step);
  client_.apply(node->state, step);
  if (!is_sound(node->state, destroyed)) return pool_.give_back(node);
  identify_after(*node, step);
  new_.push_back(node);
}

bool Worker::is_sound(const State& after, Destroyed destroyed) {
  if (after.erroneous != Clause::none) {
    ++erroneous_;
    return false;
  }
  if (values_.go_once(after, destroyed, client_.mpi().reading())) return true;
  note(Invariant::values_go_once);
  return false;
}

void Worker::identify(StateInHand& node) {
  if (shared_.options.symmetry) return node.prints.be(fingerprint(canonical_(node.state)));
  node.prints.of(node.state, client_.mpi().setting_order(node.state));
}

void Worker::identify_after(StateInHand& node, const Step& step) {
  if (shared_.options.symmetry || !step.mpi.answers().empty()) return identify(node);
  node.prints.after_step(node.state, client_.mpi().setting_order(node.state));
}

// Those of `new_` that nobody has seen before. Of some it is not told yet: they stay.
void Worker::keep_new() {
  const auto print = [](const StateInHand* node) -> const Fingerprint& { return node->prints.sum(); };
  const auto hear = [&](StateInHand* node, StateSet::Told told) {
    if (told == StateSet::Told::later)
      later_.push_back(node);
    else if (told == StateSet::Told::fresh && keep(*node))
      in_hand_.push_back(node);
    else
      pool_.give_back(node);
  };
  shared_.seen.insert(std::span<StateInHand* const>(new_), print, hear);
  if (!later_.empty() && later_.size() == new_.size()) std::this_thread::yield();
  new_.swap(later_);
  later_.clear();
}

// Is it to be expanded at once?
bool Worker::keep(const StateInHand& node) {
  ++states_;
  if (const auto invariant = shared_.options.broken(node.state)) {
    note(*invariant);
    return false;
  }
  const bool within_call = node.state.frames.size() > 1;
  if (!within_call) found_.add(encode_into(node.state, SettingOrder::matters, buffer_));
  if (found_.is_full()) hand_over();
  return within_call;
}

void Worker::note(Invariant invariant) {
  const std::lock_guard guard(shared_.lock);
  shared_.broken.at(static_cast<std::size_t>(invariant)) = true;
}

void Worker::hand_over() {
  if (found_.count() == 0) return;
  const std::lock_guard guard(shared_.lock);
  shared_.next.push_back(std::exchange(found_, {}));
}

void Worker::report() {
  shared_.transitions += std::exchange(transitions_, 0);
  shared_.states += std::exchange(states_, 0);
}

} // namespace moot
