// What MPI may do next, in any state: begin a callback that is owed, return, or move silently.
#include "model/machine.h"

#include <algorithm>

namespace moot {

Mpi::Mpi(const Reading& reading, Areas areas) : reading_(reading) { set_areas(areas); }

void Mpi::set_areas(Areas areas) {
  areas_ = areas;
  all_answered_ = true;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& about = text(question);
    if (about.due.empty() && areas.has(about.area) && reading_[question] == open_answer) all_answered_ = false;
  }
}

void Mpi::choose(State& state, const Move& move) {
  for (const auto& [question, answer] : move.answers)
    state.answers.at(static_cast<std::size_t>(question)) = static_cast<std::uint8_t>(answer + 1);
  state.picks.assign(move.picks.begin(), move.picks.end());
}

void Mpi::decide(Move& move, const Undecided& undecided, std::uint8_t way) {
  if (undecided.question)
    move.answers.emplace_back(*undecided.question, way);
  else
    move.picks.push_back(way);
}

bool Mpi::order_matters(const State& state) const {
  if (state.keyvals != 0) return true; // MPI_COMM_SELF's at Finalize, and what a reading may say of the others
  return may_be(reading_, state, CopyOrder::last_set_first) || may_be(reading_, state, DestroyOrder::last_set_first);
}

void Mpi::moves(const State& state, Moves& out, std::size_t enough) const { moves_under(state, {}, out, enough); }

void Mpi::moves_under(const State& state, const Move& chosen, Moves& out, std::size_t enough) const {
  if (all_decided()) {
    candidates(state, out, enough);
    return;
  }
  Moves found;
  if (const auto undecided = candidates(state, found, enough)) {
    for (std::uint8_t i = 0; i < undecided.count(); ++i) {
      Move more = chosen;
      decide(more, undecided, i);
      State answered = state;
      choose(answered, more);
      moves_under(answered, more, out, enough);
    }
    return;
  }
  for (auto& move : found) {
    move.answers = chosen.answers;
    add_answered(state, move, out, [&](State& scratch) { return apply(scratch, move); });
  }
}

namespace {

// Of the callbacks that a phase owes for one object, the one whose value was set last: the only one that may run under
// last-set-first.
bool is_last_set(const State& state, const Obligation& candidate) {
  const bool of_keyval = state.objects[candidate.key].kind == Kind::keyval;
  const auto* mine = state.find(candidate.object, candidate.key, true);
  if (mine == nullptr) return true; // it went before its turn
  for (const auto& value : state.attachments) {
    if (value.object != candidate.object || (state.objects[value.key].kind == Kind::keyval) != of_keyval) continue;
    // Where a newer value stands beside one that is dying, the newer one is meant.
    if (&value <= mine || state.find(value.object, value.key, true) != &value) continue;
    const bool owed_too = std::ranges::any_of(state.owed, [&](const Obligation& other) {
      return other.phase == candidate.phase && other.object == value.object && other.key == value.key;
    });
    if (owed_too) return false;
  }
  return true;
}

// attribute-copy-order: by-keyval. The one whose keyval has the lowest number.
bool is_lowest_keyval(const State& state, const Obligation& candidate) {
  return std::ranges::none_of(state.owed, [&](const Obligation& other) {
    const auto& keyval = state.objects[other.key];
    return other.phase == candidate.phase && other.object == candidate.object && keyval.kind == Kind::keyval &&
           keyval.tag < state.objects[candidate.key].tag;
  });
}

using MayBegin = bool (*)(const State&, const Obligation&);
bool in_any_order(const State&, const Obligation&) { return true; }

MayBegin order_of_keys(Questions& questions, Phase::Type type) {
  if (type == Phase::Type::free) return in_any_order;
  const bool ordered = type == Phase::Type::copy ? questions.ask<CopyOrder>() == CopyOrder::last_set_first
                                                 : questions.ask<DestroyOrder>() == DestroyOrder::last_set_first;
  return ordered ? is_last_set : in_any_order;
}

MayBegin order_of_keyvals(Questions& questions, const Phase& phase) {
  if (phase.type == Phase::Type::finalize) // mpi.attr.finalize; datatypes-at-finalize
    return phase.object == no_slot ? in_any_order : is_last_set;
  if (phase.type != Phase::Type::copy)
    return questions.ask<DeleteOrder>() == DeleteOrder::last_set_first ? is_last_set : in_any_order;
  switch (questions.ask<AttributeCopyOrder>()) {
  case AttributeCopyOrder::last_set_first: return is_last_set;
  case AttributeCopyOrder::by_keyval: return is_lowest_keyval;
  default: return in_any_order;
  }
}

// t304.free.order, copy-order, destroy-order; mpi.attr.free, delete-order, attribute-copy-order: which of the callbacks that a
// phase owes may begin now.
void owed_callbacks(Questions& questions, const State& state, std::size_t phase, std::uint8_t thread, Moves& out,
                    std::size_t enough) {
  std::array<std::ptrdiff_t, 2> count{}; // under keys, under keyvals
  const auto of_keyval = [&](const Obligation& owed) { return state.objects[owed.key].kind == Kind::keyval ? 1U : 0U; };
  for (const auto& owed : state.owed)
    if (owed.phase == phase) ++count.at(of_keyval(owed));
  const auto type = state.phases[phase].type;
  const std::array<MayBegin, 2> may_begin{count[0] > 1 ? order_of_keys(questions, type) : in_any_order,
                                          count[1] > 1 ? order_of_keyvals(questions, state.phases[phase])
                                                       : in_any_order};
  for (std::uint32_t i = 0; i < state.owed.size() && out.size() < enough; ++i)
    if (state.owed[i].phase == phase && may_begin.at(of_keyval(state.owed[i]))(state, state.owed[i]))
      out.push_back({is_unseen(state, state.owed[i]) ? Move::Type::discharge : Move::Type::begin, thread, i, {}});
}

// Completed operations that keep an object with values alive: may they let go of it elsewhere than in the call that
// completes them?
void releases(Questions& questions, const State& state, Move::Type type, std::uint8_t thread, Moves& out) {
  if (state.requests == 0) return;
  const auto before = out.size();
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    if (!keeps_what_waits(state, state.objects[slot])) continue;
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
  const bool aborts = fails_fatally(questions, state, frame);
  if (aborts) out.push_back({Move::Type::abort, call.thread, 0, {}});
  const auto request = static_cast<std::size_t>(call.arguments[0].number);
  if (phase != state.phases.size() && state.owes(phase))
    owed_callbacks(questions, state, phase, call.thread, out, enough);
  else if (phase != state.phases.size())
    out.push_back({Move::Type::end_free, call.thread, 0, {}});
  else if (call.type == Frame::Type::call && !aborts && !(call.procedure == Procedure::wait && incomplete))
    out.push_back({Move::Type::return_, call.thread, 0, {}});
  if (incomplete && phase == state.phases.size() && state.objects[request].matched)
    out.push_back({Move::Type::complete, call.thread, 0, {}});
  const bool copying = phase == state.phases.size() || state.phases[phase].type == Phase::Type::copy;
  if (phase != state.phases.size() && state.phases[phase].may_defer)
    out.push_back({Move::Type::defer, call.thread, 0, {}});
  if (call.may_fail && !call.failed && copying) out.push_back({Move::Type::fail, call.thread, 0, {}});
  releases(questions, state, Move::Type::release, call.thread, out);
}

} // namespace

// Returns an open question on which the moves themselves depend.
Undecided Mpi::candidates(const State& state, Moves& out, std::size_t enough) const {
  if (state.erroneous != Clause::none || state.frames.empty()) return {};
  Questions questions(state, reading_);
  for (std::uint8_t thread = 0; thread < 2; ++thread) {
    const auto top = state.top(thread);
    if (top != state.frames.size() && state.frames[top].type != Frame::Type::code)
      call_moves(questions, state, top, out, enough);
    if (thread == 1 && top == state.frames.size() && state.top(0) != state.frames.size() && !state.finalized)
      releases(questions, state, Move::Type::library_release, thread, out);
  }
  return questions.undecided();
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

// A rule that asks a question of an area that the program does not use is wrong, or the question's area is.
Undecided Mpi::asked(const Law& law) const {
  const auto& undecided = law.undecided();
  if (undecided.question && all_answered_)
    throw std::logic_error(std::string(text(*undecided.question).id) +
                           " was asked by a program that it does not concern");
  if (undecided.ways > 0 && !areas_.ways) throw std::logic_error("a rule has several ways in a program that has none");
  return undecided;
}

Undecided Mpi::apply(State& state, const Move& move, EventSink* sink) const {
  Law law(state, reading_, areas_);
  switch (move.type) {
  case Move::Type::begin:
    law.begin(move.index);
    if (!law.undecided()) tell(sink, state, Label::Type::callback, state.top(move.thread));
    break;
  case Move::Type::return_:
    tell(sink, state, Label::Type::return_, state.top(move.thread));
    state.pop_frame(state.top(move.thread));
    break;
  case Move::Type::complete: law.complete(state.top(move.thread)); break;
  case Move::Type::release: law.release_operation(move.index, state.top(move.thread)); break;
  case Move::Type::library_release: law.release_on_library_thread(move.index); break;
  case Move::Type::fail: law.fail(state.top(move.thread)); break;
  case Move::Type::defer: law.defer(state.top(move.thread)); break;
  case Move::Type::end_free: law.end_free(state.top(move.thread)); break;
  case Move::Type::discharge:
    law.discharge(move.index);
    if (!law.stopped()) law.settle(move.thread);
    break;
  case Move::Type::abort: state.erroneous = Clause::error_fatal; break;
  case Move::Type::step: break; // the program's
  }
  return asked(law);
}

Undecided Mpi::call(State& state, std::uint8_t thread, const NewCall& call, EventSink* sink) const {
  if (sink != nullptr) {
    Frame frame;
    frame.type = Frame::Type::call;
    frame.thread = thread;
    frame.procedure = call.procedure;
    frame.arguments = call.arguments;
    frame.may_fail = call.may_fail;
    frame.language = call.language;
    state.frames.push_back(frame);
    tell(sink, state, Label::Type::call, state.frames.size() - 1);
    state.frames.pop_back();
  }
  Law law(state, reading_, areas_);
  law.call(thread, call);
  return asked(law);
}

Undecided Mpi::end_callback(State& state, std::uint8_t thread, const CallbackResult& result, EventSink* sink) const {
  const auto top = state.top(thread);
  auto& callback = state.frames[top];
  callback.new_value() = result.value;
  if (of_keyval(callback.callback)) callback.flag() = result.flag;
  callback.error = result.error;
  tell(sink, state, Label::Type::end, top);
  Law law(state, reading_, areas_);
  law.end_callback(thread, result);
  return asked(law);
}

} // namespace moot
