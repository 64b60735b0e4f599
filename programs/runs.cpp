#include "programs/runs.h"

#include "model/search/encode.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace moot {
namespace {

// For the runs of one step; hardly a program needs a tenth of it.
constexpr std::size_t most_states = 50;
constexpr std::size_t most_moves = 4'000;

class Following {
public:
  Following(const Machine& machine, const std::vector<State>& from, std::uint32_t first)
      : machine_(machine), todo_(from), forks_(from.size() > 1) {
    for (auto& state : todo_) {
      state.frames.edit(0).code().position = first;
      state.variables.resize(std::max(state.variables.size(), machine.program().variables.size()));
    }
  }

  Followed run() {
    while (!todo_.empty()) {
      State state = std::move(todo_.back());
      todo_.pop_back();
      if (!goes_to_the_end(std::move(state))) return {};
    }
    if (!broken_) return {true, std::move(ends_)};
    return {false, {}, *broken_};
  }

private:
  bool is_at_end(const State& state) const {
    return state.frames.size() == 1 && state.frames.front().code().position == machine_.program().main.size();
  }

  // As long as there is one run, all is new.
  bool is_new(const State& state, std::unordered_set<std::string>& seen) {
    return !forks_ || seen.emplace(encode_into(state, SettingOrder::matters, buffer_)).second;
  }

  // Leaves the other ways that a choice has for later. False: it waits for ever, or this takes too long.
  bool goes_to_the_end(State state) {
    while (!is_at_end(state)) {
      machine_.moves(state, moves_);
      if (moves_.empty()) return ends_without_a_next_move(state);
      if (moves_made_ += moves_.size(); moves_made_ > most_moves) return false;
      const bool is_choice = moves_.size() > 1;
      forks_ = forks_ || is_choice;
      for (std::size_t i = 1; i < moves_.size(); ++i) {
        State other = state;
        machine_.apply(other, moves_[i]);
        if (is_new(other, seen_)) todo_.push_back(std::move(other));
      }
      machine_.apply(state, moves_.front());
      if (is_choice && !is_new(state, seen_)) return true;
    }
    if (is_new(state, seen_at_the_end_)) ends_.push_back(std::move(state));
    return ends_.size() <= most_states;
  }

  bool ends_without_a_next_move(const State& state) {
    if (state.aborted()) return true;
    if (state.erroneous == Clause::none) return false;
    broken_ = broken_.value_or(state.erroneous) == state.erroneous ? state.erroneous : Clause::none;
    return true;
  }

  const Machine& machine_;
  std::vector<State> todo_, ends_;
  bool forks_;
  Moves moves_;
  std::unordered_set<std::string> seen_, seen_at_the_end_;
  Buffer buffer_;
  std::size_t moves_made_ = 0;
  std::optional<Clause> broken_; // by some run
};

} // namespace

Followed follow(const Machine& machine, const std::vector<State>& from, std::uint32_t first) try {
  return Following(machine, from, first).run();
} catch (const NotModelled&) {
  return {};
}

} // namespace moot
