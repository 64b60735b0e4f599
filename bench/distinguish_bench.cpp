// How long moot distinguish takes for each pair of Ticket 304's answers, each beside the strict answers to the other questions. One
// thread. `calls` and `statements` (others, in callbacks) are the program's size; `all` is 1 where all with as many calls were
// looked at.
#include "spec/language/distinguishing_case.h"
#include "spec/language/law/reading_file.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace moot {
namespace {

Reading with(Question question, std::uint8_t answer) {
  auto reading = read_reading("ticket304-strict", MOOT_SPEC_DIR "/readings");
  reading[question] = answer;
  return reading;
}

void distinguish(benchmark::State& run, Question question, std::uint8_t one, std::uint8_t other) {
  const auto a = with(question, one);
  const auto b = with(question, other);
  Distinguished found;
  for (auto _ : run) found = shortest_case(a, b, {});
  if (!found.it) return run.SkipWithError("none found");
  run.counters["calls"] = found.it->calls;
  run.counters["statements"] = found.it->callback_actions;
  run.counters["all"] = found.search.all ? 1 : 0;
  run.counters["positions"] = static_cast<double>(found.search.positions);
}

void add_pairs(Question question) {
  const auto& [id, answers] = std::pair(text(question).id, text(question).answers);
  for (std::uint8_t one = 0; one < answer_count(question); ++one)
    for (std::uint8_t other = one; ++other < answer_count(question);)
      benchmark::RegisterBenchmark(fmt::format("{}/{}/{}", id, answers[one], answers[other]).c_str(), distinguish,
                                   question, one, other)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
}

} // namespace
} // namespace moot

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 0; i < moot::question_count; ++i)
    if (const auto question = static_cast<moot::Question>(i);
        moot::text(question).due.empty() && moot::text(question).area != moot::Area::attributes)
      moot::add_pairs(question);
  benchmark::RunSpecifiedBenchmarks();
}
