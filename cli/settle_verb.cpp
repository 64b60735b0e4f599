// moot settle: prints each case as it is settled; then writes reports, and compares with what is known.
#include "workbench/report/report.h"
#include "workbench/settle/baseline.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace moot {
namespace {

// A case as a line, or all there is to say of it; JSON once all are there.
class Printer {
public:
  explicit Printer(const Options& options) : options_(options), folder_(!is_one_case(options.inputs)) {}

  void print(const Findings& found) {
    if (options_.json)
      all_.push_back(to_json(found));
    else
      fmt::print("{}", folder_ ? to_line(found) : to_text(found, options_.verbose));
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
  const Options& options_;
  bool folder_;
  Json all_ = Json::array();
};

Comparison comparison_with(const Options& options) {
  if (options.renew && !std::filesystem::exists(options.expect)) return Comparison({});
  if (!std::filesystem::exists(options.expect))
    throw UsageError(fmt::format("--expect {}: no such file; with --renew it is written", options.expect));
  return Comparison(read_baseline(options.expect));
}

void print(std::FILE* out, std::string_view what, const Deviation& deviation) {
  fmt::print(out, "{}: {}: {}, {}: forbidden {}: {}\n", what, deviation.file, deviation.library, deviation.clause,
             deviation.kind, deviation.ended);
}

void say(const Comparison& comparison, const Options& options) {
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

// False: stopped by the user.
bool shorten(Reporter& reporter) {
  const Interruptible interruptible;
  if (reporter.shorten(Interruptible::asked())) return true;
  fmt::print(stderr, "moot: stopped; some disagreements have their case instead of a shortest program\n");
  return false;
}

// Who names a library wants to see it run. Of several without --on, each case says what did not run it.
bool nothing_ran(const Tally& tally, const Options& options) {
  if (options.on.empty() || options.seeds == 0 || tally.ran) return false;
  fmt::print(stderr, "moot: nothing ran on {}: {}\n", options.on,
             tally.not_run.empty() ? "it has no executor here for such cases" : tally.not_run);
  return true;
}

} // namespace

int settle(const Options& options) {
  ReportFiles files(options.reports);
  std::optional<Reporter> reporter;
  if (!options.reports.empty()) reporter.emplace(options);
  std::optional<Comparison> comparison;
  if (!options.expect.empty()) comparison.emplace(comparison_with(options));
  Printer printer(options);

  bool is_new = false; // some disagreement
  const auto take = [&](const Settled& settled) {
    auto found = disagreements(settled, !options.readings.empty());
    const bool whole = !Interruptible::asked();
    if (comparison && whole) {
      comparison->add(settled, found);
      for (auto& each : found) each.in_baseline = options.renew || comparison->knows(deviation(settled, each));
    }
    is_new |= whole && std::ranges::any_of(found, &Disagreement::is_new);
    printer.print({settled, found, options});
    if (reporter && whole) reporter->add(settled, std::move(found));
  };
  const auto tally = settle_cases(options, take, [&](const std::string& message) {
    if (reporter) reporter->add_failure(message);
  });

  const auto baseline = comparison && !options.renew ? std::optional(options.expect) : std::nullopt;
  if (tally.stopped) {
    printer.finish();
    if (reporter && reporter->has_cases()) {
      reporter->stop();
      files.write(reporter->finish(baseline));
    }
    return exit_cut_short;
  }
  printer.finish();
  const bool all_shortened = !reporter || shorten(*reporter);
  if (reporter) files.write(reporter->finish(baseline));
  if (comparison) say(*comparison, options);
  if (!all_shortened) return exit_cut_short;
  if (tally.failed || nothing_ran(tally, options)) return exit_usage;
  if (is_new || tally.missed) return exit_forbidden;
  return tally.cut_off ? exit_cut_short : exit_allowed;
}

} // namespace moot
