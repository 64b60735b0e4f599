#include "traces/check.h"

#include "model/encode.h"
#include "traces/diagnosis.h"
#include "traces/matching.h"
#include "traces/recovery.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace moot {
namespace {

class Capture : public EventSink {
public:
  void on(State&, const Label& told) override { label = told; }
  Label label;
};

bool is_silent(Move::Type type) {
  return type != Move::Type::step && type != Move::Type::begin && type != Move::Type::return_;
}

} // namespace

class Checker::Impl {
public:
  explicit Impl(const Reading& reading) : reading_(reading), mpi_(reading) {
    State state;
    Frame main;
    main.block = main_block;
    state.frames.push_back(main);
    live_.push_back(std::move(state));
  }

  void event(const Event& event) {
    ++sequence_;
    const bool librarys_own =
        event.by == Event::By::library && (event.type == Event::Type::call || event.type == Event::Type::return_);
    if (librarys_own || live_.empty()) return;
    std::vector<State> before = std::move(live_);
    close_over_silent_moves(before);
    live_.clear();
    new_fault_ = Clause::none;
    for (const auto& state : before) follow(state, event);
    remove_duplicates(live_);
    report_.largest_set = std::max(report_.largest_set, live_.size());
    judge(before, event);
    count_generations(event, known_);
  }

  void ending(const TraceEnding& ending) {
    ++sequence_;
    const bool fine = ending.type == TraceEnding::Type::finished || ending.type == TraceEnding::Type::endless;
    if (fine || live_.empty()) return;
    std::vector<State> before = live_;
    close_over_silent_moves(before);
    if (ending.type == TraceEnding::Type::hung &&
        std::ranges::any_of(before, [&](const State& state) { return waits_for_ever(state); }))
      return;
    Finding finding{Verdict::forbidden, sequence_, std::nullopt, Clause::call_succeeds, {}, {}};
    finding.allowed = allowed_events(all_possibilities(before, 0), known_);
    report_.findings.push_back(std::move(finding));
  }

  CheckReport report() const {
    CheckReport report = report_;
    report.verdict = verdict();
    return report;
  }

private:
  // ---- matching one event

  static std::uint8_t thread_of(const Event& event) { return event.thread == 0 ? 0 : 1; }

  void follow(const State& state, const Event& event) {
    switch (event.type) {
    case Event::Type::call: return follow_call(state, event);
    case Event::Type::callback: return follow_move(state, event, Move::Type::begin);
    case Event::Type::end: return follow_end(state, event);
    case Event::Type::return_: return follow_move(state, event, Move::Type::return_);
    }
  }

  void follow_call(const State& state, const Event& event) {
    const auto thread = thread_of(event);
    State before = state;
    if (before.top(thread) == before.frames.size()) { // a thread of the program that we had not met
      Frame code;
      code.block = main_block;
      code.thread = thread;
      before.frames.push_back(code);
    }
    if (before.frames[before.top(thread)].type != Frame::Type::code)
      throw TraceError(fmt::format("event {}: a call inside a call, with no callback between", sequence_));
    std::array<Value, 4> arguments{};
    const auto& parameters = signature(event.procedure).in;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto field = std::ranges::find(event.fields, parameters[i].name, &Field::name);
      if (field != event.fields.end())
        arguments.at(i) = to_value(before, field->value, parameters[i], known_);
      else if (parameters[i].type == Parameter::Type::callback)
        arguments.at(i) = Value::integer(foreign_code);
    }
    under_every_answer(before, [&](State& next) {
      return mpi_.call(next, thread, event.procedure, arguments, event.may_fail, no_site);
    });
  }

  void follow_end(const State& state, const Event& event) {
    const auto thread = thread_of(event);
    const auto top = state.top(thread);
    if (top == state.frames.size() || !state.frames[top].is_callback || state.frames[top].callback != event.callback)
      throw TraceError(fmt::format("event {}: the end of a callback that did not begin", sequence_));
    const bool copied = !event.fields.empty() && event.fields[0].value.type == Seen::Type::integer;
    const auto value = copied ? Value::integer(event.fields[0].value.number) : Value::null();
    under_every_answer(state, [&](State& next) { return mpi_.end_callback(next, thread, value); });
  }

  template <typename Step> void under_every_answer(const State& state, const Step& step) {
    Moves ways;
    mpi_.add_answered(state, Move{}, ways, step);
    for (const auto& way : ways) {
      State next = state;
      Mpi::choose(next, way.answers);
      step(next);
      keep(std::move(next));
    }
  }

  void follow_move(const State& state, const Event& event, Move::Type type) {
    moves_.clear();
    mpi_.moves(state, moves_);
    for (const auto& move : moves_) {
      if (move.type != type || move.thread != thread_of(event)) continue;
      State next = state;
      Mpi::choose(next, move.answers);
      Capture capture;
      mpi_.apply(next, move, &capture);
      if (shows(next, capture.label, event)) keep(std::move(next));
    }
  }

  // Is the event what this label looks like? Names new objects in `state`.
  bool shows(State& state, const Label& label, const Event& event) {
    if (event.type == Event::Type::callback && label.frame.callback != event.callback) return false;
    if (event.type == Event::Type::return_ &&
        (label.frame.procedure != event.procedure || label.frame.error != event.error))
      return false;
    return std::ranges::all_of(fields(label), [&](const auto& expected) {
      const auto shown = std::ranges::find(event.fields, expected.first, &Field::name);
      if (shown == event.fields.end()) return event.type == Event::Type::return_; // an OUT that nobody recorded
      return matches(state, expected.second, shown->value, known_);
    });
  }

  void keep(State&& state) {
    if (state.erroneous == Clause::none) return live_.push_back(std::move(state));
    new_fault_ = state.erroneous;
    add_minimal(erroneous_, answers_of(state));
  }

  // ---- sets of states

  void close_over_silent_moves(std::vector<State>& states) const {
    Moves moves;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!may_move_silently(states[i])) continue;
      moves.clear();
      mpi_.moves(states[i], moves);
      for (const auto& move : moves) {
        if (!is_silent(move.type)) continue;
        State next = states[i];
        Mpi::choose(next, move.answers);
        mpi_.apply(next, move);
        states.push_back(std::move(next));
      }
      if (i + 1 == states.size()) break;
      remove_duplicates(states);
    }
  }

  static bool may_move_silently(const State& state) {
    return std::ranges::any_of(state.frames, [](const Frame& frame) { return frame.may_fail; }) ||
           std::ranges::any_of(state.objects, [](const Object& object) { return object.matched; });
  }

  // Keeps the first of equal states, in order.
  void remove_duplicates(std::vector<State>& states) const {
    if (states.size() < 2) return;
    std::unordered_set<std::string> seen;
    std::string bytes;
    std::erase_if(states, [&](const State& state) {
      encode(state, mpi_.order_matters(state), bytes);
      return !seen.insert(bytes).second;
    });
  }

  bool waits_for_ever(const State& state) const {
    Moves moves;
    mpi_.moves(state, moves);
    const auto top = state.top(0);
    return moves.empty() && top != state.frames.size() && state.frames[top].type == Frame::Type::call;
  }

  // ---- judging

  std::vector<AnswerSet> live_answers() const {
    std::vector<AnswerSet> sets;
    for (const auto& state : live_) add_minimal(sets, answers_of(state));
    return sets;
  }

  std::vector<Possibility> all_possibilities(const std::vector<State>& states, std::uint8_t thread) const {
    std::vector<Possibility> all;
    for (const auto& state : states)
      for (auto& possibility : possibilities(mpi_, state, thread)) all.push_back(std::move(possibility));
    return all;
  }

  void judge(const std::vector<State>& before, const Event& event) {
    if (live_.empty() && erroneous_.empty()) return forbid(before, event);
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
      const auto possible = all_possibilities(before, thread_of(event));
      std::vector<Possibility> others;
      std::ranges::copy_if(possible, std::back_inserter(others), [&](const Possibility& possibility) {
        State scratch = possibility.state;
        return !shows(scratch, possibility.label, event);
      });
      finding.clause = broken_clause(others, event, known_);
      finding.allowed = allowed_events(possible, known_);
    }
    finding.allowed_under = live_answers();
    simplify(finding.allowed_under);
    report_.findings.push_back(std::move(finding));
  }

  void forbid(const std::vector<State>& before, const Event& event) {
    forbidden_ = true;
    const auto possible = all_possibilities(before, thread_of(event));
    Finding finding{Verdict::forbidden, sequence_, event, broken_clause(possible, event, known_), {}, {}};
    finding.allowed = allowed_events(possible, known_);
    report_.findings.push_back(std::move(finding));
    for (const auto& state : before) {
      const auto top = state.top(thread_of(event));
      const bool in_call = top != state.frames.size() && state.frames[top].type == Frame::Type::call;
      if (event.type == Event::Type::return_ && (!in_call || state.frames[top].procedure != event.procedure))
        throw TraceError(fmt::format("event {}: the return of a call that did not begin", sequence_));
      State next = state;
      force(next, event, reading_, known_);
      live_.push_back(std::move(next));
    }
    remove_duplicates(live_);
  }

  Verdict verdict() const {
    if (forbidden_ ||
        std::ranges::find(report_.findings, Verdict::forbidden, &Finding::verdict) != report_.findings.end())
      return Verdict::forbidden;
    if (live_.empty()) return ended_;
    return depends_ ? Verdict::unspecified : Verdict::allowed;
  }

  const Reading& reading_;
  Mpi mpi_;
  std::vector<State> live_;          // where the trace may be
  std::vector<AnswerSet> erroneous_; // the answers under which the program broke a clause: nothing more is judged there
  Clause new_fault_ = Clause::none;  // by the event at hand
  bool depends_ = false;             // some answers no longer allow the trace, or make the program erroneous
  bool forbidden_ = false;
  Verdict ended_ = Verdict::erroneous; // what it came to when no state was left
  Generations known_{};
  std::uint64_t sequence_ = 0;
  Moves moves_;
  CheckReport report_;
};

Checker::Checker(const Reading& reading) : impl_(std::make_unique<Impl>(reading)) {}
Checker::~Checker() = default;
void Checker::event(const Event& event) { impl_->event(event); }
void Checker::ending(const TraceEnding& ending) { impl_->ending(ending); }
CheckReport Checker::report() const { return impl_->report(); }

CheckReport check(const Trace& trace, const Reading& reading) {
  Checker checker(reading);
  for (const auto& event : trace.events) checker.event(event);
  if (trace.ending) checker.ending(*trace.ending);
  return checker.report();
}

} // namespace moot
