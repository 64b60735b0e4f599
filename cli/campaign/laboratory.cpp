#include "cli/campaign/laboratory.h"

#include "spec/case_parser.h"

namespace moot::campaign {

Judgement Laboratory::run(const Program& program) {
  if (!runner_) {
    RunnerLimits limits;
    limits.job = library_.patience;
    limits.events = 400; // these programs are short
    runner_ = std::make_unique<Runner>(library_.info, limits);
  }
  return judge(runner_->run({print_case(program), program.title, 0, ""}), reading_);
}

Judgement Laboratory::run_alone(const Program& program) {
  restart();
  auto judgement = run(program);
  restart();
  return judgement;
}

} // namespace moot::campaign
