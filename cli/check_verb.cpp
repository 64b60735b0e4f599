// moot check: is a trace allowed?
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/check/check_file.h"
#include "workbench/check/check_folder.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/verdicts.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <filesystem>
#include <thread>

namespace moot {
namespace {

struct CheckOptions {
  CheckRequest request;
  bool json = false;
  bool stats = false; // how much it took
  unsigned jobs = std::thread::hardware_concurrency();
};

// A trace of each process.
int run_on_folder(const CheckOptions& options) {
  const auto traces = traces_in(options.request.trace);
  const Interruptible interruptible;
  auto verdict = Verdict::allowed;
  bool all_judged = true;
  Json each = Json::array();
  const auto done =
      check_folder(options.request, traces, options.jobs, Interruptible::asked(),
                   [&](const std::string& trace, const Checked& checked) {
                     verdict = worse(verdict, checked.report.verdict);
                     all_judged = all_judged && checked.not_judged.empty();
                     if (options.json) {
                       each.push_back({{"trace", trace}});
                       each.back().update(to_json(checked));
                       return;
                     }
                     fmt::print("{}\n{}", trace, indented(to_text(checked, options.request.law.spec), "  "));
                   });
  if (options.json) {
    fmt::print("{}\n", to_text(Json{{"verdict", name(verdict)}, {"traces", each}}));
  } else {
    fmt::print("{}: {}\n", coloured(verdict), counted(done, "trace"));
  }
  if (done < traces.size()) return stopped(done, traces.size());
  return verdict == Verdict::allowed && !all_judged ? exit_cut_short : exit_code(verdict);
}

int run(const CheckOptions& options) {
  if (std::filesystem::is_directory(options.request.trace)) return run_on_folder(options);
  const InterruptibleReading reading(options.request.trace);
  auto request = options.request;
  request.tells_progress = true;
  const auto checked = check_file(request, reading.asked());
  say(checked.remarks);
  const auto took = options.stats ? std::optional(effort()) : std::nullopt;
  if (options.json)
    fmt::print("{}\n", to_text(to_json(checked, took)));
  else
    fmt::print("{}", to_text(checked, options.request.law.spec, took));
  const bool cut_short = checked.stopped || (!checked.not_judged.empty() && checked.report.verdict == Verdict::allowed);
  return cut_short ? exit_cut_short : exit_code(checked.report.verdict);
}

} // namespace

void add_check(Command& command) {
  auto [verb, options] = add_verb<CheckOptions>(command, "check", "Is a trace allowed?", run);
  verb->add_option("trace", options.request.trace, "A trace, or a folder with a trace of each process")->required();
  add_law(verb, command.folders, options.request.law,
          "ticket304; for a run on a library without the layer, mpi-3.1; with tools, qmpi-2020");
  add_json(verb, options.json);
  add_jobs(verb, options.jobs);
  verb->add_flag("--stats", options.stats, "Also how many events, states, seconds and bytes");
}

} // namespace moot
