#include <moot/machine.h>

#include "library/convert.h"
#include "library/inside.h"
#include "traces/format/trace.h"

#include <algorithm>

namespace moot::v1 {

std::string to_text(const std::vector<Event>& events) { return moot::show(to_model(events)); }

// ---- State

class State::Impl {
public:
  moot::State state;
  moot::Generations known{}; // of objects that events have shown
};

State::State(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
State::State(const State& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
State::State(State&&) noexcept = default;
State& State::operator=(const State& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
State& State::operator=(State&&) noexcept = default;
State::~State() = default;

bool State::finished() const { return moot::Machine::finished(impl_->state); }

std::optional<std::string> State::erroneous() const {
  if (impl_->state.erroneous == moot::Clause::none || aborted()) return std::nullopt;
  return std::string(moot::id(impl_->state.erroneous));
}

bool State::aborted() const { return impl_->state.aborted(); }

Answers State::answers() const {
  std::vector<std::pair<moot::Question, std::uint8_t>> used;
  for (std::size_t i = 0; i < impl_->state.answers.size(); ++i)
    if (const auto answer = impl_->state.answers.at(i); answer != 0)
      used.emplace_back(static_cast<moot::Question>(i), static_cast<std::uint8_t>(answer - 1));
  return to_public(used);
}

// ---- Move

class Move::Impl {
public:
  moot::Move move;
};

Move::Move(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
bool Move::is_mpis() const noexcept { return impl_->move.type != moot::Move::Type::step; }
std::uint32_t Move::thread() const noexcept { return impl_->move.thread; }
Answers Move::answers() const {
  const auto answers = impl_->move.answers();
  std::vector<std::pair<moot::Question, std::uint8_t>> answered(answers.begin(), answers.end());
  std::ranges::sort(answered);
  return to_public(answered);
}

// ---- Machine

class Machine::Impl {
public:
  Impl(const Program& program, const Reading& reading)
      : program_(Inside::of(program)), reading_(Inside::of(reading)), machine(program_->program, reading_->reading) {}

private:
  std::shared_ptr<const Program::Impl> program_; // the machine refers to both
  std::shared_ptr<const Reading::Impl> reading_;

public:
  moot::Machine machine;
};

Machine::Machine(const Program& program, const Reading& reading)
    : impl_(guarded("", [&] { return std::make_shared<const Impl>(program, reading); })) {}

State Machine::initial() const {
  auto impl = std::make_unique<State::Impl>();
  impl->state = impl_->machine.initial();
  return State(std::move(impl));
}

std::vector<Move> Machine::moves(const State& state) const {
  moot::Moves moves;
  guarded("", [&] { impl_->machine.moves(state.impl_->state, moves); });
  std::vector<Move> result;
  result.reserve(moves.size());
  for (auto& move : moves) result.push_back(Move(std::make_shared<const Move::Impl>(Move::Impl{std::move(move)})));
  return result;
}

std::vector<Event> Machine::apply(State& state, const Move& move) const {
  moot::EventRecorder recorder(impl_->machine.program(), state.impl_->known);
  guarded("", [&] { impl_->machine.apply(state.impl_->state, move.impl_->move, &recorder); });
  state.impl_->known = recorder.known();
  return to_public(recorder.events());
}

Observed Machine::observed(const State& state) const { return to_public(impl_->machine.outcome(state.impl_->state)); }

} // namespace moot::v1
