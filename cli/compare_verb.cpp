// moot compare: which cases change their outcomes if a question is answered.
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/compare/compare.h"
#include "workbench/shared/interrupt.h"

#include <fmt/format.h>

namespace moot {
namespace {

struct CompareOptions {
  CompareRequest request;
  bool json = false;
};

int run(const CompareOptions& options) {
  Json cases = Json::array();
  const auto print = [&](const Compared& compared) {
    if (options.json)
      cases.push_back(to_json(compared));
    else if (compared.changed() || !compared.cut_off.empty())
      fmt::print("{}", to_text(compared));
  };
  bool failed = false;
  const auto fail = [&](const std::string& message) {
    failed = true;
    say(message);
  };
  const Interruptible interruptible;
  const auto changes = compare_cases(options.request, Interruptible::asked(), {print, fail});
  if (changes.compared > 0) // else none could be explored
    fmt::print("{}\n", options.json ? to_text(to_json(options.request, changes, std::move(cases))) : to_text(changes));
  if (changes.stopped) return stopped(changes.done, changes.cases);
  say(changes.remarks);
  if (failed || changes.compared == 0) return exit_usage;
  return changes.cut_off == 0 ? exit_allowed : exit_cut_short;
}

} // namespace

void add_compare(Command& command) {
  auto [verb, options] =
      add_verb<CompareOptions>(command, "compare", "Which cases change their outcomes if a question is answered", run);
  auto& request = options.request;
  request.law.spec = command.folders.spec;
  add_cases(verb, request.inputs);
  verb->add_option("-r,--reading,--against", request.law.readings,
                   "A reading: a name, or a file (the first of ticket304 and mpi-3.1 that is about the "
                   "case, or, for a folder, about the question)")
      ->type_name("READING")
      ->expected(1);
  add_answer(verb, request.law, "The answer in question, over the reading's")->required();
  add_limits(verb, request.limits);
  add_jobs(verb, request.jobs);
  add_json(verb, options.json);
}

} // namespace moot
