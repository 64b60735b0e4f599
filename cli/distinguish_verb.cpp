// moot distinguish: the shortest program whose outcomes differ under two readings.
#include "cli/arguments.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/distinguish/distinguish.h"
#include "workbench/shared/interrupt.h"

#include <fmt/format.h>

namespace moot {
namespace {

struct DistinguishOptions {
  DistinguishRequest request;
  bool json = false;
};

int run(const DistinguishOptions& options) {
  const auto& request = options.request;
  const auto [pairs, differ, remarks] = pairs_of(request);
  say(remarks);
  const Interruptible interruptible;
  Json all = Json::array();
  auto ending = Ending::complete;
  for (const auto& [a, b] : pairs) {
    const auto found = tell_apart(request, a, b, Interruptible::asked());
    if (ending == Ending::complete) ending = found.search.ending;
    if (options.json)
      all.push_back(to_json(request, found));
    else
      fmt::print("{}{}", to_text(request, found), request.all ? "\n" : "");
  }
  if (options.json)
    fmt::print("{}\n", to_text(request.all ? all : all.at(0)));
  else if (!differ)
    fmt::print("They answer in the same way every question that can be asked.\n");
  return ending == Ending::complete ? exit_allowed : exit_cut_short;
}

} // namespace

void add_distinguish(Command& command) {
  auto [verb, options] = add_verb<DistinguishOptions>(
      command, "distinguish", "The shortest program whose outcomes differ under two readings", run);
  auto& request = options.request;
  request.law.spec = command.folders.spec;
  verb->add_option("readings", request.law.readings,
                   "Two readings: names or files, each perhaps with :QUESTION=ANSWER,...")
      ->type_name("READING")
      ->required()
      ->expected(2);
  add_answer(verb, request.law, "Overrides an answer of both readings");
  verb->add_flag("--all", request.all, "One program for each question in which they differ");
  verb->add_option("--calls-at-most", request.calls_at_most, "Programs of up to so many calls")
      ->check(whole_number(12))
      ->capture_default_str();
  add_memory(verb, request.memory);
  add_jobs(verb, request.jobs);
  add_json(verb, options.json);
}

} // namespace moot
