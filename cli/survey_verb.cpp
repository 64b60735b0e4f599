// moot survey: every program of a scope, and the laws in every state.
#include "cli/arguments.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "spec/language/law/scope_file.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/usage_error.h"
#include "workbench/survey/survey_report.h"

#include <fmt/format.h>

namespace moot {
namespace {

struct SurveyVerbOptions {
  std::string scope;                             // a name or a path
  std::optional<unsigned> keys, handles, values; // in place of the scope's
  std::optional<unsigned> calls_at_most;
  bool symmetry = true;
  std::uint64_t memory = 0; // bytes; 0: most of what is free
  ChosenLaw law;
  unsigned jobs = 0;
  bool json = false;
};

Scope chosen_scope(const SurveyVerbOptions& options) {
  auto scope = read_scope(options.scope, options.law.spec + "/scopes");
  if (options.handles) scope.handles = *options.handles;
  if (options.keys) scope.keys = *options.keys;
  if (options.values) scope.values = *options.values;
  require_sensible(scope, options.scope);
  return scope;
}

int run(const SurveyVerbOptions& options) {
  const auto scope = chosen_scope(options);
  const auto reading_name = reading_or(options.law, "ticket304-strict");
  const auto reading = load_reading(options.law, reading_name);
  say(without_effect(options.law, {reading_name}));
  const Client client(scope, reading);
  SurveyOptions how;
  how.symmetry = options.symmetry;
  how.calls_at_most = options.calls_at_most;
  how.jobs = jobs_to_use(options.jobs);
  Pace pace;
  how.progress = [&](const SurveyProgress& progress) {
    if (pace.is_due()) say(to_text(progress));
  };
  const Interruptible interruptible;
  how.end = {&Interruptible::asked(), has_more_than(options.memory)};
  SurveyReport report;
  try {
    report = survey(client, how);
  } catch (const NotModelled& error) {
    throw UsageError(fmt::format("{}: {}", options.scope, error.what()));
  }
  const Surveyed surveyed{scope, reading, how, report};
  fmt::print("{}", options.json ? to_text(to_json(surveyed)) + '\n' : to_text(surveyed));
  if (!report.violations.empty()) return exit_forbidden;
  return report.ending == Ending::complete ? exit_allowed : exit_cut_short;
}

} // namespace

void add_survey(Command& command) {
  auto [verb, options] = add_verb<SurveyVerbOptions>(
      command, "survey", "Explore every program of a scope, and check the laws in every state", run);
  verb->add_option("-s,--scope", options.scope, "A scope: a name in spec/scopes, or a file")
      ->type_name("SCOPE")
      ->required();
  const auto number = [verb = verb](const char* name, std::optional<unsigned>& into, const char* what) {
    verb->add_option(name, into, what)->check(whole_number(1'000'000));
  };
  number("--keys", options.keys, "Slots for keys (the scope's)");
  number("--handles", options.handles, "Slots for handles (the scope's)");
  number("--values", options.values, "Attribute values (the scope's)");
  number("--calls-at-most", options.calls_at_most, "Programs of up to so many calls (all)");
  verb->add_flag("--symmetry,!--no-symmetry", options.symmetry,
                 "States are the same up to renaming of keys, handles and values (yes)");
  add_memory(verb, options.memory);
  add_law(verb, command.folders, options.law, "ticket304-strict");
  add_jobs(verb, options.jobs);
  add_json(verb, options.json);
}

} // namespace moot
