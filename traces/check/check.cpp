#include "traces/check/check.h"

#include "model/law/sentences.h"
#include "model/search/possible_states.h"
#include "traces/check/diagnosis.h"
#include "traces/check/faulty_calls.h"
#include "traces/check/following.h"
#include "traces/check/nesting.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot {

class Checker::Impl {
public:
  Impl(const Reading& reading, const Areas& areas, bool shortcut) : following_(reading, areas, shortcut) {
    report_.largest_set = 1;
  }

  void event(const Event& event) {
    following_.meet(event);
    const bool librarys_own = event.by == Event::By::library && is_of_call(event);
    if (librarys_own) return;
    misdiagnosed_ = faulty_.meet(event, erroneous_);
    if (live().empty()) return judge_diagnosis(event);
    try {
      if (!following_.follow(event)) judge(event);
      following_.finish(event);
    } catch (const NotModelled&) {
      ended_ = depends_ ? Verdict::unspecified : Verdict::allowed; // so far
      throw;
    }
  }

  Following& following() { return following_; }
  void doubts(bool it_does) { doubts_ = it_does; }

  void ending(const TraceEnding& ending) {
    if (!ending.broke_off() || live().empty()) return;
    const auto before = following_.before_what_comes();
    if (ending.type == TraceEnding::Type::hung &&
        std::ranges::any_of(before, [&](const State& state) { return waits_for_ever(mpi(), state); }))
      return;
    if (ending.type == TraceEnding::Type::aborted && aborts(before)) return;
    // Under answers by which the program has broken a rule, anything may follow.
    const bool excused = is_excused();
    auto finding = finding_of_ending(excused ? Verdict::unspecified : Verdict::forbidden, call_succeeds.clause());
    finding.allowed = allowed_events(all_possibilities(before, 0), following_.known());
    if (excused) {
      finding.allowed_under = erroneous_;
      faulty_.add_to(finding.allowed_under);
      following_.go_on_in({});
      ended_ = Verdict::unspecified;
    }
    forbidden_ = forbidden_ || !excused;
    add(std::move(finding));
  }

  Verdict verdict() const {
    if (forbidden_) return Verdict::forbidden;
    if (live().empty()) return ended_;
    return depends_ ? Verdict::unspecified : Verdict::allowed;
  }

  CheckReport report() const {
    CheckReport report = report_;
    report.verdict = verdict();
    report.most_threads = following_.most_threads();
    return report;
  }

private:
  const Mpi& mpi() const { return following_.mpi(); }
  const std::vector<State>& live() const { return following_.live(); }

  // ---- the ending

  Finding finding_of_ending(Verdict verdict, Clause clause) const {
    return {verdict, following_.sequence() + 1, std::nullopt, clause, {}, {}};
  }

  // mpi.error.fatal: where a call fails whose error goes to MPI_ERRORS_ARE_FATAL, the program aborts.
  bool aborts(const std::vector<State>& before) {
    std::vector<State> aborting;
    Moves moves;
    for (const auto& state : before) {
      if (state.aborted()) aborting.push_back(state);
      moves.clear();
      mpi().moves(state, moves);
      for (const auto& move : moves) {
        if (move.type != Move::Type::abort) continue;
        Mpi::choose(aborting.emplace_back(state), move);
      }
    }
    if (aborting.empty()) return false;
    following_.go_on_in(std::move(aborting));
    if (is_allowed_under_every_answer()) return true;
    depends_ = true;
    auto finding = finding_of_ending(Verdict::unspecified, call_aborts.clause());
    finding.allowed_under = live_answers();
    simplify(finding.allowed_under);
    add(std::move(finding));
    return true;
  }

  // ---- judging

  // Are there answers by which the program has broken a rule, so that anything may follow?
  bool is_excused() const { return !erroneous_.empty() || !faulty_.empty(); }

  // Nothing more is judged, but of which class the error is that the faulty call itself returns.
  void judge_diagnosis(const Event& event) {
    if (!misdiagnosed_ || is_excused()) return;
    forbidden_ = true;
    add({Verdict::forbidden, following_.sequence(), event, misdiagnosed_->clause(), {diagnosed(event)}, {}});
  }

  Event diagnosed(Event event) const {
    event.error = misdiagnosed_->error;
    return event;
  }

  // True also where it was said before that it is not.
  bool is_allowed_under_every_answer() const {
    return depends_ || mpi().all_answered() || cover_everything(live_answers());
  }

  std::vector<AnswerSet> live_answers() const {
    std::vector<AnswerSet> sets;
    for (const auto& state : live()) add_minimal(sets, answers_of(state));
    return sets;
  }

  // As the trace counts threads.
  std::vector<Event> allowed(const std::vector<Possibility>& possible, const Event& instead) const {
    auto events = allowed_events(possible, following_.known());
    for (auto& event : events) event.thread = instead.thread;
    return events;
  }

  std::vector<Possibility> all_possibilities(const std::vector<State>& states, std::uint32_t thread) const {
    std::vector<Possibility> all;
    for (const auto& state : states)
      for (auto& possibility : possibilities(mpi(), state, thread)) all.push_back(std::move(possibility));
    return all;
  }

  void judge(const Event& event) {
    report_.largest_set = std::max({report_.largest_set, following_.before().size(), live().size()});
    note_faults(event);
    if (live().empty() && !is_excused()) return forbid(event);
    if (live().empty()) { // under every answer that allowed the trace so far, the program is at fault; or only MPI is
      const bool programs_fault = new_fault_ != Clause::none;
      ended_ = programs_fault ? Verdict::erroneous : Verdict::unspecified;
      return add_finding(ended_, event);
    }
    if (is_allowed_under_every_answer()) return;
    depends_ = true;
    add_finding(Verdict::unspecified, event);
  }

  void note_faults(const Event& event) {
    new_fault_ = Clause::none;
    for (const auto& state : following_.at_fault()) {
      new_fault_ = report_.fault = state.erroneous;
      if (!faulty_.add(event, following_.thread(), state)) add_minimal(erroneous_, answers_of(state));
    }
  }

  void add_finding(Verdict verdict, const Event& event) {
    Finding finding{verdict, following_.sequence(), event, new_fault_, {}, {}};
    const bool mpis_choice = event.type == Event::Type::callback || event.type == Event::Type::return_;
    if (mpis_choice) {
      const auto possible = all_possibilities(following_.before(), following_.thread());
      std::vector<Possibility> others;
      std::ranges::copy_if(possible, std::back_inserter(others), [&](const Possibility& possibility) {
        State scratch = possibility.state;
        return !shows(scratch, possibility.label, event, following_.known());
      });
      finding.clause = broken_clause(others, event, following_.known());
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

  void forbid(const Event& event) {
    if (doubts_) throw NotModelled(fmt::format("nothing that was recorded is a reason for {}", what_of(event)));
    forbidden_ = true;
    const auto possible = all_possibilities(following_.before(), following_.thread());
    Finding finding{
        Verdict::forbidden, following_.sequence(), event, broken_clause(possible, event, following_.known()), {}, {}};
    finding.allowed = allowed(possible, event);
    const auto aborts = [&](const State& state) { return had_to_abort(state, event); };
    const auto had_returned = [&](const State& state) { // before its error handler was MPI_ERRORS_ARE_FATAL
      return state.is_untold(state.top(following_.thread()));
    };
    if (std::ranges::any_of(following_.before(), aborts) && std::ranges::none_of(following_.before(), had_returned))
      finding.clause = call_aborts.clause();
    if (misdiagnosed_) {
      finding.clause = misdiagnosed_->clause();
      finding.allowed.push_back(diagnosed(event));
    }
    add(std::move(finding));
    following_.force(event);
  }

  bool had_to_abort(const State& state, const Event& event) const {
    if (state.aborted()) return true;
    const auto top = state.top(following_.thread());
    if (event.type != Event::Type::return_ || top == state.frames.size() || !state.frames[top].is_call()) return false;
    const auto& call = state.frames[top].call();
    Questions questions(state, mpi().reading());
    return call.error != ErrorClass::success && fails_fatally(questions, state, call);
  }

  Following following_;
  std::vector<AnswerSet> erroneous_; // the answers under which the program broke a clause: nothing more is judged there
  FaultyCalls faulty_;               // of such answers, those by which a call in progress may be diagnosed
  const Diagnosis* misdiagnosed_ = nullptr; // the event at hand is the return of such a call, with another error
  Clause new_fault_ = Clause::none;         // by the event at hand
  bool depends_ = false;                    // some answers no longer allow the trace, or make the program erroneous
  bool forbidden_ = false;
  bool doubts_ = false;
  Verdict ended_ = Verdict::erroneous; // what it came to when no state was left
  CheckReport report_;
};

Checker::Checker(const Reading& reading, Areas areas, bool shortcut)
    : impl_(std::make_unique<Impl>(reading, areas, shortcut)) {}
Checker::~Checker() = default;
void Checker::event(const Event& event) { impl_->event(event); }
void Checker::list_tools(const std::vector<std::string>& names) { impl_->following().list_tools(names); }
void Checker::expect_threads() { impl_->following().expect_threads(); }
void Checker::comes_next(std::uint64_t sequence) { impl_->following().comes_next(sequence); }
void Checker::arrives(Kind kind, std::uint32_t name) { impl_->following().arrives(kind, name); }
void Checker::may_be_kept(Kind kind, std::uint32_t name) { impl_->following().may_be_kept(kind, name); }
void Checker::doubts(bool it_does) { impl_->doubts(it_does); }
void Checker::ending(const TraceEnding& ending) { impl_->ending(ending); }
CheckReport Checker::report() const { return impl_->report(); }
Verdict Checker::verdict() const { return impl_->verdict(); }

CheckReport check(const Trace& trace, const Reading& reading) {
  Checker checker(reading, areas_of(trace));
  checker.list_tools(trace.header.tools);
  for (const auto& event : trace.events) checker.event(event);
  if (trace.ending) checker.ending(*trace.ending);
  return checker.report();
}

} // namespace moot
