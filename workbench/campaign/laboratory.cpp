#include "workbench/campaign/laboratory.h"

#include "model/law/sentences.h"
#include "spec/language/case_parser.h"
#include "workbench/settle/trials.h"

namespace moot::campaign {

namespace {

// May the program have damaged the library, by its own fault? Nothing that follows would be the library's.
bool endangers(const Judgement& judgement) {
  return judgement.verdict == Verdict::erroneous || may_damage(judgement.fault);
}

} // namespace

Judgement Laboratory::run_in_processes(const Program& program) const {
  RunnerLimits limits;
  limits.job = library_.patience;
  limits.stop = stop_;
  limits.events = 400;
  const auto trials = try_on_ranks(library_.info, program, program.title, library_.np, {reading_}, limits, Ranks::all);
  Judgement judgement;
  judgement.verdict = trials.verdicts.at(0);
  const Breach* first = nullptr; // the one with the fewest events
  for (const auto& shown : trials.shown)
    for (const auto& breach : shown.breaches)
      if (breach.reading == 0 && (first == nullptr || breach.finding.sequence < first->finding.sequence))
        first = &breach;
  if (first == nullptr) return judgement;
  judgement.finding = first->finding;
  judgement.symptom = symptom(*first->trace, first->finding);
  return judgement;
}

Judgement Laboratory::run(const Program& program) {
  if (library_.np > 1) return run_in_processes(program);
  if (!runner_) {
    RunnerLimits limits;
    limits.job = library_.patience;
    limits.stop = stop_;
    limits.events = 400; // these programs are short
    runner_ = std::make_unique<Runner>(library_.info, limits);
  }
  auto judgement = judge(runner_->run({print_case(program), program.title, library_.seed, ""}), reading_);
  if (endangers(judgement)) restart();
  return judgement;
}

Judgement Laboratory::run_alone(const Program& program) {
  restart();
  auto judgement = run(program);
  restart();
  return judgement;
}

} // namespace moot::campaign
