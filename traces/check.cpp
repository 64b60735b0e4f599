#include "traces/check.h"

#include "model/phases/row.h"
#include "model/possible_states.h"
#include "model/sentences.h"
#include "traces/diagnosis.h"
#include "traces/faulty_calls.h"
#include "traces/matching.h"
#include "traces/recovery.h"
#include "traces/threads.h"

#include <algorithm>
#include <fmt/format.h>

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

bool is_idle(const State& state, std::uint32_t thread) { return state.top(thread) == state.frames.size(); }

bool is_in_main(const State& state, std::uint32_t thread) {
  const auto top = state.top(thread);
  return top != state.frames.size() && state.frames[top].is_code() && !state.frames[top].is_callback();
}

} // namespace

class Checker::Impl {
public:
  Impl(const Reading& reading, Areas areas, bool shortcut) : mpi_(reading, areas), shortcut_(shortcut) {
    State state;
    state.frames.push_back(main_frame());
    live_.push_back(std::move(state));
    report_.largest_set = 1;
  }

  void event(const Event& event) {
    ++sequence_;
    meet(event);
    const bool librarys_own =
        event.by == Event::By::library && (event.type == Event::Type::call || event.type == Event::Type::return_);
    if (librarys_own) return;
    misdiagnosed_ = faulty_.meet(event, erroneous_);
    if (live_.empty()) return judge_diagnosis(event);
    meet_thread_of(event);
    at_hand_ = &event;
    if (!follow_shortly(event)) follow_all(event);
    forget_threads(event);
    count_generations(event, known_);
  }

  void ending(const TraceEnding& ending) {
    ++sequence_;
    if (!ending.broke_off() || live_.empty()) return;
    std::vector<State> before = live_;
    close_over_silent_moves(mpi_, before);
    if (ending.type == TraceEnding::Type::hung &&
        std::ranges::any_of(before, [&](const State& state) { return waits_for_ever(mpi_, state); }))
      return;
    if (ending.type == TraceEnding::Type::aborted && aborts(before)) return;
    // Under answers by which the program has broken a rule, anything may follow.
    const bool excused = is_excused();
    Finding finding{
        excused ? Verdict::unspecified : Verdict::forbidden, sequence_, std::nullopt, call_succeeds.clause(), {}, {}};
    finding.allowed = allowed_events(all_possibilities(before, 0), known_);
    if (excused) {
      finding.allowed_under = erroneous_;
      faulty_.add_to(finding.allowed_under);
      live_.clear();
      ended_ = Verdict::unspecified;
    }
    forbidden_ = forbidden_ || !excused;
    add(std::move(finding));
  }

  CheckReport report() const {
    CheckReport report = report_;
    report.verdict = verdict();
    report.most_threads = threads_.most();
    return report;
  }

private:
  // mpi.error.fatal: where a call fails whose error goes to MPI_ERRORS_ARE_FATAL, the program aborts.
  bool aborts(const std::vector<State>& before) {
    std::vector<State> aborting;
    for (const auto& state : before) {
      moves_.clear();
      mpi_.moves(state, moves_);
      for (const auto& move : moves_) {
        if (move.type != Move::Type::abort) continue;
        Mpi::choose(aborting.emplace_back(state), move);
      }
    }
    if (aborting.empty()) return false;
    live_ = std::move(aborting);
    if (depends_ || mpi_.all_answered() || cover_everything(live_answers())) return true;
    depends_ = true;
    Finding finding{Verdict::unspecified, sequence_, std::nullopt, call_aborts.clause(), {}, live_answers()};
    simplify(finding.allowed_under);
    add(std::move(finding));
    return true;
  }

  // The questions that the trace may raise are those of its calls.
  void meet(const Event& event) {
    if (event.type != Event::Type::call || signature(event.procedure).area == Area::common) return;
    auto areas = mpi_.areas();
    add_areas(areas, event);
    if (!(areas == mpi_.areas())) mpi_.set_areas(areas);
  }

  static NewCall called(const Event& event, const Arguments& arguments) {
    return {event.procedure, arguments, event.may_fail, no_site, event.language, no_site};
  }

  // ---- matching one event

  void follow_all(const Event& event) {
    std::vector<State> before = std::move(live_);
    close_over_silent_moves(mpi_, before);
    live_.clear();
    new_fault_ = Clause::none;
    for (const auto& state : before) follow(state, event);
    remove_duplicates(mpi_, live_);
    report_.largest_set = std::max({report_.largest_set, before.size(), live_.size()});
    judge(before, event);
  }

  // ---- threads

  // The event's thread gets a number, if it has none.
  void meet_thread_of(const Event& event) {
    const auto known = threads_.find(event.thread);
    thread_ = known ? *known : add_thread_of(event);
  }

  std::uint32_t add_thread_of(const Event& event) {
    const bool programs = event.type == Event::Type::call;
    const auto number = programs ? threads_.add_of_program(event.thread) : threads_.add_of_library(event.thread);
    mpi_.set_threads(threads_.numbers());
    if (programs)
      for (auto& state : live_) state.frames.push_back(main_frame(number));
    return number;
  }

  // Threads that may be done: in some state, nothing is open on them. (Events of the first thread end nothing on others.)
  void forget_threads(const Event& event) {
    if (event.thread == 0) return;
    for (const auto number : threads_.shown()) {
      const auto is_busy = [&](const State& state) { return !is_idle(state, number) && !is_in_main(state, number); };
      if (!std::ranges::all_of(live_, is_busy)) forget_thread(number);
    }
  }

  // What it may still have to do in other states is then done by the thread that no event has shown; unless that is at work
  // itself: two at work of which nothing is seen are not told apart.
  void forget_thread(std::uint32_t number) {
    const auto unseen = threads_.unseen();
    for (auto& state : live_)
      if (is_in_main(state, number)) state.pop_frame(state.top(number));
    std::erase_if(live_, [&](const State& state) { return !is_idle(state, number) && !is_idle(state, unseen); });
    for (auto& state : live_)
      for (auto& frame : state.frames)
        if (frame.thread == number) frame.thread = unseen;
    remove_duplicates(mpi_, live_);
    threads_.remove(number);
    mpi_.set_threads(threads_.numbers());
  }

  void follow(const State& state, const Event& event) {
    switch (event.type) {
    case Event::Type::call: return follow_call(state, event);
    case Event::Type::callback: return follow_move(state, event, Move::Type::begin);
    case Event::Type::end: return follow_end(state, event);
    case Event::Type::return_: return follow_move(state, event, Move::Type::return_);
    }
  }

  void follow_call(const State& state, const Event& event) {
    State before = state;
    const auto arguments = prepare_call(before, event);
    const auto step = [&](State& next) { return mpi_.call(next, thread_, called(event, arguments)); };
    under_every_answer(mpi_, before, step, [&](State&& next) { keep(std::move(next)); });
  }

  // The state in which the call happens.
  Arguments prepare_call(State& state, const Event& event) const {
    if (is_idle(state, thread_)) state.frames.push_back(main_frame(thread_)); // (we took it for one of the library's)
    if (!state.frames[state.top(thread_)].is_code())
      throw TraceError(fmt::format("event {}: a call inside a call, with no callback between", sequence_));
    return arguments_of(state, event, known_);
  }

  void follow_end(const State& state, const Event& event) {
    const auto step = [&](State& next) {
      take_result(next, event);
      return mpi_.end_callback(next, thread_);
    };
    under_every_answer(mpi_, state, step, [&](State&& next) { keep(std::move(next)); });
  }

  // What the program's callback gave and returned.
  void take_result(State& state, const Event& end) const {
    const auto top = state.top(thread_);
    if (top == state.frames.size() || !state.frames[top].is_callback() ||
        state.frames[top].callback().callback != end.callback)
      throw TraceError(fmt::format("event {}: the end of a callback that did not begin", sequence_));
    auto& callback = state.frames[top].callback();
    callback.error = error_of(state, end, known_).as_error();
    for (const auto& field : row_of(end.callback).results) {
      const auto shown = std::ranges::find(end.fields, field.name, &Field::name);
      if (shown != end.fields.end() && shown->value.type != Seen::Type::null)
        callback.result.*field.held = to_value(state, shown->value, known_);
    }
  }

  void follow_move(const State& state, const Event& event, Move::Type type) {
    moves_.clear();
    mpi_.moves(state, moves_);
    for (const auto& move : moves_) {
      if (move.type != type || move.thread != thread_) continue;
      State next = state;
      Mpi::choose(next, move);
      Comparison comparison(event, known_);
      mpi_.apply(next, move, &comparison);
      if (comparison.same) keep(std::move(next));
    }
  }

  void keep(State&& state) {
    if (state.erroneous == Clause::none) return live_.push_back(std::move(state));
    new_fault_ = report_.fault = state.erroneous;
    if (!faulty_.add(*at_hand_, thread_, state)) add_minimal(erroneous_, answers_of(state));
  }

  // ---- the short way: one state, no open question, no silent move

  // In place, as `follow_all` would do. False: nothing happened, and the event needs the long way.
  bool follow_shortly(const Event& event) {
    if (!shortcut_ || live_.size() != 1 || !mpi_.all_decided() || may_move_silently(live_.front())) return false;
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
    if (state.erroneous != Clause::none) {
      const auto faulty = std::exchange(live_, {});
      keep(State(faulty.front()));
      judge({}, event);
    }
    return true;
  }

  bool move_shortly(State& state, const Event& event) {
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
    before_ = state;
    Comparison comparison(event, known_);
    mpi_.apply(state, *it, &comparison);
    if (!comparison.same) state = before_;
    return comparison.same;
  }

  // ---- judging

  // Are there answers by which the program has broken a rule, so that anything may follow?
  bool is_excused() const { return !erroneous_.empty() || !faulty_.empty(); }

  // Nothing more is judged, but of which class the error is that the faulty call itself returns.
  void judge_diagnosis(const Event& event) {
    if (!misdiagnosed_ || is_excused()) return;
    forbidden_ = true;
    add({Verdict::forbidden, sequence_, event, misdiagnosed_->clause(), {diagnosed(event)}, {}});
  }

  Event diagnosed(Event event) const {
    event.error = misdiagnosed_->error;
    return event;
  }

  std::vector<AnswerSet> live_answers() const {
    std::vector<AnswerSet> sets;
    for (const auto& state : live_) add_minimal(sets, answers_of(state));
    return sets;
  }

  // As the trace counts threads.
  std::vector<Event> allowed(const std::vector<Possibility>& possible, const Event& instead) const {
    auto events = allowed_events(possible, known_);
    for (auto& event : events) event.thread = instead.thread;
    return events;
  }

  std::vector<Possibility> all_possibilities(const std::vector<State>& states, std::uint32_t thread) const {
    std::vector<Possibility> all;
    for (const auto& state : states)
      for (auto& possibility : possibilities(mpi_, state, thread)) all.push_back(std::move(possibility));
    return all;
  }

  void judge(const std::vector<State>& before, const Event& event) {
    if (live_.empty() && !is_excused()) return forbid(before, event);
    if (live_.empty()) { // under every answer that allowed the trace so far, the program is at fault; or only MPI is
      const bool programs_fault = new_fault_ != Clause::none;
      ended_ = programs_fault ? Verdict::erroneous : Verdict::unspecified;
      return add_finding(ended_, before, event);
    }
    if (depends_ || mpi_.all_answered() || cover_everything(live_answers())) return;
    depends_ = true;
    add_finding(Verdict::unspecified, before, event);
  }

  void add_finding(Verdict verdict, const std::vector<State>& before, const Event& event) {
    Finding finding{verdict, sequence_, event, new_fault_, {}, {}};
    const bool mpis_choice = event.type == Event::Type::callback || event.type == Event::Type::return_;
    if (mpis_choice) {
      const auto possible = all_possibilities(before, thread_);
      std::vector<Possibility> others;
      std::ranges::copy_if(possible, std::back_inserter(others), [&](const Possibility& possibility) {
        State scratch = possibility.state;
        return !shows(scratch, possibility.label, event, known_);
      });
      finding.clause = broken_clause(others, event, known_);
      finding.allowed = allowed(possible, event);
    }
    finding.allowed_under = live_answers();
    simplify(finding.allowed_under);
    add(std::move(finding));
  }

  void add(Finding&& finding) {
    if (report_.findings.size() < most_findings)
      report_.findings.push_back(std::move(finding));
    else
      ++report_.more_findings;
  }

  void forbid(const std::vector<State>& before, const Event& event) {
    forbidden_ = true;
    const auto possible = all_possibilities(before, thread_);
    Finding finding{Verdict::forbidden, sequence_, event, broken_clause(possible, event, known_), {}, {}};
    finding.allowed = allowed(possible, event);
    if (std::ranges::any_of(before, [&](const State& state) { return had_to_abort(state, event); }))
      finding.clause = call_aborts.clause();
    if (misdiagnosed_) {
      finding.clause = misdiagnosed_->clause();
      finding.allowed.push_back(diagnosed(event));
    }
    add(std::move(finding));
    for (const auto& state : before) {
      const auto top = state.top(thread_);
      const bool in_call = top != state.frames.size() && state.frames[top].is_call();
      if (event.type == Event::Type::return_ && (!in_call || state.frames[top].call().procedure != event.procedure))
        throw TraceError(fmt::format("event {}: the return of a call that did not begin", sequence_));
      State next = state;
      force(next, thread_, event, mpi_, known_);
      live_.push_back(std::move(next));
    }
    remove_duplicates(mpi_, live_);
  }

  bool had_to_abort(const State& state, const Event& event) const {
    const auto top = state.top(thread_);
    if (event.type != Event::Type::return_ || top == state.frames.size() || !state.frames[top].is_call()) return false;
    const auto& call = state.frames[top].call();
    Questions questions(state, mpi_.reading());
    return call.error != ErrorClass::success && fails_fatally(questions, state, call);
  }

  Verdict verdict() const {
    if (forbidden_) return Verdict::forbidden;
    if (live_.empty()) return ended_;
    return depends_ ? Verdict::unspecified : Verdict::allowed;
  }

  Mpi mpi_;
  bool shortcut_;
  std::vector<State> live_;          // where the trace may be
  std::vector<AnswerSet> erroneous_; // the answers under which the program broke a clause: nothing more is judged there
  FaultyCalls faulty_;               // of such answers, those by which a call in progress may be diagnosed
  const Diagnosis* misdiagnosed_ = nullptr; // the event at hand is the return of such a call, with another error
  const Event* at_hand_ = nullptr;
  Clause new_fault_ = Clause::none; // by the event at hand
  bool depends_ = false;            // some answers no longer allow the trace, or make the program erroneous
  bool forbidden_ = false;
  Verdict ended_ = Verdict::erroneous; // what it came to when no state was left
  Generations known_{};
  Threads threads_;
  std::uint32_t thread_ = 0; // the number of the one that the event at hand is on
  std::uint64_t sequence_ = 0;
  Moves moves_; // both for `follow`, to spare allocations
  State before_;
  CheckReport report_;
};

Checker::Checker(const Reading& reading, Areas areas, bool shortcut)
    : impl_(std::make_unique<Impl>(reading, areas, shortcut)) {}
Checker::~Checker() = default;
void Checker::event(const Event& event) { impl_->event(event); }
void Checker::ending(const TraceEnding& ending) { impl_->ending(ending); }
CheckReport Checker::report() const { return impl_->report(); }

CheckReport check(const Trace& trace, const Reading& reading) {
  Checker checker(reading, areas_of(trace));
  for (const auto& event : trace.events) checker.event(event);
  if (trace.ending) checker.ending(*trace.ending);
  return checker.report();
}

} // namespace moot
