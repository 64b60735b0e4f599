#include "workbench/settle/settle.h"

#include "workbench/settle/outcomes.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/parallel.h"
#include "workbench/shared/progress.h"
#include "workbench/shared/remarks.h"
#include "workbench/shared/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace moot {
namespace {

// The executors of one thread, one a library at most: each is started when a case first runs on it.
class Runners {
public:
  Runners(const std::vector<LibraryInfo>& libraries, const std::atomic<bool>& stop)
      : libraries_(libraries), stop_(stop), runners_(libraries.size()) {}

  Runner& operator[](std::size_t library) {
    auto& runner = runners_[library];
    if (!runner) runner = std::make_unique<Runner>(libraries_[library], RunnerLimits{.stop = &stop_});
    return *runner;
  }

private:
  const std::vector<LibraryInfo>& libraries_;
  const std::atomic<bool>& stop_;
  std::vector<std::unique_ptr<Runner>> runners_;
};

// Finds out about each case in several parts that do not need each other: part 0 asks the model, the others run the case on
// a library each. A task is a part of a case, and writes to what no other writes.
class Settling {
public:
  Settling(const SettleRequest& request, const std::atomic<bool>& stop, const SettleNews& news)
      : request_(request), libraries_(request.libraries), stop_(stop), news_(news), remarks_(request.law.spec),
        no_effect_(request.law, reading_names(request.law.readings_folder()), request.limits.states),
        readings_(chosen_readings(request.law)), pinned_(pinned_answers(request.law)),
        pinned_of_tools_(pinned_answers(request.law, Area::tools)) {
    for (const auto& file : cases_in(request.inputs))
      for (std::int32_t rank = 0, size = processes(file); rank < size; ++rank) {
        auto& settled = cases_.emplace_back().settled;
        settled.file = file;
        settled.process = {rank, size};
        if (!request.law.readings.empty()) settled.readings_from = ReadingsFrom::user;
        settled.trials.resize(libraries_.size());
      }
  }

  Tally run() {
    Progress progress(cases_.size(), parts());
    const auto make_task = [&]() -> Task {
      return [&, runners = std::make_shared<Runners>(libraries_, stop_)](std::size_t task) {
        do_part(cases_[task / parts()].settled, task % parts(), *runners);
      };
    };
    const auto tasks = cases_.size() * parts();
    const auto done = for_each_in_order(tasks, {jobs(), stop_, progress, true}, make_task,
                                        [&](std::size_t task, const auto& error) { take(task, error); });
    if (done % parts() != 0) finish(cases_[done / parts()]);
    tally_.cases = cases_.size();
    tally_.stopped = stop_;
    if (!tally_.stopped) tally_.remarks = no_effect_.remarks(in_words(request_.inputs));
    return std::move(tally_);
  }

private:
  struct Case {
    Settled settled;
    bool failed = false;
  };

  // Where a case looks at its rank, each rank is a case of its own; else all are the same one.
  std::int32_t processes(const std::string& file) const {
    if (request_.np == 1) return 1;
    try {
      return depends_on_process(parse_case_file(file)) ? static_cast<std::int32_t>(request_.np) : 1;
    } catch (const std::exception&) {
      return 1; // do_part says what is wrong
    }
  }

  std::size_t parts() const { return 1 + libraries_.size(); }

  // Runs have time limits: if there were more at a time than there are cores, one might be taken for hung.
  unsigned jobs() const {
    const auto jobs = jobs_to_use(request_.jobs);
    return libraries_.empty() ? jobs : std::min(jobs, jobs_to_use(0));
  }

  void do_part(Settled& settled, std::size_t part, Runners& runners) {
    naming(settled.file, [&] {
      auto program = parse_case_file(settled.file);
      program.process = settled.process;
      if (part == 0) return ask_model(settled, std::move(program));
      const auto& library = libraries_[part - 1];
      if (library.through != executor_for(program)) return;
      auto& trials = settled.trials[part - 1];
      try {
        trials = run(program, settled.file, library, runners[part - 1]);
      } catch (const Stopped&) {
        trials = not_run(library, stopped_text);
      } catch (const CannotRun& error) {
        trials = not_run(library, error.why()); // other libraries may be able to run it
      }
    });
  }

  static Trials not_run(const LibraryInfo& library, const std::string& why) {
    auto trials = no_trials(library, 0);
    trials.not_run = why;
    return trials;
  }

  Trials run(const Program& program, const std::string& file, const LibraryInfo& library, Runner& runner) const {
    const auto readings = readings_for(program);
    if (request_.np > 1 && library.through == "tools")
      throw CannotRun(library.on(), "several ranks with tools run on the model only");
    if (request_.np > 1) {
      constexpr std::uint64_t most = 4; // runs: each starts its processes
      const Draws draws{pinned_, library.through == "layer" ? std::min(request_.seeds, most) : 1};
      return try_on_ranks(library, program, file, request_.np, readings, {.stop = &stop_}, Ranks::of_its_process,
                          draws);
    }
    // A library's own choices are not drawn from the seed: few runs show what it does, but for threads, whose delays are.
    const bool few = library.through == "native" && !has_threads(program);
    const auto seeds = few ? std::min<std::uint64_t>(request_.seeds, 2) : request_.seeds;
    return try_on_library(runner, program, file, seeds, library.through == "tools" ? pinned_of_tools_ : pinned_,
                          readings);
  }

  // Those that are about what the program does; of those that were asked for, all.
  std::vector<Reading> readings_for(const Program& program) const {
    if (!request_.law.readings.empty()) return readings_;
    auto areas = areas_of(program);
    if (executor_for(program) == "layer") areas.ticket304 = true; // keys work on what it does
    std::vector<Reading> fitting;
    for (const auto& reading : readings_)
      if (reading.about.cover(areas)) fitting.push_back(reading);
    return fitting;
  }

  void ask_model(Settled& settled, Program&& program) {
    settled.program = std::move(program);
    settled.remarks = remarks_.on(settled.program, settled.file);
    settled.readings = readings_for(settled.program);
    Budget budget(request_.limits, stop_, settled.readings.size() + settled.program.expectations.size());
    for (const auto& reading : settled.readings) {
      settled.explorations.push_back(explore(Machine(settled.program, reading), budget.next()));
      no_effect_.use(reading, areas_of(settled.program));
      no_effect_.look_at(settled.program, reading, settled.explorations.back());
    }
    if (settled.process.rank > 0) return; // the first one checked the expectations: they name their ranks
    auto [missed, undecided] =
        check_expectations(settled.program, request_.law.readings_folder(), [&] { return budget.next(); });
    settled.missed = std::move(missed);
    settled.undecided = std::move(undecided);
  }

  void take(std::size_t task, const std::exception_ptr& error) {
    auto& of = cases_[task / parts()];
    if (error && !of.failed) {
      news_.failed(message(error));
      of.failed = tally_.failed = true;
    }
    if (task % parts() == parts() - 1) finish(of);
  }

  // What is known of the case is all that will be.
  void finish(Case& of) {
    if (!of.failed) {
      tally_.whole += stop_ ? 0 : 1;
      for (std::size_t i = 0; i < libraries_.size(); ++i) // those that the stop came before
        if (auto& trials = of.settled.trials[i];
            stop_ && trials.library.id.empty() && libraries_[i].through == executor_for(of.settled.program))
          trials = not_run(libraries_[i], stopped_text);
      judge_outcomes(of.settled, Budget(request_.limits, stop_, 1).next());
      std::erase_if(of.settled.trials, [](const Trials& trials) { return trials.library.id.empty(); });
      for (const auto& trials : of.settled.trials) {
        tally_.ran |= trials.runs > 0;
        if (tally_.not_run.empty() && !trials.not_run.empty()) tally_.not_run = of.settled.file + ": " + trials.not_run;
      }
      tally_.missed |= !of.settled.missed.empty();
      tally_.cut_off |= of.settled.is_cut_off();
      news_.settled(of.settled);
    }
    of = {}; // graphs of states are large
  }

  const SettleRequest& request_;
  const std::vector<LibraryInfo>& libraries_;
  const std::atomic<bool>& stop_;
  const SettleNews& news_;
  const Remarks remarks_;
  NoEffect no_effect_;
  const std::vector<Reading> readings_;
  const std::string pinned_; // answers, for the layer
  const std::string pinned_of_tools_;
  std::vector<Case> cases_;
  Tally tally_;
};

} // namespace

std::string Settled::process_words() const {
  return process == Process{} ? "" : fmt::format(", rank {} of {}", process.rank, process.size);
}

bool Settled::is_cut_off() const {
  return !undecided.empty() ||
         std::ranges::any_of(explorations, [](const Exploration& each) { return each.cut_off.has_value(); });
}

Tally settle_cases(const SettleRequest& request, const std::atomic<bool>& stop, const SettleNews& news) {
  return Settling(request, stop, news).run();
}

} // namespace moot
