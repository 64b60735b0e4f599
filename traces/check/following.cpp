#include "traces/check/following.h"

#include "model/law/stack.h"
#include "model/phases/row.h"
#include "model/rules/touch.h"
#include "model/search/possible_states.h"
#include "traces/check/areas.h"
#include "traces/check/recovery.h"
#include "traces/format/trace.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace moot {
namespace {

// Is the event what a move looks like?
class Comparison : public EventSink {
public:
  Comparison(const Event& event, const Generations& known) : event_(event), known_(known) {}
  void on(State& state, const Label& label) override { same = shows(state, label, event_, known_); }
  bool same = false;

private:
  const Event& event_;
  const Generations& known_;
};

// With more frames, copying them all costs more than moving a state twice.
constexpr std::size_t deep = 32;

// (Only tools pass calls on: Nesting.)
NewCall called(const Event& event, const Arguments& arguments) {
  return {.procedure = event.procedure,
          .arguments = arguments,
          .may_fail = event.may_fail,
          .language = event.language,
          .passed_on = event.by == Event::By::next};
}

// The program has threads that run at the same time: which of their calls had its effect first, the order of events does not show, nor
// whether a callback's end had.
bool shows_threads(const State& state) {
  return std::ranges::any_of(state.frames, [](const Frame& frame) {
    return frame.thread != main_thread && frame.is_code() && !frame.is_callback();
  });
}

// (Of an attribute. For values under keys, readings say what a free waits for.)
bool is_changed_while_it_is_freed(const State& state) {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return is_a_free(phase) && std::ranges::any_of(state.frames, [&](const Frame& frame) {
             return frame.is_call() && changes_a_value(frame.call().procedure) &&
                    frame.thread != state.frames[phase.frame].thread &&
                    std::ranges::any_of(frame.call().arguments,
                                        [&](const Value& each) { return each.is_object(phase.object); });
           });
  });
}

// (MPI has ended the program in a call: nothing follows, and it is nobody's fault.)
bool is_at_fault(const State& state) { return state.erroneous != Clause::none && !state.aborted(); }

bool is_idle(const State& state, std::uint32_t thread) { return state.top(thread) == state.frames.size(); }

bool is_in_main(const State& state, std::uint32_t thread) {
  const auto top = state.top(thread);
  return top != state.frames.size() && state.frames[top].is_code() && !state.frames[top].is_callback();
}

} // namespace

Following::Following(const Reading& reading, const Areas& areas, bool shortcut)
    : mpi_(reading, areas), shortcut_(shortcut) {
  State state;
  state.frames.add(main_frame());
  live_.push_back(std::move(state));
}

void Following::list_tools(const std::vector<std::string>& names) {
  tools_ = names;
  std::vector<std::int32_t> numbers;
  numbers.reserve(names.size());
  for (const auto& name : names) numbers.push_back(tool_named(name, names));
  moot::list_tools(live_.front(), numbers);
}

void Following::meet(const Event& event) {
  ++sequence_;
  if (event.procedure == Procedure::register_tool_name && event.type == Event::Type::call) note_tool(event);
  if (event.type != Event::Type::call || !Areas::may_grow_by(event.procedure)) return;
  auto areas = mpi_.areas();
  add_areas(areas, event);
  if (!(areas == mpi_.areas())) mpi_.set_areas(areas);
}

void Following::note_tool(const Event& event) {
  const auto named = std::ranges::find(event.fields, std::string("name"), &Field::name);
  if (named == event.fields.end()) return;
  if (std::ranges::find(tools_, named->value.word) == tools_.end()) tools_.push_back(named->value.word);
}

// (What was copied of the states goes: they change here, and no mark says where.)
void Following::arrives(Kind kind, std::uint32_t name) {
  for (auto& state : live_) arrive(state, kind, name);
  is_of_before_ = false;
}

void Following::may_be_kept(Kind kind, std::uint32_t name) {
  for (auto& state : live_) keep_unseen(state, kind, name);
  is_of_before_ = false;
  keeps_unseen_ = true;
}

namespace {

// It was freed, and has values or attributes still; or what it keeps alive has. (Something else may keep it, too: until that lets go.)
bool is_awaited(const State& state, Slot slot) {
  if (slot == no_slot || state.objects[slot].handle_live) return false;
  return std::ranges::find(state.attachments, slot, &Attachment::object) != state.attachments.end() ||
         is_awaited(state, state.objects[slot].base) || is_awaited(state, state.objects[slot].comm);
}

} // namespace

// Of what no value waits for: it keeps nothing that shows, and the object's handle may be another's soon.
void Following::let_unseen_go() {
  if (!keeps_unseen_) return;
  keeps_unseen_ = false;
  for (auto& state : live_)
    for (Slot slot = 0; slot < state.objects.size(); ++slot) {
      if (!is_unseen_operation(state, slot)) continue;
      if (is_awaited(state, state.objects[slot].base) || is_awaited(state, state.objects[slot].comm)) {
        keeps_unseen_ = true;
        continue;
      }
      mpi_.apply(state, {Move::Type::library_release, threads_.unseen(), slot, {}});
    }
  if (live_.size() > 1) remove_duplicates(mpi_, live_);
}

bool Following::follow(const Event& event) {
  meet_thread_of(event);
  at_fault_.clear();
  if (follow_shortly(event)) {
    is_of_before_ = false;
    return at_fault_.empty();
  }
  origin_.reset();
  if (std::exchange(is_of_before_, false) && before_.front().frames.size() > deep) origin_ = std::move(before_.front());
  before_.swap(live_);
  live_.clear();
  close_over_silent_moves(mpi_, before_, thread_);
  set_faults_aside();
  for (const auto& state : before_)
    if (!state.aborted()) follow_from(state, event);
  is_of_before_ = before_.size() == 1 && live_.size() == 1;
  remove_duplicates(mpi_, live_);
  return false;
}

// Of calls that have had their effect meanwhile: of the program's threads, or frees that others came before. And while one thread sets or
// deletes an attribute of what another one frees, the free may have come first.
void Following::set_faults_aside() {
  const auto is_fine = [](const State& state) { return !is_at_fault(state); };
  const auto faults = std::stable_partition(before_.begin(), before_.end(), is_fine);
  std::move(faults, before_.end(), std::back_inserter(at_fault_));
  before_.erase(faults, before_.end());
  if (threads_.most() == 2 || mpi_.areas().ticket304) return; // (two: one of the program's, and none of the library's)
  for (const auto& state : before_)
    if (is_changed_while_it_is_freed(state)) at_fault_.emplace_back(state).erroneous = Clause::handle_valid;
}

// A copy of a state of `before_`; of the first, one is made of `origin_`.
State Following::copy(const State& before) {
  if (!origin_ || &before != &before_.front()) return before;
  State made = std::move(*origin_);
  origin_.reset();
  made.catch_up(before);
  return made;
}

void Following::finish(const Event& event) {
  if (event.type == Event::Type::return_) let_unseen_go();
  if (event.thread != 0) {
    know_thread_of(event);
    forget_thread_if_done();
  }
  count_generations(event, known_);
}

void Following::force(const Event& event) {
  const auto may_be_in =
      [&](const State& state) { // with threads, a callback may not be over where the trace has its end
        auto top = state.top(thread_);
        if (event.type != Event::Type::return_) return true;
        if (state.is_untold(top) && state.frames[top].is_callback()) top = state.around(top);
        if (top == state.frames.size()) return false;
        const auto& frame = state.frames[top];
        if (frame.is_returned()) return frame.returned().call.procedure == event.procedure;
        return frame.is_call() && frame.call().procedure == event.procedure;
      };
  if (std::ranges::none_of(before_, may_be_in))
    throw TraceError(fmt::format("event {}: the return of a call that did not begin", sequence_));
  for (const auto& state : before_) {
    if (!may_be_in(state)) continue;
    State next = state;
    next.erroneous = Clause::none;
    moot::force(next, thread_, event, mpi_, known_);
    live_.push_back(std::move(next));
  }
  remove_duplicates(mpi_, live_);
}

std::vector<State> Following::before_what_comes() const {
  auto states = live_;
  close_over_silent_moves(mpi_, states);
  return states;
}

// ---- threads

// A thread that we do not know: if it calls, it is the program's, and in its main from the start. Else it is the library's, and that of
// which nothing was seen so far.
void Following::meet_thread_of(const Event& event) {
  thread_ = 0;
  if (event.thread == 0) return; // (nearly all)
  if (const auto known = threads_.find(event.thread)) {
    thread_ = *known;
  } else if (event.type == Event::Type::call) {
    thread_ = threads_.add(event.thread);
    mpi_.set_threads(threads_.numbers());
    for (auto& state : live_) state.frames.add(main_frame(thread_));
  } else {
    thread_ = threads_.unseen();
  }
}

// Of the event's thread something has been seen now: the next is another.
void Following::know_thread_of(const Event& event) {
  if (threads_.find(event.thread)) return;
  threads_.show(event.thread);
  mpi_.set_threads(threads_.numbers());
}

// After an event of it: is nothing open on the thread any more, in whichever state the trace may be? What it may have begun unseen is no
// matter: the thread that no event has shown may begin that, too.
void Following::forget_thread_if_done() {
  const auto is_done = [&](const State& state) { return is_idle(state, thread_) || is_in_main(state, thread_); };
  const auto rest = std::stable_partition(live_.begin(), live_.end(), is_done);
  if (rest == live_.begin()) return;
  if (rest != live_.end()) {
    std::vector<State> reached(live_.begin(), rest);
    close_over_silent_moves(mpi_, reached);
    const auto count = reached.size();
    reached.insert(reached.end(), rest, live_.end());
    remove_duplicates(mpi_, reached);
    if (reached.size() > count) return; // in one of them it is not done with what events have shown
    live_.erase(rest, live_.end());
  }
  for (auto& state : live_)
    if (is_in_main(state, thread_)) state.pop_frame(state.top(thread_));
  if (live_.size() > 1) remove_duplicates(mpi_, live_);
  threads_.remove(thread_);
  mpi_.set_threads(threads_.numbers());
}

// ---- one event, from one state

void Following::follow_from(const State& state, const Event& event) {
  switch (event.type) {
  case Event::Type::call: return follow_call(state, event);
  case Event::Type::callback: return follow_move(state, event, Move::Type::begin);
  case Event::Type::end: return follow_end(state, event);
  case Event::Type::return_: return follow_move(state, event, Move::Type::return_);
  }
}

// The program's steps.
template <typename Step> void Following::follow_by(const State& state, const Step& step) {
  Mpi::under_every_answer(
      state, {}, step, [&](State&& next, Move&&) { keep(std::move(next)); },
      [&](const State& before) { return copy(before); });
}

// Events have shown others than the first, or whoever gave us the trace knows that there are some.
bool Following::has_threads(const State& state) const { return expects_threads_ || shows_threads(state); }

void Following::follow_call(const State& state, const Event& event) {
  follow_by(state, [&](State& next) {
    const auto arguments = prepare_call(next, event);
    return mpi_.call(next, thread_, called(event, arguments));
  });
  if (!has_threads(state)) return;
  State next = state;
  const auto arguments = prepare_call(next, event);
  next.frames.add(thread_, std::in_place_type<CallFrame>, called(event, arguments)).call().wait();
  keep(std::move(next));
}

// The state in which the call happens.
Arguments Following::prepare_call(State& state, const Event& event) const {
  if (is_idle(state, thread_)) state.frames.add(main_frame(thread_)); // (we took it for one of the library's)
  if (!state.frames[state.top(thread_)].is_code() || state.is_untold(state.top(thread_)))
    throw TraceError(fmt::format("event {}: a call inside a call, with no callback between", sequence_));
  return arguments_of(state, event, known_, tools_);
}

void Following::follow_end(const State& state, const Event& event) {
  follow_by(state, [&](State& next) {
    take_result(next, event);
    return mpi_.end_callback(next, thread_);
  });
  if (!has_threads(state)) return;
  State next = state;
  take_result(next, event);
  next.frames.edit(next.top(thread_)).callback().wait();
  keep(std::move(next));
}

// What the program's callback gave and returned.
void Following::take_result(State& state, const Event& end) const {
  const auto top = state.top(thread_);
  if (top == state.frames.size() || !state.frames[top].is_callback() ||
      state.frames[top].callback().callback != end.callback || state.is_untold(top))
    throw TraceError(fmt::format("event {}: the end of a callback that did not begin", sequence_));
  auto& callback = state.frames.edit(top).callback();
  callback.error = error_of(state, end, known_).as_error();
  for (const auto& field : row_of(end.callback).results) {
    const auto shown = std::ranges::find(end.fields, field.name, &Field::name);
    if (shown != end.fields.end() && shown->value.type != Seen::Type::null)
      callback.result.*field.held = to_value(state, shown->value, known_);
  }
}

void Following::follow_move(const State& state, const Event& event, Move::Type type) {
  if (state.is_untold(state.top(thread_))) return follow_untold(state, event);
  bool same = false;
  const auto make = [&](State& next, const Move& move) {
    Comparison comparison(event, known_);
    const auto undecided = mpi_.apply(next, move, &comparison);
    // (A callback that is the program's fault shows nothing.)
    same = comparison.same || (type == Move::Type::begin && next.erroneous != Clause::none);
    return undecided;
  };
  mpi_.each_move(
      state, [&](const Move& move) { return move.type == type && move.thread == thread_; }, make,
      [&](State&& next, Move&&) {
        if (same) keep(std::move(next));
      },
      all_moves, [&](const State& before) { return copy(before); });
}

// It is the one that has happened untold, or nothing that may come here.
void Following::follow_untold(const State& state, const Event& event) {
  State next = copy(state);
  Comparison comparison(event, known_);
  Mpi::tell_untold(next, thread_, &comparison);
  if (comparison.same) keep(std::move(next));
}

void Following::keep(State&& state) {
  auto& states = is_at_fault(state) ? at_fault_ : live_;
  states.push_back(std::move(state));
}

// ---- the short way: one state, no open question, no silent move

// In place, as the long way would do. False: nothing happened, and the event needs the long way.
bool Following::follow_shortly(const Event& event) {
  if (!shortcut_ || live_.size() != 1 || !mpi_.all_decided() || may_move_silently(live_.front()) ||
      has_threads(live_.front()) || others_may_go_on(live_.front(), thread_) || live_.front().aborted())
    return false;
  auto& state = live_.front();
  switch (event.type) {
  case Event::Type::call: {
    const auto arguments = prepare_call(state, event);
    mpi_.call(state, thread_, called(event, arguments));
    break;
  }
  case Event::Type::end:
    take_result(state, event);
    mpi_.end_callback(state, thread_);
    break;
  case Event::Type::callback:
  case Event::Type::return_: return move_shortly(state, event);
  }
  if (is_at_fault(state)) {
    before_.clear();
    at_fault_ = std::exchange(live_, {});
  }
  return true;
}

bool Following::move_shortly(State& state, const Event& event) {
  moves_.clear();
  mpi_.moves(state, moves_);
  const bool is_return = event.type == Event::Type::return_;
  const auto might_be = [&](const Move& move) {
    if (move.thread != thread_) return false;
    if (is_return) return move.type == Move::Type::return_;
    return move.type == Move::Type::begin && might_show(state, state.owed[move.index], event);
  };
  const auto it = std::ranges::find_if(moves_, might_be);
  if (it == moves_.end() || std::any_of(it + 1, moves_.end(), might_be)) return false;
  undo_ = state;
  Comparison comparison(event, known_);
  mpi_.apply(state, *it, &comparison);
  if (comparison.same) return true;
  state = undo_; // (which has no marks)
  is_of_before_ = false;
  return false;
}

} // namespace moot
