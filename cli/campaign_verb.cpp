// moot campaign: finds deviations of a library, by running programs on it and judging their traces.
#include "workbench/campaign/report.h"
#include "workbench/campaign/state_file.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/libraries.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace moot {
namespace {

using namespace campaign;

Library chosen_library(const Options& options) {
  Library library;
  library.patience = std::chrono::milliseconds(options.patience);
  library.np = options.np;
  library.info = library_on(options, "native"); // today's attributes
  return library;
}

std::string name_of(const Library& library) { return fmt::format("{} {}", library.info.library, library.info.version); }

Identity identity_of(const Library& library, const Reading& reading, const Options& options) {
  Identity identity;
  identity.library = name_of(library);
  if (!library.info.own.empty())
    identity.library += fmt::format(" ({})", library.info.own); // builds may have one version
  if (library.np > 1) identity.library += fmt::format(", {} processes", library.np);
  identity.reading =
      options.answers.empty() ? reading.name : fmt::format("{}:{}", reading.name, fmt::join(options.answers, ","));
  identity.seed = options.seed;
  identity.calls_at_most = options.small_calls != 0 ? options.small_calls : Programs::fitting_size(options.programs);
  return identity;
}

// In the current folder, under a name that tells campaigns apart.
std::string state_file(const Options& options, const Library& library, const Reading& reading) {
  if (!options.state.empty()) return options.state;
  const auto& info = library.info;
  const auto name = info.own.empty() ? info.id : fmt::format("{}-{}", info.id, info.version);
  const auto processes = library.np > 1 ? fmt::format("-np{}", library.np) : "";
  return fmt::format("campaign-{}{}-{}-{}.state", name, processes, reading.name, options.seed);
}

// What an earlier run left.
Findings resumed(const std::string& path, const Identity& identity, std::uint64_t count) {
  const auto known = read_state(path, identity);
  if (!known) return {};
  if (known->programs > count)
    throw UsageError(fmt::format("{}: {} are done already: --programs {} is less", path,
                                 counted(known->programs, "program"), count));
  fmt::print(stderr, "moot: goes on after {}, as {} says\n", counted(known->programs, "program"), path);
  return *known;
}

void print(const Report& report, const Options& options) {
  if (options.json)
    fmt::print("{}\n", to_text(to_json(report)));
  else
    fmt::print("{}", to_text(report, read_clauses(options.spec + "/clauses")));
  if (options.found.empty()) return;
  for (const auto& file : write_cases(report, options.found)) fmt::print(stderr, "moot: wrote {}\n", file);
}

} // namespace

int run_campaign(const Options& options) {
  const auto library = chosen_library(options);
  const auto reading = load_reading(options, chosen_reading(options, {.attributes = true}));
  say_without_effect(options, {chosen_reading(options, {.attributes = true})});
  const auto identity = identity_of(library, reading, options);
  const auto path = state_file(options, library, reading);
  auto findings = resumed(path, identity, options.programs);
  const Programs programs(options.seed, identity.calls_at_most);
  const Interruptible interruptible;
  const auto& stop = Interruptible::asked();
  const auto jobs = options.jobs != 0 ? options.jobs : 2 * jobs_to_use(0); // often they wait for a process that begins
  const Work work{library, reading, programs, options.programs, jobs, stop, [&](const Findings& so_far) {
                    write_state(path, identity, so_far);
                  }};
  const auto in_hand = search(work, findings);
  findings.add(in_hand);
  Report report{name_of(library), identity.reading, findings, confirm_and_shrink(work, findings), programs.small()};
  print(report, options);
  if (stop) {
    const auto again =
        in_hand.programs == 0 ? "" : fmt::format(", and judges the last {} again", grouped(in_hand.programs));
    fmt::print(stderr, "moot: stopped after {}; the same command goes on from {}{}\n",
               counted(findings.programs, "program"), path, again);
    return exit_cut_short;
  }
  if (options.state.empty()) std::filesystem::remove(path);
  return report.confirmed.deviations.empty() ? exit_allowed : exit_forbidden;
}

} // namespace moot
