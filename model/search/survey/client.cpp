#include "model/search/survey/client.h"

#include "model/phases/row.h"

#include <algorithm>

namespace moot {

namespace {

Object made(Kind kind, std::uint32_t site) {
  Object object;
  object.kind = kind;
  object.handle_live = true;
  object.references = 1;
  object.site = site;
  if (kind == Kind::key) object.functions.fill(empty_function);
  return object;
}

} // namespace

State Client::initial() const {
  State state;
  state.frames.add(main_frame());
  const auto handles = scope_.all_handles_at_start ? scope_.handles : scope_.handles_at_start;
  for (std::uint32_t i = 0; i < handles; ++i) state.objects.add(made(scope_.kind, 1 + i));
  for (std::uint32_t i = 0; i < scope_.keys_at_start; ++i) state.objects.add(made(Kind::key, first_key_site() + i));
  return state;
}

// ---- calls: every procedure of the scope, with every choice of arguments

class Client::Calls {
public:
  Calls(const Client& client, const State& state, Steps& out) : client_(client), state_(state), out_(out) {
    for (Slot slot = 0; slot < state.objects.size(); ++slot) {
      const auto& object = state.objects[slot];
      if (object.kind == Kind::none || object.site > client.last_site()) continue;
      (object.site < client.first_key_site() ? used_handles_ : used_keys_) |= std::uint64_t{1} << object.site;
      if (object.handle_live) (object.kind == Kind::key ? keys_ : handles_).push_back(slot);
    }
  }

  void add_all() {
    for (const auto procedure : client_.scope_.calls) {
      step_ = {};
      step_.procedure = procedure;
      arguments_from(0);
    }
  }

private:
  const Scope& scope() const { return client_.scope_; }

  // Chooses the arguments from this one on.
  void arguments_from(std::size_t i) {
    const auto& parameters = signature(step_.procedure).in;
    if (i == parameters.size()) return results();
    const auto& parameter = parameters[i];
    auto& argument = step_.arguments.at(i);
    switch (parameter.type) {
    case Parameter::Type::handle: return handles(i, parameter.kind);
    case Parameter::Type::callback: argument = Value::integer(empty_function); break;
    case Parameter::Type::integer:
      if (parameter.name == "value") return values(i);
      if (!parameter.named || parameter.name == "context") argument = Value::integer(0);
      break;
    default: argument = {}; // not given
    }
    arguments_from(i + 1);
  }

  void handles(std::size_t i, Kind kind) {
    const bool any = kind == Kind::none;
    if (any ? scope().values_on_handles : kind == scope().kind) each_of(handles_, i);
    if (any ? scope().values_on_keys : kind == Kind::key) each_of(keys_, i);
  }

  void each_of(const boost::container::small_vector<Slot, 8>& slots, std::size_t i) {
    for (const auto slot : slots) {
      step_.arguments.at(i) = Value::object(state_.objects[slot].kind, slot);
      arguments_from(i + 1);
    }
  }

  void values(std::size_t i) {
    for (unsigned value = 1; value <= scope().values; ++value) {
      step_.arguments.at(i) = Value::integer(value);
      arguments_from(i + 1);
    }
  }

  // A new object goes into any slot that is free.
  void results() {
    if (!wanted()) return;
    const auto& out = signature(step_.procedure).out;
    step_.site = no_site;
    if (out.empty() || out[0].type != Parameter::Type::handle) return add();
    const bool key = out[0].kind == Kind::key;
    const auto first = key ? client_.first_key_site() : 1;
    const auto last = key ? client_.last_site() : scope().handles;
    for (step_.site = first; step_.site <= last; ++step_.site)
      if (((key ? used_keys_ : used_handles_) >> step_.site & 1) == 0) add();
  }

  bool wanted() const {
    const auto slot = [&](std::size_t i) { return static_cast<Slot>(step_.arguments.at(i).number); };
    switch (step_.procedure) {
    case Procedure::value_clear: return scope().clears_nothing || state_.find(slot(1), slot(0)) != nullptr;
    case Procedure::comm_free:
    case Procedure::type_free:
    case Procedure::info_free: return scope().frees_last_handle || handles_.size() > 1;
    default: return true;
    }
  }

  void add() {
    add(false);
    const bool dup = step_.procedure == Procedure::comm_dup || step_.procedure == Procedure::type_dup ||
                     step_.procedure == Procedure::info_dup;
    if (!dup || !scope().dups_may_fail) return;
    add(true);
  }

  void add(bool may_fail) {
    step_.may_fail = may_fail;
    out_.push_back(step_);
    client_.decide_last(state_, out_);
  }

  const Client& client_;
  const State& state_;
  Steps& out_;
  boost::container::small_vector<Slot, 8> handles_; // live
  boost::container::small_vector<Slot, 8> keys_;
  std::uint64_t used_handles_ = 0; // by site
  std::uint64_t used_keys_ = 0;
  Step step_;
};

// ---- moves

void Client::moves(const State& state, Steps& out) const {
  out.clear();
  if (state.erroneous != Clause::none) return;
  const auto& top = state.frames[state.top(0)];
  if (!top.is_code()) return mpis_moves(state, out);
  if (may_call(state, top)) Calls(*this, state, out).add_all();
  if (!top.is_callback()) return;
  out.emplace_back().type = Step::Type::end;
  end_every_way(state, top.callback().callback, out);
}

void Client::mpis_moves(const State& state, Steps& out) const {
  Moves moves;
  mpi_.moves(state, moves);
  for (auto& move : moves) {
    auto& step = out.emplace_back();
    step.mpi = std::move(move);
    const bool at_once = step.mpi.type == Move::Type::begin && scope_.calls_in_callback == 0;
    step.type = at_once ? Step::Type::callback : Step::Type::mpi;
    if (at_once) end_every_way(state, callback_of(state, state.owed[step.mpi.index]), out);
  }
}

// Puts the last step, by which a callback ends, there once for every way in which it may.
void Client::end_every_way(const State& state, Callback callback, Steps& out) const {
  if (!copies(callback)) return decide_last(state, out);
  const Step ends = std::move(out.back());
  out.pop_back();
  const auto add = [&](bool copies) {
    out.push_back(ends);
    out.back().copies = copies;
    decide_last(state, out);
  };
  if (scope_.copy_skips) add(false);
  if (scope_.copy_copies) add(true);
}

// May the code on top of the stack call? A callback has so many calls, and only the outer ones have any.
bool Client::may_call(const State& state, const Frame& top) const {
  if (!top.is_callback()) return true;
  const auto callbacks = std::ranges::count_if(state.frames, &Frame::is_callback);
  return top.code().position < scope_.calls_in_callback &&
         callbacks <= static_cast<std::ptrdiff_t>(scope_.callbacks_that_call);
}

// Puts the last step there once for every combination of answers that it asks for.
void Client::decide_last(const State& state, Steps& out) const {
  if (mpi_.all_decided()) return;
  const Step step = std::move(out.back());
  out.pop_back();
  Mpi::under_every_answer(
      state, step.mpi, [&](State& after) { return try_step(after, step, nullptr); },
      [&](State&&, Move&& decided) {
        out.push_back(step);
        out.back().mpi = std::move(decided);
      });
}

// ---- steps

void Client::apply(State& state, const Step& step, EventSink* sink) const {
  if (step.mpi.chosen.get() != nullptr) Mpi::choose(state, step.mpi);
  try_step(state, step, sink);
}

Undecided Client::try_step(State& state, const Step& step, EventSink* sink) const {
  switch (step.type) {
  case Step::Type::call: return call(state, step, sink);
  case Step::Type::callback: {
    if (sink == nullptr && mpi_.all_decided()) return mpi_.call_back(state, step.mpi, step.copies);
    const auto undecided = mpi_.apply(state, step.mpi, sink);
    return undecided ? undecided : end_callback(state, step, sink);
  }
  case Step::Type::end: return end_callback(state, step, sink);
  case Step::Type::mpi: return mpi_.apply(state, step.mpi, sink);
  }
  return {};
}

Undecided Client::call(State& state, const Step& step, EventSink* sink) const {
  const auto top = state.top(0);
  if (state.frames[top].is_callback()) ++state.frames.edit(top).code().position; // how many calls it has made
  const auto undecided = mpi_.call(state, 0, {step.procedure, step.arguments, step.may_fail, step.site}, sink);
  if (!undecided) return_at_once(state, step, sink);
  return undecided;
}

Undecided Client::end_callback(State& state, const Step& step, EventSink* sink) const {
  if (step.copies) state.frames.edit(state.top(0)).callback().give_the_same();
  return mpi_.end_callback(state, 0, sink);
}

// A call that owes nothing returns in its own step, unless the scope says otherwise.
void Client::return_at_once(State& state, const Step& step, EventSink* sink) const {
  if (state.erroneous != Clause::none ||
      std::ranges::find(scope_.returns_apart, step.procedure) != scope_.returns_apart.end())
    return;
  const auto top = state.top(0);
  if (!state.frames[top].is_call() || state.current_phase(top) != state.phases.size()) return;
  if (state.frames[top].call().may_fail) return; // it may fail yet
  Move back;
  back.type = Move::Type::return_;
  mpi_.apply(state, back, sink);
}

} // namespace moot
