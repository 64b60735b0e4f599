// moot settle: prints each case as it is settled; then writes reports, and compares with what is known.
#include "cli/arguments.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/report/report.h"
#include "workbench/settle/baseline.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace moot {
namespace {

struct SettleOptions {
  SettleRequest request;
  LibraryChoice libraries;
  std::vector<std::string> reports; // files to write
  std::string expect;               // the file of known deviations; empty: none
  bool renew = false;               // write that file
  bool verbose = false;
  bool json = false;
};

// A case as a line, or all there is to say of it; JSON once all are there.
class SettlePrinter {
public:
  explicit SettlePrinter(const SettleOptions& options)
      : options_(options), folder_(!is_one_case(options.request.inputs)) {}

  void print(const Findings& found) {
    if (options_.json)
      all_.push_back(to_json(found));
    else if (folder_)
      fmt::print("{}", to_line(found));
    else
      fmt::print("{}{}", to_text(found), options_.verbose ? witnesses(found.settled) : "");
  }

  void finish() {
    if (!options_.json || all_.empty()) return;
    Json json;
    if (folder_)
      json["cases"] = std::move(all_);
    else
      json = std::move(all_.front());
    fmt::print("{}\n", to_text(json));
  }

private:
  const SettleOptions& options_;
  bool folder_;
  Json all_ = Json::array();
};

Comparison comparison_with(const SettleOptions& options) {
  if (options.renew && !std::filesystem::exists(options.expect)) return Comparison({});
  if (!std::filesystem::exists(options.expect))
    throw UsageError(fmt::format("--expect {}: no such file; with --renew it is written", options.expect));
  return Comparison(read_baseline(options.expect));
}

void print(std::FILE* out, std::string_view what, const Deviation& deviation) {
  fmt::print(out, "{}: {}: {}, {}: forbidden {}: {}\n", what, deviation.file, deviation.library, deviation.clause,
             deviation.kind, deviation.ended);
}

void print(const Comparison& comparison, const SettleOptions& options) {
  if (!comparison.looked_at_any())
    throw UsageError(fmt::format("--expect {}: no library ran any case: nothing was compared", options.expect));
  auto* const out = options.json ? stderr : stdout;
  if (options.renew) {
    const auto renewed = comparison.renewed();
    write_file(options.expect, to_text(renewed));
    fmt::print(out, "{}: {} written\n", options.expect, counted(renewed.deviations.size(), "deviation"));
    return;
  }
  const auto fresh = comparison.fresh();
  const auto gone = comparison.gone();
  for (const auto& each : comparison.other_versions()) fmt::print(out, "{}: {}\n", options.expect, each);
  for (const auto& each : fresh) print(out, coloured(Colour::red, "new deviation"), each);
  for (const auto& each : gone) print(out, "no longer shown", each);
  fmt::print(out, "{}: {} known, {} new, {} no longer shown\n", options.expect,
             counted(comparison.seen_again(), "deviation"), fresh.size(), gone.size());
  if (const auto count = comparison.described(); count > 0)
    fmt::print(out, "known from descriptions of the libraries: {}\n", counted(count, "deviation"));
  if (!fresh.empty() || !gone.empty()) fmt::print(out, "To take this as known, give the same command with --renew\n");
}

// Who names a library wants to see it run. Of several without --on, each case says what did not run it.
bool nothing_ran(const Tally& tally, const SettleOptions& options) {
  if (options.libraries.on.empty() || options.request.seeds == 0 || tally.ran) return false;
  say(fmt::format("nothing ran on {}: {}", options.libraries.on,
                  tally.not_run.empty() ? "it has no executor here for such cases" : tally.not_run));
  return true;
}

// What is opened and read before the first case, for what comes after the last.
class SettleVerb {
public:
  SettleVerb(const SettleRequest& request, const SettleOptions& options)
      : request_(request), options_(options), files_(options.reports), printer_(options) {
    if (!options.reports.empty()) reporter_.emplace(request);
    if (!options.expect.empty()) comparison_.emplace(comparison_with(options));
  }

  int run() {
    const auto tally = settle_all();
    printer_.finish();
    const auto baseline = comparison_ && !options_.renew ? std::optional(options_.expect) : std::nullopt;
    if (tally.stopped) {
      if (reporter_ && reporter_->has_cases()) {
        reporter_->stop();
        files_.write(reporter_->finish(baseline));
      }
      return exit_cut_short;
    }
    const bool all_shortened = !reporter_ || shorten();
    if (reporter_) files_.write(reporter_->finish(baseline));
    if (comparison_) print(*comparison_, options_);
    if (!all_shortened) return exit_cut_short;
    if (tally.failed || nothing_ran(tally, options_)) return exit_usage;
    if (is_new_ || tally.missed) return exit_forbidden;
    return tally.cut_off ? exit_cut_short : exit_allowed;
  }

private:
  Tally settle_all() {
    const Interruptible interruptible;
    auto tally = settle_cases(request_, Interruptible::asked(),
                              {[&](const Settled& settled) { take(settled); },
                               [&](const std::string& message) {
                                 say(message);
                                 if (reporter_) reporter_->add_failure(message);
                               }});
    if (tally.stopped)
      stopped(tally.whole, tally.cases);
    else
      say(tally.remarks);
    return tally;
  }

  void take(const Settled& settled) {
    auto found = disagreements(settled);
    const bool whole = !Interruptible::asked();
    if (comparison_ && whole) {
      comparison_->add(settled, found);
      for (auto& each : found) each.in_baseline = options_.renew || comparison_->knows(deviation(settled, each));
    }
    is_new_ |= whole && std::ranges::any_of(found, &Disagreement::is_new);
    say(settled.remarks);
    printer_.print({settled, found, request_});
    if (reporter_ && whole) reporter_->add(settled, std::move(found));
  }

  // False: stopped by the user.
  bool shorten() {
    const Interruptible interruptible;
    if (reporter_->shorten(Interruptible::asked(), [](const std::string& message) { say(message); })) return true;
    say("stopped; some disagreements have their case instead of a shortest program");
    return false;
  }

  const SettleRequest& request_;
  const SettleOptions& options_;
  ReportFiles files_;
  SettlePrinter printer_;
  std::optional<Reporter> reporter_;
  std::optional<Comparison> comparison_;
  bool is_new_ = false; // some disagreement
};

int run(const SettleOptions& options) {
  auto request = options.request;
  SettleVerb verb(request, options);
  const bool is_built = options.libraries.on.find('/') != std::string::npos;
  if (is_built) chosen_readings(request.law); // what is wrong with them is told before a library is built
  request.on = options.libraries.on;
  if (request.seeds != 0) request.libraries = libraries_on(options.libraries);
  return verb.run();
}

} // namespace

void add_settle(Command& command) {
  auto [verb, options] = add_verb<SettleOptions>(
      command, "settle", "Every outcome that each reading allows, and what each library does", run);
  auto& request = options.request;
  add_cases(verb, request.inputs);
  add_law(verb, command.folders, request.law, "all in spec/readings that are about the case");
  add_on(verb, command.folders, options.libraries, "openmpi|mpich|mpicc", "Only on this library");
  verb->add_option("--seeds", request.seeds, "Runs on each library; 0: none")
      ->check(whole_number())
      ->capture_default_str();
  verb->add_option("--np", request.np, "Processes of each run, under mpiexec; every rank runs the whole case")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  add_limits(verb, request.limits);
  verb->add_flag("-v,--verbose", options.verbose, "A witness trace for each outcome");
  add_json(verb, options.json);
  verb->add_option(
          "--report", options.reports,
          "Also write a report, FILE.html, FILE.md or FILE.json; several are possible. It has each disagreement "
          "with the shortest program that shows it; to find that, smaller and smaller ones run on the library: "
          "seconds each")
      ->allow_extra_args(false);
  auto* expect =
      verb->add_option("--expect", options.expect, "A file of known deviations: only others fail (docs/baseline.md)");
  verb->add_flag("--renew", options.renew, "Write the file of --expect anew")->needs(expect);
  add_jobs(verb, request.jobs);
}

} // namespace moot
