// Surveys of the scope attribute-cache, and what they do with each state: states per second, and nanoseconds a state.
//
//     cmake --preset bench && cmake --build --preset bench && build-bench/bench/survey_bench
//
// Beside Spin and Rumur, as whole processes: bench/survey_beside_peers.py.
#include "model/search/encode.h"
#include "model/search/fingerprint.h"
#include "model/search/survey/survey.h"
#include "model/search/survey/symmetry.h"
#include "spec/language/law/reading_file.h"
#include "spec/language/law/scope_file.h"

#include <benchmark/benchmark.h>

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace moot {
namespace {

const Reading& strict() {
  static const auto reading = read_reading("ticket304-strict", MOOT_SPEC_DIR "/readings");
  return reading;
}

Scope attribute_cache(unsigned keys, unsigned handles) {
  auto scope = read_scope("attribute-cache", MOOT_SPEC_DIR "/scopes");
  scope.keys = keys;
  scope.handles = handles;
  return scope;
}

// ---- whole surveys

void survey_scope(benchmark::State& run, bool symmetry) {
  const auto scope = attribute_cache(static_cast<unsigned>(run.range(0)), static_cast<unsigned>(run.range(1)));
  const Client client(scope, strict());
  SurveyOptions options;
  options.symmetry = symmetry;
  std::uint64_t states = 0;
  for (auto _ : run) states = survey(client, options).states;
  run.counters["states"] = static_cast<double>(states);
  run.counters["states/s"] =
      benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsIterationInvariantRate);
}

void survey_every_state(benchmark::State& run) { survey_scope(run, false); }
void survey_up_to_renaming(benchmark::State& run) { survey_scope(run, true); }

// ---- what is done with each state

// A state, with the marks of the step by which it was found.
struct Sample {
  State state;
  Prints of_before; // of the one that it was found from
  SettingOrder setting_order = SettingOrder::forgotten;
  std::string bytes; // of `state`
};

// Every 64th state of a small survey.
class Samples {
public:
  Samples() {
    std::vector<State> frontier{client.initial()};
    while (!frontier.empty()) frontier = level_after(frontier);
  }

  const Scope scope = attribute_cache(2, 3);
  const Client client{scope, strict()};
  std::vector<Sample> all;

private:
  std::vector<State> level_after(const std::vector<State>& frontier) {
    std::vector<State> found;
    Steps steps;
    for (const auto& before : frontier) {
      client.moves(before, steps);
      for (const auto& step : steps) {
        auto state = before;
        client.apply(state, step);
        if (!is_new(state)) continue;
        found.push_back(state);
        if (seen_.size() % 64 == 0) take(before, std::move(state));
      }
    }
    return found;
  }

  bool is_new(const State& state) {
    std::string bytes;
    encode(state, client.mpi().setting_order(state), bytes);
    return seen_.insert(std::move(bytes)).second;
  }

  void take(const State& before, State&& state) {
    auto& sample = all.emplace_back();
    sample.setting_order = client.mpi().setting_order(state);
    encode(state, sample.setting_order, sample.bytes);
    sample.of_before.of(before, client.mpi().setting_order(before));
    sample.state = std::move(state);
  }

  std::unordered_set<std::string> seen_;
};

const Samples& samples() {
  static const Samples samples;
  return samples;
}

// An iteration is one state; they take turns.
template <typename Visit> void each_in_turn(benchmark::State& run, const Visit& visit) {
  const auto& all = samples().all;
  auto sample = all.begin();
  for (auto _ : run) {
    visit(*sample);
    if (++sample == all.end()) sample = all.begin();
  }
  run.counters["states"] = static_cast<double>(all.size());
}

void fingerprint_alone(benchmark::State& run) {
  each_in_turn(run, [](const Sample& sample) {
    Prints prints;
    prints.of(sample.state, sample.setting_order);
    benchmark::DoNotOptimize(prints);
  });
}

void fingerprint_by_way_of_the_one_before(benchmark::State& run) {
  each_in_turn(run, [](const Sample& sample) {
    auto prints = sample.of_before;
    prints.after_step(sample.state, sample.setting_order);
    benchmark::DoNotOptimize(prints);
  });
}

void encode_a_state(benchmark::State& run) {
  Buffer buffer;
  each_in_turn(run, [&](const Sample& sample) {
    auto bytes = encode_into(sample.state, sample.setting_order, buffer);
    benchmark::DoNotOptimize(bytes);
  });
}

void decode_a_state(benchmark::State& run) {
  const auto initial = samples().client.initial();
  State state;
  each_in_turn(run, [&](const Sample& sample) {
    decode(sample.bytes, initial, state);
    benchmark::DoNotOptimize(state);
  });
}

void canonical_bytes(benchmark::State& run) {
  Canonical canonical(samples().client);
  each_in_turn(run, [&](const Sample& sample) {
    auto bytes = canonical(sample.state);
    benchmark::DoNotOptimize(bytes);
  });
}

// Keys, handles.
void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({2, 3})->Args({3, 2})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}
BENCHMARK(survey_every_state)->Apply(sizes);
BENCHMARK(survey_up_to_renaming)->Apply(sizes);
BENCHMARK(fingerprint_alone);
BENCHMARK(fingerprint_by_way_of_the_one_before);
BENCHMARK(encode_a_state);
BENCHMARK(decode_a_state);
BENCHMARK(canonical_bytes);

} // namespace
} // namespace moot

BENCHMARK_MAIN();
