// moot campaign: finds deviations of a library, by running programs on it and judging their traces.
#include "cli/arguments.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/campaign/conduct.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <filesystem>

namespace moot {
namespace {

struct CampaignOptions {
  campaign::Request request;
  LibraryChoice library;
  unsigned patience = 2000; // milliseconds with each program
  std::string found;        // a folder for cases; empty: they are not written
  bool json = false;
};

void print(const campaign::Report& report, const CampaignOptions& options) {
  if (options.json)
    fmt::print("{}\n", to_text(to_json(report)));
  else
    fmt::print("{}", to_text(report, read_clauses(options.request.law.spec + "/clauses")));
  if (options.found.empty()) return;
  for (const auto& file : write_cases(report, options.found)) say("wrote " + file);
}

int run(const CampaignOptions& options) {
  auto request = options.request;
  if (request.tools) request.library.seed = request.seed;
  request.library.patience = std::chrono::milliseconds(options.patience);
  if (request.tools && request.library.np > 1) throw UsageError("--tools: with one process only");
  request.library.info = library_on(options.library, request.tools ? "tools" : "native"); // today's attributes
  const Interruptible interruptible;
  const auto done = campaign::conduct(request, Interruptible::asked(), [](const std::string& line) { say(line); });
  print(done.report, options);
  if (done.stopped) {
    const auto again = done.in_hand == 0 ? "" : fmt::format(", and judges the last {} again", grouped(done.in_hand));
    say(fmt::format("stopped after {}; the same command goes on from {}{}",
                    counted(done.report.findings.programs, "program"), done.state, again));
    return exit_cut_short;
  }
  if (request.state.empty()) std::filesystem::remove(done.state);
  return done.report.confirmed.deviations.empty() ? exit_allowed : exit_forbidden;
}

} // namespace

void add_campaign(Command& command) {
  auto [verb, options] = add_verb<CampaignOptions>(
      command, "campaign", "Run many programs on a library, and find what the law forbids", run);
  auto& request = options.request;
  add_on(verb, command.folders, options.library, "openmpi|mpich|mpicc", "On this library")->required();
  verb->add_option("--programs", request.programs, "How many: all small ones first, then random ones")
      ->check(whole_number())
      ->capture_default_str();
  add_seed(verb, request.seed, "The seed of the random ones");
  verb->add_option("--calls-at-most", request.small_calls,
                   "Small programs make up to so many calls (as many as fit into half of the programs)")
      ->check(CLI::Range(1, 6));
  verb->add_option("--patience", options.patience, "Milliseconds for a program; after that, it counts as hung")
      ->check(whole_number(3'600'000))
      ->capture_default_str();
  verb->add_option("--np", request.library.np, "Processes of each run: some programs look at their rank then")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  verb->add_flag("--tools", request.tools, "Each program under a random stack of tools that pass its calls on");
  verb->add_option("--state", request.state,
                   "Keep here what is known so far, and go on from there "
                   "(campaign-ON-READING-SEED.state, until it is done)");
  verb->add_option("--found", options.found, "Write a case for each kind of deviation into this folder");
  add_law(verb, command.folders, request.law, "mpi-3.1");
  verb->add_option("-j,--jobs", request.jobs,
                   "Threads, each with a process of the library (twice as many as there are cores)")
      ->check(whole_number(1024));
  add_json(verb, options.json);
}

} // namespace moot
