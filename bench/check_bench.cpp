// Checking traces: events per second, which must not depend on the length of the trace.
//
//     cmake --preset bench && cmake --build --preset bench && build-bench/bench/check_bench
//
// Beside Spin, as whole processes: bench/check_beside_spin.py.
#include "programs/random_run.h"
#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"
#include "traces/format/trace_reader.h"

#include <benchmark/benchmark.h>

#include <map>

namespace moot {
namespace {

const Reading& reading(const std::string& name) {
  static std::map<std::string, Reading> readings;
  const auto found = readings.find(name);
  if (found != readings.end()) return found->second;
  return readings.emplace(name, read_reading(name, MOOT_SPEC_DIR "/readings")).first->second;
}

// Exactly so many events of a random run.
Trace random_trace(std::size_t events) {
  RandomProgram what;
  what.calls = events;
  what.seed = 7;
  RandomRun run(what, reading("ticket304-strict"));
  Trace trace;
  while (trace.events.size() < events && run.call())
    for (auto& event : run.take_events()) trace.events.push_back(std::move(event));
  trace.events.resize(events);
  return trace;
}

std::string text_of(const Trace& trace) {
  std::string text = header_line(trace.header) + '\n';
  for (std::size_t i = 0; i < trace.events.size(); ++i) text += event_line(trace.events[i], i + 1) + '\n';
  return text;
}

void count(benchmark::State& run, std::size_t largest_set) {
  run.SetItemsProcessed(run.iterations() * run.range(0));
  run.counters["largest set"] = static_cast<double>(largest_set);
}

void check_in_memory(benchmark::State& run, const std::string& name) {
  const auto trace = random_trace(static_cast<std::size_t>(run.range(0)));
  std::size_t largest_set = 0;
  for (auto _ : run) largest_set = check(trace, reading(name)).largest_set;
  count(run, largest_set);
}

void check_alone(benchmark::State& run) { check_in_memory(run, "ticket304-strict"); }
void check_with_open_questions(benchmark::State& run) { check_in_memory(run, "ticket304"); }

void read_alone(benchmark::State& run) {
  const auto text = text_of(random_trace(static_cast<std::size_t>(run.range(0))));
  for (auto _ : run) {
    TraceReader reader(bytes_of_text(text), "bench");
    for (Event event; reader.next(event);) benchmark::DoNotOptimize(event);
  }
  count(run, 0);
  run.SetBytesProcessed(run.iterations() * static_cast<std::int64_t>(text.size()));
}

void read_and_check(benchmark::State& run) {
  const auto text = text_of(random_trace(static_cast<std::size_t>(run.range(0))));
  std::size_t largest_set = 0;
  for (auto _ : run) {
    TraceReader reader(bytes_of_text(text), "bench");
    Checker checker(reading("ticket304-strict"));
    for (Event event; reader.next(event);) checker.event(event);
    largest_set = checker.report().largest_set;
  }
  count(run, largest_set);
}

void lengths(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
}
BENCHMARK(check_alone)->Apply(lengths);
BENCHMARK(check_with_open_questions)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(read_alone)->Apply(lengths);
BENCHMARK(read_and_check)->Apply(lengths);

} // namespace
} // namespace moot

BENCHMARK_MAIN();
