// What MPI may do next, in any state: begin a callback that is owed, return, or move silently.
#include "model/law/machine.h"
#include "model/law/stack.h"
#include "model/phases/row.h"

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

void Mpi::add_threads_of_program(std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) threads_.push_back(first_thread + i);
  threads_of_program_ = count;
}

void Mpi::choose(State& state, const Move& move) {
  state.picks.clear();
  const auto* chosen = move.chosen.get();
  if (chosen == nullptr) return;
  for (const auto& [question, answer] : chosen->answers)
    state.answers.at(static_cast<std::size_t>(question)) = static_cast<std::uint8_t>(answer + 1);
  state.picks.assign(chosen->picks.data(), chosen->picks.data() + chosen->picks.size());
}

void Mpi::decide(Move& move, const Undecided& undecided, std::uint32_t way) {
  auto& chosen = move.chosen.edit();
  if (undecided.question)
    chosen.answers.emplace_back(*undecided.question, static_cast<std::uint8_t>(way));
  else
    chosen.picks.push_back(way);
}

SettingOrder Mpi::setting_order(const State& state) const {
  // (Of keyvals: MPI_COMM_SELF's at Finalize, and what a reading may say of the others.)
  const bool matters = state.keyvals != 0 || may_be(reading_, state, CopyOrder::last_set_first) ||
                       may_be(reading_, state, DestroyOrder::last_set_first);
  return matters ? SettingOrder::matters : SettingOrder::forgotten;
}

void Mpi::moves(const State& state, Moves& out, std::size_t enough) const {
  if (all_decided()) {
    candidates(state, out, enough);
    return;
  }
  each_move(
      state, [](const Move&) { return true; }, [this](State& after, const Move& move) { return apply(after, move); },
      [&](State&&, Move&& decided) { out.push_back(std::move(decided)); }, enough);
}

namespace {

void add(Moves& out, Move::Type type, std::uint32_t thread, std::uint32_t index = 0) {
  auto& move = out.emplace_back(); // (where it stays: searches list millions)
  move.type = type;
  move.thread = thread;
  move.index = index;
}

std::size_t place_of_column(const State& state, const Obligation& owed) {
  return static_cast<std::size_t>(column_of(state.objects[owed.key].kind));
}

// Under an audit, an order may be left out: any order is then a single one, and a single one is any. It decides where that makes a
// difference.
MayBegin in_order(const Order& order, Questions& questions, const State& state, std::size_t phase, std::size_t column) {
  auto* const audit = questions.audit_of_test;
  if (audit == nullptr) [[likely]]
    return order.carry_out(questions, state.phases[phase]);
  const AtWork at_work(*audit, order);
  const auto may_begin = order.carry_out(questions, state.phases[phase]);
  const MayBegin other = may_begin == in_any_order ? is_last_set : in_any_order;
  const auto differs = [&](const Obligation& owed) {
    return owed.phase == phase && place_of_column(state, owed) == column &&
           may_begin(state, owed) != other(state, owed);
  };
  if (std::ranges::any_of(state.owed, differs)) audit->decided.insert(&order);
  return audit->leaves_out(order) ? other : may_begin;
}

// How callbacks that a phase owes follow one another, in each column. Null: it owes one there at most.
using Turns = std::array<MayBegin, columns.size()>;
Turns turns(Questions& questions, const State& state, std::size_t phase) {
  std::array<std::ptrdiff_t, columns.size()> count{};
  for (const auto& owed : state.owed)
    if (owed.phase == phase) ++count.at(place_of_column(state, owed));
  const auto& cells = row_of(state.phases[phase].type).cells;
  Turns turns{};
  for (std::size_t i = 0; i < turns.size(); ++i)
    if (count.at(i) > 1) turns.at(i) = in_order(cells.at(i).order, questions, state, phase, i);
  return turns;
}

// A thread that has something to do, and whether it is the only one.
struct Busy {
  std::uint32_t thread;
  bool is_alone;
};

// Which of the callbacks that a phase owes may begin now. Does it owe any?
bool owed_callbacks(Questions& questions, const State& state, std::size_t phase, const Busy& busy, Moves& out,
                    std::size_t enough) {
  const auto may_begin = state.owed.size() > 1 ? turns(questions, state, phase) : Turns{};
  bool owes = false;
  for (std::uint32_t i = 0; i < state.owed.size(); ++i) {
    const auto& owed = state.owed[i];
    if (owed.phase != phase) continue;
    owes = true;
    if (out.size() >= enough) break;
    const auto in_turn = may_begin.at(place_of_column(state, owed));
    if (in_turn != nullptr && !in_turn(state, owed)) continue;
    const bool unseen = is_unseen(state, owed) || (!busy.is_alone && is_passed_over(questions, state, owed));
    if (!unseen && !busy.is_alone && waits_for_another_thread(questions, state, owed, busy.thread)) continue;
    add(out, unseen ? Move::Type::discharge : Move::Type::begin, busy.thread, i);
  }
  return owes;
}

// Completed operations that keep an object with values alive, or `with_handles`, whose handle may be used again: may they let go of it
// elsewhere than in the call that completes them?
void releases(Questions& questions, const State& state, Move::Type type, std::uint32_t thread, bool with_handles,
              Moves& out) {
  const auto who = type == Move::Type::library_release ? LetsGo::library_thread : LetsGo::later_call;
  const auto before = out.size();
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    const bool waits = keeps_what_waits(state, slot) && !copies_values_later(questions, state, state.objects[slot]);
    if ((waits || (with_handles && keeps_a_handle(state, slot))) && may_let_go(questions, state.objects[slot], who))
      add(out, type, thread, slot);
  }
  // As with what is owed: in an order that equal states share.
  std::ranges::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), {},
                           [&](const Move& move) { return state.objects[move.index].site; });
}

// What a call may do, or work of the library's, on top of a thread's stack.
void call_moves(Questions& questions, const State& state, std::size_t frame, bool is_alone, bool compares_handles,
                Moves& out, std::size_t enough) {
  const auto thread = state.frames[frame].thread;
  const auto* call = std::get_if<CallFrame>(&state.frames[frame].what);
  if (call != nullptr && call->waits()) return add(out, Move::Type::go_on, thread);
  const auto phase = state.current_phase(frame);
  const bool in_phase = phase != state.phases.size();
  const bool fails = call != nullptr && call->error != ErrorClass::success;
  const bool aborts = fails && fails_fatally(questions, state, *call);
  if (aborts) add(out, Move::Type::abort, thread);
  if (in_phase) {
    if (!owed_callbacks(questions, state, phase, {thread, is_alone}, out, enough) &&
        !is_changed_meanwhile(state, phase))
      add(out, Move::Type::end_free, thread);
    if (state.phases[phase].may_defer) add(out, Move::Type::defer, thread);
  } else if (call != nullptr && !aborts && (call->intercepted || may_return(state, *call))) {
    add(out, Move::Type::return_, thread);
  }
  if (call != nullptr && call->intercepted) return; // (MPI knows nothing of it)
  if (call != nullptr && !in_phase && completion_of(call->procedure) != nullptr)
    for (std::uint32_t i = 0; i < signature(call->procedure).in.size(); ++i)
      if (may_complete(state, *call, i)) add(out, Move::Type::complete, thread, i);
  const bool may_fail = call != nullptr && call->may_fail && !call->failed;
  if (may_fail && (!in_phase || state.phases[phase].type == Phase::Type::copy)) add(out, Move::Type::fail, thread);
  if (state.requests != 0) releases(questions, state, Move::Type::release, thread, compares_handles, out);
}

} // namespace

// Returns an open question on which the moves themselves depend.
Undecided Mpi::candidates(const State& state, Moves& out, std::size_t enough) const {
  if (state.erroneous != Clause::none || state.frames.empty()) return {};
  Questions questions(state, reading_, audit_);
  boost::container::small_vector<std::size_t, 4> tops;
  for (const auto thread : threads_) tops.push_back(state.top(thread));
  const auto idle_threads = std::ranges::count(tops, state.frames.size());
  const bool is_alone = static_cast<std::size_t>(idle_threads) + 1 == tops.size();
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const auto thread = threads_[i];
    const auto top = tops[i];
    const bool idle = top == state.frames.size();
    if (!idle && (state.frames[top].is_call() || state.frames[top].is_work()))
      call_moves(questions, state, top, is_alone, areas_.ways, out, enough);
    if (!idle && state.frames[top].is_callback() && state.frames[top].callback().waits())
      add(out, Move::Type::go_on, thread);
    if (idle && state.requests != 0 && may_be_the_librarys(thread) && state.top(main_thread) != state.frames.size() &&
        !state.finalized)
      releases(questions, state, Move::Type::library_release, thread, false, out);
  }
  return questions.undecided();
}

namespace {

bool made_by_callback(const State& state, std::size_t call) {
  const auto caller = state.around(call);
  return caller != state.frames.size() && state.frames[caller].is_callback();
}

void tell(EventSink* sink, State& state, Label::Type type, std::size_t frame) {
  if (sink == nullptr) return;
  std::uint32_t depth = 0;
  for (std::size_t i = 0; i < frame; ++i)
    if (state.frames[i].thread == state.frames[frame].thread &&
        (state.frames[i].is_call() || state.frames[i].is_callback()))
      ++depth;
  const Label label{type, state.frames[frame], depth, made_by_callback(state, frame)};
  sink->on(state, label);
}

} // namespace

void Mpi::break_by(const Sentence& sentence, State& state) const {
  Law law(state, reading_, areas_, audit_);
  law.carry_out(sentence, [&] { law.erroneous(sentence.clause()); });
}

Bounds Mpi::bounds(const PredefinedValue& value) const {
  if (audit_ == nullptr) return value.bounds;
  if (audit_->leaves_out(value)) return any_integer;
  if (!(value.bounds == any_integer)) audit_->decided.insert(&value);
  return value.bounds;
}

// A rule that asks a question of an area that the program does not use is wrong, or the question's area is.
Undecided Mpi::asked(const Law& law) const {
  const auto& undecided = law.undecided();
  if (!undecided) [[likely]]
    return {};
  if (undecided.question && all_answered_)
    throw std::logic_error(std::string(text(*undecided.question).id) +
                           " was asked by a program that it does not concern");
  if (undecided.ways > 0 && !areas_.ways) throw std::logic_error("a rule has several ways in a program that has none");
  return undecided;
}

// Brings the move's thread last. Where the callback stands then that it is about, which only a current phase can owe.
std::uint32_t Mpi::place_of_owed(State& state, const Move& move) const {
  if (threads_of_program_ == 0) [[likely]]
    return move.index;
  const bool of_owed = move.type == Move::Type::begin || move.type == Move::Type::discharge;
  const auto meant = of_owed ? state.owed[move.index] : Obligation{};
  state.bring_last(move.thread);
  if (!of_owed) return move.index;
  const auto phase = state.current_phase(state.top(move.thread));
  const auto found = std::ranges::find_if(state.owed, [&](const Obligation& it) {
    return it.phase == phase && it.object == meant.object && it.key == meant.key;
  });
  return static_cast<std::uint32_t>(found - state.owed.begin());
}

namespace {

void go_on(Law& law, std::size_t top) {
  const auto thread = law.state.frames[top].thread;
  if (law.state.frames[top].is_callback()) return law.end_callback(thread);
  const auto made = law.state.frames[top].call();
  law.state.pop_frame(top);
  law.call(thread, {made.procedure, made.arguments, made.may_fail, no_site, made.language, no_site});
}

} // namespace

Undecided Mpi::apply(State& state, const Move& move, EventSink* sink) const {
  const auto index = place_of_owed(state, move);
  Law law(state, reading_, areas_, audit_);
  switch (move.type) {
  case Move::Type::begin:
    if (law.begin(index) && !law.undecided()) tell(sink, state, Label::Type::callback, state.top(move.thread));
    break;
  case Move::Type::return_: {
    const auto call = state.top(move.thread);
    tell(sink, state, Label::Type::return_, call);
    if (state.frames[call].call().passed_on) hand_up(state, call);
    state.pop_frame(call);
    break;
  }
  case Move::Type::complete: law.complete(state.top(move.thread), index); break;
  case Move::Type::release: law.release_operation(index, state.top(move.thread)); break;
  case Move::Type::library_release: law.release_on_library_thread(index, move.thread); break;
  case Move::Type::fail: law.fail(state.top(move.thread)); break;
  case Move::Type::defer: law.defer(state.top(move.thread)); break;
  case Move::Type::end_free: law.end_free(state.top(move.thread)); break;
  case Move::Type::go_on: go_on(law, state.top(move.thread)); break;
  case Move::Type::discharge:
    law.discharge(index);
    if (!law.stopped()) law.settle(move.thread);
    break;
  case Move::Type::abort: law.abort(); break;
  case Move::Type::step: break; // the program's
  }
  return asked(law);
}

Undecided Mpi::call(State& state, std::uint32_t thread, const NewCall& call, EventSink* sink) const {
  bring_last(state, thread);
  if (sink != nullptr) {
    state.frames.add(thread, std::in_place_type<CallFrame>, call);
    tell(sink, state, Label::Type::call, state.frames.size() - 1);
    state.frames.remove_last();
  }
  Law law(state, reading_, areas_, audit_);
  law.call(thread, call);
  return asked(law);
}

Undecided Mpi::apply_untold(State& state, const Move& move) const {
  const auto top = state.top(move.thread);
  if (move.type == Move::Type::return_) {
    state.frames.edit(top).what = ReturnedCall{state.frames[top].call()};
    return {};
  }
  auto undecided = apply(state, move);
  if (!undecided && state.erroneous == Clause::none)
    state.frames.edit(state.top(move.thread)).callback().begin_untold();
  return undecided;
}

bool Mpi::tell_untold(State& state, std::uint32_t thread, EventSink* sink) {
  const auto top = state.top(thread);
  if (!state.is_untold(top)) return false;
  auto& frame = state.frames.edit(top);
  if (frame.is_callback()) {
    frame.callback().tell();
    tell(sink, state, Label::Type::callback, top);
  } else {
    frame.what = CallFrame(frame.returned().call);
    tell(sink, state, Label::Type::return_, top);
    state.pop_frame(top);
  }
  return true;
}

Undecided Mpi::call_back(State& state, const Move& begin, bool copies) const {
  Law law(state, reading_, areas_, audit_);
  law.call_back(begin.index, copies);
  return asked(law);
}

Undecided Mpi::end_callback(State& state, std::uint32_t thread, EventSink* sink) const {
  bring_last(state, thread);
  tell(sink, state, Label::Type::end, state.top(thread));
  Law law(state, reading_, areas_, audit_);
  law.end_callback(thread);
  return asked(law);
}

} // namespace moot
