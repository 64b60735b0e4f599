// Where two traces part: of one program on two libraries, on two versions of one, or twice on one.
#pragma once

#include "traces/format/trace.h"
#include "workbench/shared/json.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace moot {

struct NumberedEvent {
  std::uint64_t number = 0; // in its trace
  Event event;              // with the names of its trace
};

// What one of two traces does where they part.
struct Side {
  std::vector<NumberedEvent> next;   // a few events; the first is the one that the other trace does not have
  bool has_ended = false;            // after those
  std::optional<TraceEnding> ending; // if it has, and says how
};

struct Parting {
  std::vector<std::array<NumberedEvent, 2>> before; // the last events that both have
  std::array<Side, 2> sides;
};

struct TraceDiff {
  std::array<TraceHeader, 2> headers;
  std::uint64_t common = 0;       // events that both have, one after the other from the first
  std::optional<Parting> parting; // none: they are the same,
  bool stopped = false;           //   or nobody knows: it was stopped before
  bool is_same() const { return !parting && !stopped; }
};

// Compares event by event what is left after normalising (normaliser.h), until `stop` is set (it may be null). Memory does not grow with the
// traces, but for their names.
TraceDiff diff(const std::string& a, const std::string& b, const std::atomic<bool>* stop);

// Which traces are compared.
struct TracePair {
  int rank = 0;
  std::array<std::string, 2> traces; // "": there is none of this rank
  bool is_whole() const { return !traces[0].empty() && !traces[1].empty(); }
};
// Two traces, or the traces in two folders, rank by rank. Throws UsageError where that is not what they are.
std::vector<TracePair> pairs_of_traces(const std::string& a, const std::string& b);

// For people; and for programs, as docs/json.md says.
std::string to_text(const TracePair& pair, const TraceDiff& diff);
std::string to_text(const TracePair& alone);
Json to_json(const TracePair& pair, const TraceDiff& diff);
Json to_json(const TracePair& alone);

} // namespace moot
