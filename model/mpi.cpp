// What MPI may do next, in any state: begin a callback that is owed, return, or move silently.
#include "model/machine.h"

#include <algorithm>

namespace moot {

Mpi::Mpi(const Reading& reading) : reading_(reading) {
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (text(question).due.empty() && reading[question] == open_answer) all_answered_ = false;
  }
}

void Mpi::choose(State& state, const Answers& answers) {
  for (const auto& [question, answer] : answers)
    state.answers.at(static_cast<std::size_t>(question)) = static_cast<std::uint8_t>(answer + 1);
}

bool Mpi::order_matters(const State& state) const {
  return may_be(reading_, state, CopyOrder::last_set_first) || may_be(reading_, state, DestroyOrder::last_set_first);
}

void Mpi::moves(const State& state, Moves& out, std::size_t enough) const { moves_under(state, {}, out, enough); }

void Mpi::moves_under(const State& state, const Answers& answers, Moves& out, std::size_t enough) const {
  if (all_answered_) {
    candidates(state, out, enough);
    return;
  }
  Moves found;
  if (const auto question = candidates(state, found, enough)) {
    for (std::uint8_t answer = 0; answer < answer_count(*question); ++answer) {
      Answers more = answers;
      more.emplace_back(*question, answer);
      State answered = state;
      choose(answered, more);
      moves_under(answered, more, out, enough);
    }
    return;
  }
  for (auto& move : found) {
    move.answers = answers;
    add_answered(state, move, out, [&](State& scratch) { return apply(scratch, move); });
  }
}

namespace {

// Of the callbacks that a phase owes for one object, the one whose value was set last: the only one that may run under
// last-set-first.
bool is_last_set(const State& state, const Obligation& candidate) {
  bool after = false;
  for (const auto& value : state.attachments) {
    if (value.object != candidate.object) continue;
    if (value.key == candidate.key) {
      after = true;
      continue;
    }
    const bool owed_too = std::ranges::any_of(state.owed, [&](const Obligation& other) {
      return other.phase == candidate.phase && other.object == value.object && other.key == value.key;
    });
    if (after && owed_too) return false;
  }
  return true;
}

// t304.free.order, copy-order, destroy-order: which of the callbacks that a phase owes may begin now.
void owed_callbacks(Questions& questions, const State& state, std::size_t phase, std::uint8_t thread, Moves& out,
                    std::size_t enough) {
  const auto count = std::ranges::count(state.owed, phase, &Obligation::phase);
  const auto type = state.phases[phase].type;
  bool ordered = false;
  if (count > 1 && type == Phase::Type::copy) ordered = questions.ask<CopyOrder>() == CopyOrder::last_set_first;
  if (count > 1 && type == Phase::Type::destroy)
    ordered = questions.ask<DestroyOrder>() == DestroyOrder::last_set_first;
  for (std::uint32_t i = 0; i < state.owed.size() && out.size() < enough; ++i)
    if (state.owed[i].phase == phase && (!ordered || is_last_set(state, state.owed[i])))
      out.push_back({Move::Type::begin, thread, i, {}});
}

// Completed operations that keep an object with values alive: may they let go of it elsewhere than in the call that
// completes them?
void releases(Questions& questions, const State& state, Move::Type type, std::uint8_t thread, Moves& out) {
  if (state.requests == 0) return;
  const auto before = out.size();
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    const auto& object = state.objects[slot];
    if (!object.matched || object.base == no_slot) continue; // (only requests are matched)
    if (!would_destroy_values(state, object.base) && !would_destroy_values(state, object.comm)) continue;
    const auto where = questions.ask<DeferredDestroyWhere>();
    const bool allowed = type == Move::Type::library_release ? where == DeferredDestroyWhere::any_thread
                                                             : where != DeferredDestroyWhere::completing_call;
    if (allowed) out.push_back({type, thread, slot, {}});
  }
  // As with what is owed: in an order that equal states share.
  std::ranges::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), {},
                           [&](const Move& move) { return state.objects[move.index].site; });
}

// What the call on top of a thread's stack may do.
void call_moves(Questions& questions, const State& state, std::size_t frame, Moves& out, std::size_t enough) {
  const auto& call = state.frames[frame];
  const auto phase = state.current_phase(frame);
  const bool waits = call.procedure == Procedure::wait || call.procedure == Procedure::test;
  const bool incomplete = waits && call.result.number == 0;
  const auto request = static_cast<std::size_t>(call.arguments[0].number);
  if (phase != state.phases.size())
    owed_callbacks(questions, state, phase, call.thread, out, enough);
  else if (call.type == Frame::Type::call && !(call.procedure == Procedure::wait && incomplete))
    out.push_back({Move::Type::return_, call.thread, 0, {}});
  if (incomplete && phase == state.phases.size() && state.objects[request].matched)
    out.push_back({Move::Type::complete, call.thread, 0, {}});
  const bool copying = phase == state.phases.size() || state.phases[phase].type == Phase::Type::copy;
  if (call.may_fail && !call.failed && copying) out.push_back({Move::Type::fail, call.thread, 0, {}});
  releases(questions, state, Move::Type::release, call.thread, out);
}

} // namespace

// Returns an unanswered question on which the moves themselves depend.
std::optional<Question> Mpi::candidates(const State& state, Moves& out, std::size_t enough) const {
  if (state.erroneous != Clause::none || state.frames.empty()) return std::nullopt;
  Questions questions(state, reading_);
  for (std::uint8_t thread = 0; thread < 2; ++thread) {
    const auto top = state.top(thread);
    if (top != state.frames.size() && state.frames[top].type != Frame::Type::code)
      call_moves(questions, state, top, out, enough);
    if (thread == 1 && top == state.frames.size() && state.top(0) != state.frames.size() && !state.finalized)
      releases(questions, state, Move::Type::library_release, thread, out);
  }
  return questions.unanswered();
}

namespace {

bool made_by_callback(const State& state, std::size_t call) {
  for (std::size_t i = call; i-- > 0;)
    if (state.frames[i].thread == state.frames[call].thread) return state.frames[i].is_callback;
  return false;
}

void tell(EventSink* sink, State& state, Label::Type type, std::size_t frame) {
  if (sink == nullptr) return;
  std::uint32_t depth = 0;
  for (std::size_t i = 0; i < frame; ++i)
    if (state.frames[i].thread == state.frames[frame].thread && state.frames[i].block != main_block &&
        state.frames[i].type != Frame::Type::work)
      ++depth;
  const Label label{type, state.frames[frame], depth, made_by_callback(state, frame)};
  sink->on(state, label);
}

} // namespace

std::optional<Question> Mpi::apply(State& state, const Move& move, EventSink* sink) const {
  Law law(state, reading_);
  switch (move.type) {
  case Move::Type::begin:
    law.begin(move.index);
    if (!law.unanswered()) tell(sink, state, Label::Type::callback, state.top(move.thread));
    break;
  case Move::Type::return_:
    tell(sink, state, Label::Type::return_, state.top(move.thread));
    state.pop_frame(state.top(move.thread));
    break;
  case Move::Type::complete: law.complete(state.top(move.thread)); break;
  case Move::Type::release: law.release_operation(move.index, state.top(move.thread)); break;
  case Move::Type::library_release: law.release_on_library_thread(move.index); break;
  case Move::Type::fail: law.fail(state.top(move.thread)); break;
  case Move::Type::step: break; // the program's
  }
  return law.unanswered();
}

std::optional<Question> Mpi::call(State& state, std::uint8_t thread, Procedure procedure,
                                  const std::array<Value, 4>& arguments, bool may_fail, std::uint32_t site,
                                  EventSink* sink) const {
  if (sink != nullptr) {
    Frame frame;
    frame.type = Frame::Type::call;
    frame.thread = thread;
    frame.procedure = procedure;
    frame.arguments = arguments;
    frame.may_fail = may_fail;
    state.frames.push_back(frame);
    tell(sink, state, Label::Type::call, state.frames.size() - 1);
    state.frames.pop_back();
  }
  Law law(state, reading_);
  law.call(thread, procedure, arguments, may_fail, site);
  return law.unanswered();
}

std::optional<Question> Mpi::end_callback(State& state, std::uint8_t thread, const Value& copied,
                                          EventSink* sink) const {
  const auto top = state.top(thread);
  state.frames[top].new_value() = copied;
  tell(sink, state, Label::Type::end, top);
  Law law(state, reading_);
  law.end_callback(thread, copied);
  return law.unanswered();
}

} // namespace moot
