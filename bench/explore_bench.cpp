// Exploration: n values on one communicator that is freed. The order of n callbacks must cost 2^n states, never n!.
//
//     apt-get install libbenchmark-dev
//     cmake --preset bench && cmake --build --preset bench && build-bench/bench/explore_bench
#include "model/search/explore.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace moot {
namespace {

// `body` is the body of every callback: nothing, or one that writes (then histories can be told apart).
Program values_freed(int n, const std::string& body) {
  std::string text = "litmus \"n values on one communicator that is freed\"\nsource ticket304 line 137\n";
  if (!body.empty())
    for (int i = 0; i < n; ++i) text += fmt::format("callback f{} {{ {} }}\n", i, fmt::format(fmt::runtime(body), i));
  for (int i = 0; i < n; ++i)
    text += fmt::format("MPIX_Key_create({}) -> k{}\n", body.empty() ? "" : fmt::format("free: f{}", i), i);
  text += "MPI_Comm_dup(MPI_COMM_SELF) -> c\n";
  for (int i = 0; i < n; ++i) text += fmt::format("MPIX_Value_set(k{}, c, {})\n", i, i);
  text += "MPI_Comm_free(c)\n";
  return parse_case(text, "bench");
}

void explore_freed(benchmark::State& run, const std::string& reading_name, const std::string& body) {
  const auto n = static_cast<int>(run.range(0));
  const auto program = values_freed(n, body);
  const auto reading = read_reading(reading_name, MOOT_SPEC_DIR "/readings");
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  for (auto _ : run) {
    const auto exploration = explore(Machine(program, reading));
    states = boost::num_vertices(exploration.graph);
    transitions = exploration.transitions;
  }
  run.counters["states"] = static_cast<double>(states);
  run.counters["states/2^n"] = static_cast<double>(states) / static_cast<double>(1ULL << n);
  run.counters["transitions/s"] =
      benchmark::Counter(static_cast<double>(transitions), benchmark::Counter::kIsIterationInvariantRate);
}

void write_nothing(benchmark::State& run) { explore_freed(run, "ticket304-strict", ""); }
void write_nothing_all_open(benchmark::State& run) { explore_freed(run, "ticket304", ""); }
// Each callback writes a variable of its own: what was written is a set again.
void write_own_variable(benchmark::State& run) { explore_freed(run, "ticket304-strict", "x{} := 1"); }
// Each callback notes its place in the order: every order can be told from every other, n! of them.
void write_order(benchmark::State& run) { explore_freed(run, "ticket304-strict", "order := order * 16 + {}"); }

BENCHMARK(write_nothing)->DenseRange(4, 16, 4)->Unit(benchmark::kMillisecond);
BENCHMARK(write_nothing_all_open)->DenseRange(4, 16, 4)->Unit(benchmark::kMillisecond);
BENCHMARK(write_own_variable)->DenseRange(4, 12, 4)->Unit(benchmark::kMillisecond);
BENCHMARK(write_order)->DenseRange(2, 7, 1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace moot

BENCHMARK_MAIN();
