// Is a trace allowed? Every event is matched against what the machine may do, under every answer that the reading leaves
// open. (The client is the trace itself: its calls and the ends of its callbacks are the program's choices, everything else
// is MPI's.)
//
// After a forbidden event the checker says what was allowed, takes the event as it came, and goes on.
#pragma once

#include "model/search/explore.h" // Verdict
#include "traces/check/areas.h"
#include "traces/format/trace.h"

#include <memory>

namespace moot {

struct Finding {
  Verdict verdict = Verdict::forbidden; // never `allowed`
  std::uint64_t sequence = 0;           // of the event, from 1; one past the last: the trace's ending
  std::optional<Event> event;           // nullopt: the ending
  Clause clause = Clause::none;
  std::vector<Event> allowed;           // forbidden, unspecified: what could have come instead (MPI's events)
  std::vector<AnswerSet> allowed_under; // unspecified: the answers under which the trace is still allowed
  bool operator==(const Finding&) const = default;
};

inline constexpr std::size_t most_findings = 1'000;

struct CheckReport {
  Verdict verdict = Verdict::allowed;
  std::vector<Finding> findings;
  Clause fault = Clause::none;   // that the program broke, under some answer at least; none: it is correct so far
  std::size_t more_findings = 0; // beyond the first `most_findings`: only counted
  std::size_t largest_set = 0;   // the most states that were possible at once, before or after an event
  std::size_t most_threads = 0;  // that were told apart at once: of those that are done nothing is kept
  bool operator==(const CheckReport&) const = default;
};

// Checks a trace event by event; memory grows with what is alive, not with the trace.
class Checker {
public:
  // The reading must outlive the checker. `areas`: of the calls that will come, as far as that is known; those that an event
  // turns out to use are added then. `shortcut` false: without the short way that most events take, where only one state is
  // possible and no question is open (for tests: the reports are the same).
  explicit Checker(const Reading& reading, Areas areas = {}, bool shortcut = true);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  // Throws TraceError where the events cannot be a trace of any program (a call inside a call, the end of a callback
  // that did not begin).
  void event(const Event& event);

  // Before the first event: the tools that the trace lists, if there are any. (The areas know that there are.)
  void list_tools(const std::vector<std::string>& names);

  // Several threads of the program may call at the same time, before any event shows a second one: what they do may have had its effect in
  // another order than that of the events. (Checking takes longer.)
  void expect_threads();

  // Of a trace of which only a part is told (traces/judge/): which event comes next, by its sequence number;
  void comes_next(std::uint64_t sequence);
  // an object that a call has made of which nothing is told: its handle is there, and no value;
  void arrives(Kind kind, std::uint32_t name);
  // and that something may keep a communicator or a datatype of which nothing is told, until any time: what waits for its end may come late.
  void may_be_kept(Kind kind, std::uint32_t name);
  // While it doubts, it throws NotModelled where it would forbid an event: what the trace does not tell may be the reason for it.
  void doubts(bool it_does);
  // How the run ended; not called: it was cut off, and nothing is said about that.
  void ending(const TraceEnding& ending);
  CheckReport report() const;
  Verdict verdict() const; // of the report

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

CheckReport check(const Trace& trace, const Reading& reading);

} // namespace moot
