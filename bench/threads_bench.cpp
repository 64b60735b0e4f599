// Exploration of threads: each makes n calls that have nothing to do with the others'. With the orders that are needed, states must not
// grow with n; in all orders, they grow as n^2 for two threads, and as n^3 for three: equal states are met again.
//
//     cmake --preset bench && cmake --build --preset bench && build-bench/bench/threads_bench
#include "model/search/explore.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace moot {
namespace {

// Each thread has a communicator and a key of its own. `call` is made n times: of thread {0}, the time {1}.
Program calls_in_threads(std::int64_t threads, std::int64_t n, const std::string& call) {
  std::string text =
      "litmus \"n calls in each thread\"\nsource ticket304 line 1\ncallback copied { new_value := value }\n";
  for (int t = 0; t < threads; ++t)
    text += fmt::format("MPI_Comm_dup(MPI_COMM_SELF) -> c{0}\n"
                        "MPIX_Key_create(copy: copied, free: null, destroy: null) -> k{0}\n",
                        t);
  for (int t = 0; t < threads; ++t) {
    text += "thread {\n";
    for (int i = 0; i < n; ++i) text += fmt::format(fmt::runtime(call), t, i) + '\n';
    text += "}\n";
  }
  return parse_case(text, "bench");
}

void explore_threads(benchmark::State& run, const std::string& call, Orders orders) {
  const auto program = calls_in_threads(run.range(0), run.range(1), call);
  const auto reading = read_reading("ticket304-strict", MOOT_SPEC_DIR "/readings");
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  for (auto _ : run) {
    const auto exploration = explore(Machine(program, reading), {}, orders);
    states = boost::num_vertices(exploration.graph);
    transitions = exploration.transitions;
  }
  run.counters["states"] = static_cast<double>(states);
  run.counters["transitions"] = static_cast<double>(transitions);
}

// A value is set again and again; a communicator is duplicated, with a callback, and freed.
constexpr auto* set = "MPIX_Value_set(k{0}, c{0}, {1})";
constexpr auto* dup = "MPIX_Value_set(k{0}, c{0}, {1})\nMPI_Comm_dup(c{0}) -> d{0}\nMPI_Comm_free(d{0})";
// The threads share a key, which calls nothing when a value is set.
constexpr auto* shared = "MPIX_Value_set(k0, c{0}, {1})";
// Objects of other kinds are made, hold a value under the shared key, and are freed. (Those that keep what is shared: a datatype, a group.)
constexpr auto* made =
    "MPI_Type_contiguous(2, MPI_INT) -> t{0}\nMPIX_Value_set(k0, t{0}, {1})\nMPI_Type_free(t{0})\n"
    "MPI_Comm_group(c{0}) -> g{0}\nMPI_Group_union(g{0}, MPI_GROUP_EMPTY) -> u{0}\nMPIX_Value_set(k0, u{0}, {1})\n"
    "MPI_Group_free(u{0})\nMPI_Group_free(g{0})\n"
    "MPI_Op_create() -> o{0}\nMPIX_Value_set(k0, o{0}, {1})\nMPI_Op_free(o{0})\n"
    "MPI_Comm_create_errhandler() -> e{0}\nMPIX_Value_set(k0, e{0}, {1})\nMPI_Errhandler_free(e{0})\n"
    "MPI_Win_allocate(MPI_COMM_SELF) -> w{0}\nMPIX_Value_set(k0, w{0}, {1})\nMPI_Win_free(w{0})\n"
    "MPI_File_open(MPI_COMM_SELF) -> f{0}\nMPIX_Value_set(k0, f{0}, {1})\nMPI_File_close(f{0})";
// Messages to oneself.
constexpr auto* messages = "MPI_Irecv(MPI_INT, c{0}) -> r{0}\nMPI_Send(MPI_INT, c{0})\nMPI_Wait(r{0})";

void sets(benchmark::State& run) { explore_threads(run, set, Orders::needed); }
void sets_in_all_orders(benchmark::State& run) { explore_threads(run, set, Orders::all); }
void dups(benchmark::State& run) { explore_threads(run, dup, Orders::needed); }
void dups_in_all_orders(benchmark::State& run) { explore_threads(run, dup, Orders::all); }
void sets_under_one_key(benchmark::State& run) { explore_threads(run, shared, Orders::needed); }
void other_kinds(benchmark::State& run) { explore_threads(run, made, Orders::needed); }
void other_kinds_in_all_orders(benchmark::State& run) { explore_threads(run, made, Orders::all); }
void receives(benchmark::State& run) { explore_threads(run, messages, Orders::needed); }
void receives_in_all_orders(benchmark::State& run) { explore_threads(run, messages, Orders::all); }

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"threads", "n"})->Unit(benchmark::kMillisecond);
  for (const int threads : {2, 3})
    for (const int n : {1, 2, 4, 8}) bench->Args({threads, n});
}

void small_sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"threads", "n"})->Unit(benchmark::kMillisecond);
  for (const int n : {1, 2, 4, 8}) bench->Args({2, n});
  for (const int n : {1, 2}) bench->Args({3, n});
}

BENCHMARK(sets)->Apply(sizes);
BENCHMARK(sets_in_all_orders)->Apply(sizes);
BENCHMARK(dups)->Apply(sizes);
BENCHMARK(dups_in_all_orders)->Apply(sizes);
BENCHMARK(sets_under_one_key)->Apply(sizes);
BENCHMARK(other_kinds)->Apply(sizes);
BENCHMARK(other_kinds_in_all_orders)->Apply(small_sizes);
BENCHMARK(receives)->Apply(sizes);
BENCHMARK(receives_in_all_orders)->Apply(small_sizes);

} // namespace
} // namespace moot

BENCHMARK_MAIN();
