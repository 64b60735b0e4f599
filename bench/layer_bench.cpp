// What the layer costs beside the library under it, in one process: values beside the library's own attributes, and wrapped calls beside
// those that go past the layer (PMPI_). layer_cost.py runs it, and prints ratios:
//
//     cmake --preset bench && cmake --build --preset bench && bench/layer_cost.py build-bench/bench
//
// Benchmarks named asleep/ run before the first MPIX_Key_create; all others after it. Run them apart: --benchmark_filter.
// For callgrind: with the words `message|dup_free MPI|PMPI awake|asleep N` it does that N times; with `values|handles M N` it gets N values, of
// a handle that has M, or of M handles that have one.
#include <benchmark/benchmark.h>
#include <mpix.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using benchmark::State;

void expect(int error) {
  if (error != MPI_SUCCESS) std::abort();
}

// ---- values on one communicator

constexpr int most_values = 10'000;

MPIX_Key a_key() {
  MPIX_Key key = MPIX_KEY_NULL;
  expect(MPIX_Key_create(nullptr, nullptr, nullptr, 0, &key));
  return key;
}

int a_keyval() {
  int keyval = MPI_KEYVAL_INVALID;
  expect(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, nullptr));
  return keyval;
}

template <auto make> const auto& many() {
  static const auto all = [] {
    std::vector<decltype(make())> made(most_values);
    for (auto& each : made) each = make();
    return made;
  }();
  return all;
}

const std::vector<MPIX_Key>& keys() { return many<a_key>(); }
const std::vector<int>& keyvals() { return many<a_keyval>(); }

// A communicator with n values, or n attributes; it stays.
MPI_Comm with_values(std::int64_t n) {
  MPI_Comm comm = MPI_COMM_NULL;
  expect(MPI_Comm_split(MPI_COMM_SELF, 0, 0, &comm));
  for (std::int64_t i = 0; i < n; ++i)
    expect(MPIX_Value_set(keys()[static_cast<std::size_t>(i)], MPIX_HANDLE_COMM, MPIX_HANDLE(comm), i));
  return comm;
}

MPI_Comm with_attributes(std::int64_t n) {
  MPI_Comm comm = MPI_COMM_NULL;
  expect(MPI_Comm_split(MPI_COMM_SELF, 0, 0, &comm));
  for (std::int64_t i = 0; i < n; ++i) expect(MPI_Comm_set_attr(comm, keyvals()[static_cast<std::size_t>(i)], &comm));
  return comm;
}

// Each value in turn: 0, 1, ..., n - 1, 0, ...
class Turn {
public:
  explicit Turn(std::int64_t n) : n_(static_cast<std::size_t>(n)) {}
  std::size_t next() { return at_ = at_ + 1 < n_ ? at_ + 1 : 0; }

private:
  std::size_t n_;
  std::size_t at_ = 0;
};

MPI_Aint get(MPIX_Key key, int handle_type, MPIX_Handle handle) {
  MPI_Aint value = 0;
  int flag = 0;
  MPIX_Value_get(key, handle_type, handle, &value, &flag);
  return value;
}

void value_get(State& run) {
  const auto comm = MPIX_HANDLE(with_values(run.range(0)));
  Turn turn(run.range(0));
  for (auto _ : run) benchmark::DoNotOptimize(get(keys()[turn.next()], MPIX_HANDLE_COMM, comm));
}

void get_attr(State& run) {
  const auto comm = with_attributes(run.range(0));
  Turn turn(run.range(0));
  void* value = nullptr;
  int flag = 0;
  for (auto _ : run) {
    MPI_Comm_get_attr(comm, keyvals()[turn.next()], static_cast<void*>(&value), &flag);
    benchmark::DoNotOptimize(value);
  }
}

void value_set(State& run) {
  const auto comm = with_values(run.range(0));
  Turn turn(run.range(0));
  for (auto _ : run) MPIX_Value_set(keys()[turn.next()], MPIX_HANDLE_COMM, MPIX_HANDLE(comm), 7);
}

void set_attr(State& run) {
  const auto comm = with_attributes(run.range(0));
  Turn turn(run.range(0));
  for (auto _ : run) MPI_Comm_set_attr(comm, keyvals()[turn.next()], &run);
}

// One value on each of n handles.
std::vector<MPI_Info> infos_with_value(std::int64_t n) {
  std::vector<MPI_Info> infos(static_cast<std::size_t>(n));
  for (auto& info : infos) {
    expect(MPI_Info_create(&info));
    expect(MPIX_Value_set(keys()[0], MPIX_HANDLE_INFO, MPIX_HANDLE(info), 1));
  }
  return infos;
}

MPI_Aint get_of_info(MPI_Info info) { return get(keys()[0], MPIX_HANDLE_INFO, MPIX_HANDLE(info)); }

// One of them is asked, among all the others;
void value_get_among_handles(State& run) {
  auto infos = infos_with_value(run.range(0));
  const auto info = infos[infos.size() / 2];
  for (auto _ : run) benchmark::DoNotOptimize(get_of_info(info));
  for (auto& each : infos) expect(MPI_Info_free(&each));
}

// or all of them, in any order: what the caches of the machine do not hold costs its memory's time.
void value_get_of_each_handle(State& run) {
  auto infos = infos_with_value(run.range(0));
  std::shuffle(infos.begin(), infos.end(), std::minstd_rand(1));
  Turn turn(run.range(0));
  for (auto _ : run) benchmark::DoNotOptimize(get_of_info(infos[turn.next()]));
  for (auto& each : infos) expect(MPI_Info_free(&each));
}

// ---- calls of MPI, with the layer or past it

// Of a communicator without values.
template <auto dup, auto free> void dup_free() {
  MPI_Comm comm = MPI_COMM_NULL;
  expect(dup(MPI_COMM_SELF, &comm));
  expect(free(&comm));
}
constexpr auto dup_free_with_layer = dup_free<MPI_Comm_dup, MPI_Comm_free>;
constexpr auto dup_free_without = dup_free<PMPI_Comm_dup, PMPI_Comm_free>;

template <auto irecv, auto isend, auto wait> void message() {
  int sent = 1;
  int received = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Request send = MPI_REQUEST_NULL;
  expect(irecv(&received, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &receive));
  expect(isend(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &send));
  expect(wait(&send, MPI_STATUS_IGNORE));
  expect(wait(&receive, MPI_STATUS_IGNORE));
}
constexpr auto message_with_layer = message<MPI_Irecv, MPI_Isend, MPI_Wait>;
constexpr auto message_without = message<PMPI_Irecv, PMPI_Isend, PMPI_Wait>;

template <auto one> void asleep(State& run) {
  for (auto _ : run) one();
}

template <auto one> void awake(State& run) {
  keys();
  for (auto _ : run) one();
}

BENCHMARK(asleep<message_with_layer>)->Name("asleep/message/layer");
BENCHMARK(asleep<message_without>)->Name("asleep/message/native");
BENCHMARK(awake<message_with_layer>)->Name("message/layer");
BENCHMARK(awake<message_without>)->Name("message/native");
BENCHMARK(awake<dup_free_with_layer>)->Name("dup_free/layer");
BENCHMARK(awake<dup_free_without>)->Name("dup_free/native");
BENCHMARK(value_get)->Name("get/layer")->Arg(1)->Arg(4)->Arg(64)->Arg(most_values);
BENCHMARK(get_attr)->Name("get/native")->Arg(1)->Arg(4)->Arg(64);
BENCHMARK(value_set)->Name("set/layer")->Arg(1)->Arg(4)->Arg(64)->Arg(most_values);
BENCHMARK(set_attr)->Name("set/native")->Arg(1)->Arg(4)->Arg(64);
BENCHMARK(value_get_among_handles)->Name("handles/layer")->Arg(1)->Arg(1'000)->Arg(1'000'000);
BENCHMARK(value_get_of_each_handle)->Name("handles/layer/each")->Arg(1)->Arg(1'000)->Arg(1'000'000);

// Null: there is none of that name.
void (*call(std::string_view name, bool with_layer))() {
  if (name == "message") return with_layer ? message_with_layer : message_without;
  if (name == "dup_free") return with_layer ? dup_free_with_layer : dup_free_without;
  return nullptr;
}

void repeat(void (*one)(), bool is_awake, int count) {
  if (is_awake) a_key();
  for (int i = 0; i < count; ++i) one();
}

void get_values(std::int64_t of, int count) {
  const auto comm = MPIX_HANDLE(with_values(of));
  Turn turn(of);
  for (int i = 0; i < count; ++i) get(keys()[turn.next()], MPIX_HANDLE_COMM, comm);
}

void get_of_handles(std::int64_t handles, int count) {
  const auto infos = infos_with_value(handles);
  Turn turn(handles);
  for (int i = 0; i < count; ++i) get_of_info(infos[turn.next()]);
}

// Does what the words say. False: they say nothing of it.
bool do_counted(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (argc == 4 && (first == "values" || first == "handles")) {
    const auto gets = first == "values" ? get_values : get_of_handles;
    gets(std::atoll(argv[2]), std::atoi(argv[3]));
    return true;
  }
  auto* const counted = argc == 5 ? call(first, std::string_view(argv[2]) == "MPI") : nullptr;
  if (counted == nullptr) return false;
  repeat(counted, std::string_view(argv[3]) == "awake", std::atoi(argv[4]));
  return true;
}

} // namespace

int main(int argc, char** argv) {
  expect(MPI_Init(&argc, &argv));
  if (!do_counted(argc, argv)) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
  }
  return MPI_Finalize();
}
