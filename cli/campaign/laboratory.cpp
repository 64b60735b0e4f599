#include "cli/campaign/laboratory.h"

#include "spec/case_parser.h"

namespace moot::campaign {

namespace {

// May the program have damaged the library, by its own fault? Nothing that follows would be the library's.
bool endangers(const Judgement& judgement) {
  const bool in_callback = judgement.fault == Clause::attr_callback || judgement.fault == Clause::handle_valid;
  return judgement.verdict == Verdict::erroneous || in_callback;
}

} // namespace

Judgement Laboratory::run(const Program& program) {
  if (!runner_) {
    RunnerLimits limits;
    limits.job = library_.patience;
    limits.stop = stop_;
    limits.events = 400; // these programs are short
    runner_ = std::make_unique<Runner>(library_.info, limits);
  }
  auto judgement = judge(runner_->run({print_case(program), program.title, 0, ""}), reading_);
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
