// Campaigns: programs judged a second from recorded traces, and run and judged a second on each library, a core. Says
// whether the bars are met: 1,000 and 300.
//
//     cmake --preset bench && cmake --build --preset bench && build-bench/bench/campaign_bench
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/campaign/campaign.h"
#include "workbench/shared/resources.h"

#include <benchmark/benchmark.h>
#include <ctime>
#include <fmt/format.h>
#include <sys/resource.h>

namespace moot::campaign {
namespace {

constexpr double bar_judged = 1000;
constexpr double bar_run = 300;
constexpr std::uint64_t count = 3000; // small ones of up to four calls, and as many random ones or more

const Reading& reading() {
  static const auto mpi31 = read_reading("mpi-3.1", MOOT_SPEC_DIR "/readings");
  return mpi31;
}

const Programs& programs() {
  static const Programs all(7, 4);
  return all;
}

std::optional<Library> library(const std::string& id) {
  for (auto& each : installed_libraries(MOOT_EXECUTORS))
    if (each.id == id && each.through == "native") return Library{std::move(each)};
  return std::nullopt;
}

void say(benchmark::State& run, double rate, double bar) {
  run.counters["programs_a_second"] = rate;
  run.SetLabel(fmt::format("{:.0f} a second a core, bar {:.0f}: {}", rate, bar, rate >= bar ? "met" : "MISSED"));
}

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// Traces of the first programs, one library's or the other's; printing and parsing of cases are not in it.
void judge_recorded(benchmark::State& run, const std::string& id) {
  const auto on = library(id);
  if (!on) return run.SkipWithError("not installed");
  std::vector<Trace> traces;
  {
    Runner runner(on->info);
    for (std::uint64_t number = 0; number < count; ++number)
      traces.push_back(runner.run({print_case(programs()[number]), "bench", 0, ""}));
  }
  const auto begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  std::uint64_t judged = 0;
  for (auto _ : run)
    for (const auto& trace : traces) {
      benchmark::DoNotOptimize(judge(trace, reading()));
      ++judged;
    }
  say(run, static_cast<double>(judged) / (seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin), bar_judged);
}

// What this process and those of the library took of the processors.
double seconds_of_processors() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const auto& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

// As the command does, on all cores. By the wall clock, and with it whatever else the machine does; `by_processor_time` is
// what it would be if nothing else ran and nobody waited.
void run_and_judge(benchmark::State& run, const std::string& id) {
  const auto on = library(id);
  if (!on) return run.SkipWithError("not installed");
  const std::atomic<bool> never{false};
  const auto begin = seconds_of(CLOCK_MONOTONIC);
  const auto processors = seconds_of_processors();
  std::uint64_t done = 0;
  for (auto _ : run) {
    Findings findings;
    search({*on, reading(), programs(), count, 2 * jobs_to_use(0), never, {}}, findings);
    done += findings.programs;
  }
  const auto seconds = seconds_of(CLOCK_MONOTONIC) - begin;
  run.counters["by_processor_time"] = static_cast<double>(done) / (seconds_of_processors() - processors);
  say(run, static_cast<double>(done) / seconds / jobs_to_use(0), bar_run);
}

BENCHMARK_CAPTURE(judge_recorded, openmpi, "openmpi")->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(judge_recorded, mpich, "mpich")->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(run_and_judge, openmpi, "openmpi")->Unit(benchmark::kSecond)->Iterations(2)->UseRealTime();
BENCHMARK_CAPTURE(run_and_judge, mpich, "mpich")->Unit(benchmark::kSecond)->Iterations(2)->UseRealTime();

} // namespace
} // namespace moot::campaign

BENCHMARK_MAIN();
