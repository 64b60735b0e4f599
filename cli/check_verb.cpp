// moot check: is a trace allowed?
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/check/check_file.h"
#include "workbench/shared/interrupt.h"

#include <fmt/format.h>

namespace moot {
namespace {

struct CheckOptions {
  CheckRequest request;
  bool json = false;
  bool stats = false; // how much it took
};

int run(const CheckOptions& options) {
  const InterruptibleReading reading(options.request.trace);
  const auto checked = check_file(options.request, reading.asked());
  say(checked.remarks);
  const auto took = options.stats ? std::optional(effort()) : std::nullopt;
  if (options.json)
    fmt::print("{}\n", to_text(to_json(checked, took)));
  else
    fmt::print("{}", to_text(checked, options.request.law.spec, took));
  return checked.stopped ? exit_cut_short : exit_code(checked.report.verdict);
}

} // namespace

void add_check(Command& command) {
  auto [verb, options] = add_verb<CheckOptions>(command, "check", "Is a trace allowed?", run);
  verb->add_option("trace", options.request.trace, "A trace")->required();
  add_law(verb, command.folders, options.request.law, "ticket304; for a run on a library without the layer, mpi-3.1");
  add_json(verb, options.json);
  verb->add_flag("--stats", options.stats, "Also how many events, states, seconds and bytes");
}

} // namespace moot
