#include "workbench/look/diff.h"

#include "traces/format/trace_reader.h"
#include "workbench/check/check_folder.h"
#include "workbench/look/normaliser.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace moot {
namespace {

constexpr std::size_t most_before = 6;
constexpr std::size_t most_next = 5;

// A trace on the way through its events.
class Walk {
public:
  explicit Walk(const std::string& trace) : reader_(trace) {}

  // Goes to the next event that is compared. False: there is none.
  bool next() {
    while (reader_.next(here_.event)) {
      ++here_.number;
      normalised_ = here_.event;
      if (normaliser_.normalise(normalised_)) return true;
    }
    return false;
  }

  const TraceHeader& header() const { return reader_.header(); }
  const std::optional<TraceEnding>& ending() const { return reader_.ending(); }
  const NumberedEvent& here() const { return here_; }
  const Event& normalised() const { return normalised_; }

  // What it does from here on, if there is something here.
  Side side(bool is_somewhere) {
    Side side;
    while (is_somewhere && side.next.size() < most_next) {
      side.next.push_back(here_);
      is_somewhere = next();
    }
    side.has_ended = !is_somewhere;
    if (side.has_ended) side.ending = reader_.ending();
    return side;
  }

private:
  TraceReader reader_;
  Normaliser normaliser_;
  NumberedEvent here_;
  Event normalised_;
};

bool is_same(Event a, const Event& b) {
  // The model says an_error where MPI chooses.
  if (covers(a.error, b.error) || covers(b.error, a.error)) a.error = b.error;
  return a == b;
}

// The last events that both have.
class Before {
public:
  void add(const NumberedEvent& a, const NumberedEvent& b) {
    if (events_.size() == most_before)
      std::rotate(events_.begin(), events_.begin() + 1, events_.end());
    else
      events_.emplace_back();
    events_.back() = {a, b};
  }
  std::vector<std::array<NumberedEvent, 2>> take() { return std::move(events_); }

private:
  std::vector<std::array<NumberedEvent, 2>> events_;
};

} // namespace

TraceDiff diff(const std::string& a, const std::string& b, const std::atomic<bool>* stop) {
  Walk one(a);
  Walk other(b);
  TraceDiff diff{{one.header(), other.header()}, 0, std::nullopt, false};
  Before before;
  bool is_one = one.next();
  bool is_other = other.next();
  while (is_one && is_other && is_same(one.normalised(), other.normalised())) {
    ++diff.common;
    if (is_set(stop)) {
      diff.stopped = true;
      return diff;
    }
    before.add(one.here(), other.here());
    is_one = one.next();
    is_other = other.next();
  }
  const bool both_end = !is_one && !is_other;
  if (!both_end || one.ending() != other.ending())
    diff.parting = {before.take(), {one.side(is_one), other.side(is_other)}};
  return diff;
}

namespace {

std::map<int, std::string> by_rank(const std::string& folder) {
  std::map<int, std::string> traces;
  for (const auto& trace : traces_in(folder)) {
    const auto rank = TraceReader(trace).header().rank;
    if (!traces.try_emplace(rank, trace).second)
      throw UsageError(fmt::format("{}: two traces are of rank {}: {} and {}", folder, rank, traces[rank], trace));
  }
  return traces;
}

} // namespace

std::vector<TracePair> pairs_of_traces(const std::string& a, const std::string& b) {
  const bool is_folder = std::filesystem::is_directory(a);
  if (is_folder != std::filesystem::is_directory(b))
    throw UsageError(fmt::format("{} is a folder, and {} is none: two traces are compared, or two folders",
                                 is_folder ? a : b, is_folder ? b : a));
  if (a == "-" && b == "-") throw UsageError("standard input can't be both traces");
  if (!is_folder) return {{0, {a, b}}};
  std::map<int, TracePair> pairs;
  for (const auto& [rank, trace] : by_rank(a)) pairs[rank].traces[0] = trace;
  for (const auto& [rank, trace] : by_rank(b)) pairs[rank].traces[1] = trace;
  std::vector<TracePair> result;
  for (auto& [rank, pair] : pairs) {
    pair.rank = rank;
    result.push_back(std::move(pair));
  }
  return result;
}

} // namespace moot
