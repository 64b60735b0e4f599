#include "workbench/campaign/campaign.h"

#include "programs/shrink/edit.h"
#include "workbench/campaign/status.h"
#include "workbench/shared/parallel.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::campaign {
namespace {

constexpr std::size_t most_examples = 5;

std::size_t size_of(const Program& program) { return calls(program); }

// One batch: the programs [first, last) in one process, as long as it lives.
Findings run_batch(const Work& work, std::uint64_t first, std::uint64_t last, Status& status) {
  Findings found;
  Laboratory laboratory(work.library, work.reading, &work.stop);
  for (auto number = first; number < last && !work.stop; ++number) {
    const auto program = work.programs[number];
    ++found.programs;
    try {
      const auto judgement = laboratory.run(program);
      ++found.verdicts.at(static_cast<std::size_t>(judgement.verdict));
      if (judgement.symptom) found.groups[*judgement.symptom].add({size_of(program), number});
    } catch (const Stopped&) {
      --found.programs;
      break;
    } catch (const RunError&) {
      ++found.refused;
    } catch (const NotModelled&) {
      ++found.refused;
    }
    status.program_done();
  }
  return found;
}

class Clock {
public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace

void Group::add(const Example& example) {
  ++seen;
  shortest.insert(std::ranges::upper_bound(shortest, example), example);
  if (shortest.size() > most_examples) shortest.pop_back();
}

void Group::add(const Group& other) {
  const auto before = seen;
  for (const auto& example : other.shortest) add(example);
  seen = before + other.seen;
}

void Findings::add(const Findings& other) {
  programs += other.programs;
  for (std::size_t i = 0; i < verdicts.size(); ++i) verdicts.at(i) += other.verdicts.at(i);
  refused += other.refused;
  for (const auto& [symptom, group] : other.groups) groups[symptom].add(group);
}

Findings search(const Work& work, Findings& findings) {
  if (findings.programs >= work.count) return {};
  const auto begin = findings.programs;
  const auto batches = (work.count - begin + batch_size - 1) / batch_size;
  const auto spent_before = findings.seconds;
  const Clock clock;
  std::vector<Findings> done(batches);
  Status status(begin, work.count, findings.groups.size());
  Progress silent(1);
  const auto make_task = [&]() -> Task {
    return [&](std::size_t batch) {
      const auto first = begin + batch * batch_size;
      done[batch] = run_batch(work, first, std::min(first + batch_size, work.count), status);
    };
  };
  constexpr double between_saves = 5; // seconds
  double saved = 0;
  for_each_in_order(batches, {work.jobs, work.stop, silent}, make_task,
                    [&](std::size_t batch, const std::exception_ptr& error) {
                      if (error) std::rethrow_exception(error);
                      findings.add(done[batch]);
                      done[batch] = {};
                      findings.seconds = spent_before + clock.seconds();
                      status.kinds(findings.groups.size());
                      if (clock.seconds() - saved < between_saves) return;
                      saved = clock.seconds();
                      if (work.save) work.save(findings);
                    });
  findings.seconds = spent_before + clock.seconds();
  if (work.save) work.save(findings);
  Findings in_hand; // (of a batch that was taken nothing is left)
  for (const auto& batch : done) in_hand.add(batch);
  return in_hand;
}

} // namespace moot::campaign
