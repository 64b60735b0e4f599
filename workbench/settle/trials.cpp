#include "workbench/settle/trials.h"

#include "mpi_backend/ranks.h"
#include "workbench/shared/verdicts.h"

#include <algorithm>
#include <unordered_map>

namespace moot {
namespace {

// The outcome of a trace, in the order of the program's `observe`.
Observed observed_in(const Trace& trace, const Program& program) {
  Observed observed;
  for (const auto index : program.observed) {
    const auto& name = program.variables[static_cast<std::size_t>(index)];
    const auto found =
        std::ranges::find(trace.ending->observed, name, &std::pair<std::string, std::optional<Seen>>::first);
    observed.push_back(found == trace.ending->observed.end() ? std::nullopt : found->second);
  }
  return observed;
}

// What a reading says of a trace.
struct Judgement {
  Verdict verdict = Verdict::allowed;
  std::optional<Finding> forbidden; // the first
};

// The judgements on a trace. Many runs make the same events: those are judged once.
class Judge {
public:
  explicit Judge(const std::vector<Reading>& readings) : readings_(readings) {}

  // By reading; the last one is with every question open.
  const std::vector<Judgement>& judgements(const Trace& trace) {
    std::string key;
    for (const auto& event : trace.events) key += event_line(event, 0);
    if (trace.ending) key += std::to_string(static_cast<int>(trace.ending->type));
    const auto [found, is_new] = known_.try_emplace(std::move(key));
    if (is_new) {
      for (const auto& reading : readings_) found->second.push_back(judgement(trace, reading));
      found->second.push_back(judgement(trace, any_answer_));
    }
    return found->second;
  }

private:
  static Judgement judgement(const Trace& trace, const Reading& reading) {
    Checker checker(reading, areas_of(trace));
    checker.list_tools(trace.header.tools);
    std::uint64_t sequence = 0;
    std::optional<Finding> unnested;
    try {
      for (const auto& event : trace.events) {
        ++sequence;
        checker.event(event);
      }
      if (trace.ending) checker.ending(*trace.ending);
    } catch (const TraceError&) { // no trace of any program: the library broke the nesting of calls
      unnested = Finding{Verdict::forbidden, sequence, trace.events[sequence - 1], Clause::none, {}, {}};
    }
    const auto report = checker.report();
    const auto found = std::ranges::find(report.findings, Verdict::forbidden, &Finding::verdict);
    if (found != report.findings.end()) return {Verdict::forbidden, *found};
    return {unnested ? Verdict::forbidden : report.verdict, std::move(unnested)};
  }

  const std::vector<Reading>& readings_;
  const Reading any_answer_ = all_open("any answer");
  std::unordered_map<std::string, std::vector<Judgement>> known_;
};

// Short traces say most.
void note_breaches(Shown& shown, const Trace& trace, const std::vector<Judgement>& judgements) {
  std::shared_ptr<const Trace> kept;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const auto& forbidden = judgements[i].forbidden;
    if (!forbidden) continue;
    auto known = std::ranges::find(shown.breaches, i, &Breach::reading);
    if (known != shown.breaches.end() && known->finding.sequence <= forbidden->sequence) continue;
    if (known == shown.breaches.end()) known = shown.breaches.emplace(known);
    if (!kept) kept = std::make_shared<const Trace>(trace);
    *known = {i, kept, *forbidden};
  }
}

Shown& entry(Trials& trials, const Trace& trace, const Program& program) {
  Shown shown;
  shown.ending = trace.ending->type;
  if (shown.ending == TraceEnding::Type::finished)
    shown.observed = observed_in(trace, program);
  else
    shown.detail = trace.ending->detail;
  const auto found = std::ranges::find_if(trials.shown, [&](const Shown& other) {
    return other.ending == shown.ending && other.observed == shown.observed && other.detail == shown.detail;
  });
  if (found != trials.shown.end()) return *found;
  shown.example = trace;
  shown.verdicts.assign(trials.verdicts.size(), Verdict::allowed);
  trials.shown.push_back(std::move(shown));
  return trials.shown.back();
}

// Adds one run to the trials. True: all readings allow it.
bool add(Trials& trials, const Trace& trace, const std::vector<Judgement>& judgements, const Program& program) {
  ++trials.runs;
  auto& shown = entry(trials, trace, program);
  ++shown.runs;
  note_breaches(shown, trace, judgements);
  shown.forbidden = shown.forbidden || judgements.back().verdict == Verdict::forbidden;
  for (std::size_t i = 0; i < trials.verdicts.size(); ++i) {
    shown.verdicts[i] = worse(shown.verdicts[i], judgements[i].verdict);
    trials.verdicts[i] = worse(trials.verdicts[i], judgements[i].verdict);
  }
  return std::ranges::all_of(judgements, [](const auto& it) { return it.verdict == Verdict::allowed; });
}

// mpiexec ends all ranks when one dies, wherever they are, and does not tell which one died. Where a reading does not blame the library
// for the death of one of them, the other ones count as cut off.
std::vector<std::vector<Judgement>> judgements_of_ranks(const std::vector<Trace>& traces, Judge& judge) {
  std::vector<std::vector<Judgement>> judgements;
  std::vector<std::size_t> broken_off;
  for (std::size_t rank = 0; rank < traces.size(); ++rank) {
    judgements.push_back(judge.judgements(traces[rank]));
    if (traces[rank].ending->broke_off()) broken_off.push_back(rank);
  }
  for (std::size_t reading = 0; reading < judgements[0].size(); ++reading) {
    const auto blamed = [&](std::size_t rank) { return judgements[rank][reading].verdict == Verdict::forbidden; };
    if (std::ranges::all_of(broken_off, blamed)) continue;
    for (const auto rank : broken_off) {
      if (!blamed(rank)) continue;
      auto cut = traces[rank];
      cut.ending.reset();
      judgements[rank][reading] = judge.judgements(cut)[reading];
    }
  }
  return judgements;
}

bool met_an_error(const Trace& trace) {
  return std::ranges::any_of(trace.events, [](const Event& event) {
    return event.type == Event::Type::return_ && event.error != ErrorClass::success;
  });
}

std::vector<Procedure> collective_calls(const Trace& trace) {
  std::vector<Procedure> calls;
  for (const auto& event : trace.events)
    if (event.type == Event::Type::call && signature(event.procedure).collective) calls.push_back(event.procedure);
  return calls;
}

// Has it made the collective calls of the other one, and in that order?
bool has_come_along(const Trace& trace, const Trace& other) {
  const auto own = collective_calls(trace);
  const auto others = collective_calls(other);
  return std::ranges::mismatch(others, own).in1 == others.end();
}

// A collective call may wait for ever for a process that makes another one, or none: the program is to blame. And for one whose own call
// failed: "After an error is detected, the state of MPI is undefined" (MPI-3.1, section 8.3). No reading blames the library for it, and none
// says that it may be.
void excuse_waiting(const std::vector<Trace>& traces, std::vector<std::vector<Judgement>>& judgements, Judge& judge) {
  for (std::size_t rank = 0; rank < traces.size(); ++rank) {
    const auto is_reason = [&](const Trace& other) {
      return &other != &traces[rank] && (met_an_error(other) || !has_come_along(other, traces[rank]));
    };
    if (traces[rank].ending->type != TraceEnding::Type::hung || std::ranges::none_of(traces, is_reason)) continue;
    auto cut = traces[rank];
    cut.ending.reset();
    judgements[rank] = judge.judgements(cut);
    for (auto& judgement : judgements[rank]) judgement.verdict = worse(judgement.verdict, Verdict::unspecified);
  }
}

} // namespace

Trials no_trials(const LibraryInfo& library, std::size_t readings) {
  return {library, {}, std::vector<Verdict>(readings, Verdict::allowed), 0};
}

Trials try_on_library(Runner& runner, const Program& program, const std::string& name, std::uint64_t seeds,
                      const std::string& answers, const std::vector<Reading>& readings) {
  constexpr std::uint64_t patience = 3; // hangs and crashes cost seconds each
  auto trials = no_trials(runner.library(), readings.size());
  Judge judge(readings);
  const auto text = print_case(program);
  std::uint64_t failures = 0;
  bool is_damaged = false;
  for (std::uint64_t seed = 1; seed <= seeds && failures < patience; ++seed) {
    Trace trace;
    try {
      trace = runner.run({text, name, seed, answers, program.main.size()});
    } catch (const Stopped&) {
      if (trials.runs == 0) throw;
      break;
    }
    if (trace.ending->type != TraceEnding::Type::finished) ++failures;
    const bool clean = add(trials, trace, judge.judgements(trace), program);
    if (!clean && runner.library().through == "native") runner.renew(); // what happened may have damaged the library
    is_damaged = is_damaged || (!clean && failed_in_mpi(trace));
  }
  if (is_damaged) runner.renew(); // for the next case
  return trials;
}

Trials try_once(Runner& runner, const Program& program, const std::string& name, std::uint64_t seed,
                const std::string& answers, const std::vector<Reading>& readings) {
  auto trials = no_trials(runner.library(), readings.size());
  Judge judge(readings);
  const auto trace = runner.run({print_case(program), name, seed, answers, program.main.size()});
  add(trials, trace, judge.judgements(trace), program);
  return trials;
}

Trials try_on_ranks(const LibraryInfo& library, const Program& program, const std::string& name, std::uint32_t np,
                    const std::vector<Reading>& readings, const RunnerLimits& limits, Ranks ranks, const Draws& draws) {
  auto trials = no_trials(library, readings.size());
  Judge judge(readings);
  const bool of_one = ranks == Ranks::of_its_process && depends_on_process(program);
  for (std::uint64_t seed = 1; seed <= draws.seeds; ++seed) {
    const Job job{print_case(program), name, seed, draws.answers, program.main.size()};
    const auto traces = run_on_ranks(library, job, static_cast<int>(np), limits);
    auto judgements = judgements_of_ranks(traces, judge);
    excuse_waiting(traces, judgements, judge);
    for (std::size_t rank = 0; rank < traces.size(); ++rank)
      if (!of_one || static_cast<std::size_t>(program.process.rank) == rank)
        add(trials, traces[rank], judgements[rank], program);
  }
  return trials;
}

} // namespace moot
