// Everything that a case's program may do under a reading: its outcomes, and how each comes about.
#pragma once

#include "model/law/machine.h"
#include "model/search/answers.h"
#include "model/search/limits.h"
#include "model/search/reduction.h"
#include "model/vocabulary/event.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace moot {

enum class Verdict : std::uint8_t { allowed, forbidden, erroneous, unspecified };
std::string_view name(Verdict verdict);

// The explored states. Only states in which there is a choice are stored (and the first, the last, and now and then one of
// a long run without a choice): an edge is a move chosen in its source and everything that follows without a choice.
struct Choice {
  std::uint32_t move = 0; // index into what NextSteps::moves says of the source
};
using StateGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Choice>;

// A run leaves objects behind that only keep each other alive (references.h), and MPI_Finalize will not destroy them.
struct Leaking {
  std::vector<AnswerSet> under;
  std::uint32_t state = 0; // the nearest final state that has these objects
};

struct Outcome {
  Observed observed;
  Verdict verdict = Verdict::allowed; // allowed: under every answer to the open questions; else unspecified
  std::vector<AnswerSet> under;       // where it comes about
  std::uint32_t state = 0;            // a final state with it: the nearest
  std::vector<Leaking> leaks; // of runs that end so: one for each set of objects (by the variables that received them)
};

// The program breaks a clause (erroneous), or may never end (endless: it waits, goes round, or grows without bound). A run that
// grows while the program may count is cut off instead: it may end by itself.
struct Fault {
  Clause clause = Clause::none; // endless: none
  std::vector<AnswerSet> under;
  std::uint32_t state = 0;
};

// How many calls and callbacks nest, and how many objects there are.
struct Size {
  std::size_t calls = 0;
  std::size_t objects = 0;
};

// Which orders of the steps of a program's threads are tried.
enum class Orders : std::uint8_t {
  needed, // those that something can tell apart (reduction.h); all, where the program may never end
  all,
};

struct Exploration {
  std::vector<Outcome> outcomes; // sorted by what is observed
  std::vector<Fault> erroneous;  // one a clause
  std::vector<Fault> endless;    // at most one
  std::vector<Fault> aborts;     // at most one: an error goes to MPI_ERRORS_ARE_FATAL
  // Not all was explored: what is there comes about, but there may be more, and `unspecified` may be `allowed`.
  std::optional<CutOff> cut_off;
  StateGraph graph;
  std::uint64_t transitions = 0; // edges
  Size most;                     // by the limits it was made with
  bool leaves_cycles = false;    // of the runs that go round, some may also go on
  Orders orders = Orders::all;   // that were tried
};

// Throws nothing of its own: where it goes no further, the result says so. What was near the start is in it.
Exploration explore(const Machine& machine, const ExploreLimits& limits = {}, Orders orders = Orders::needed);

// What an exploration follows: the moves of its machine, or those that are enough.
class NextSteps {
public:
  NextSteps(const Machine& machine, Orders orders);
  const Machine& machine() const { return machine_; }
  Orders orders() const { return reduction_ ? Orders::needed : Orders::all; }
  void moves(const State& state, Moves& out, std::size_t enough = all_moves) const {
    reduction_ ? reduction_->moves(state, out) : machine_.moves(state, out, enough);
  }

private:
  const Machine& machine_;
  std::optional<Reduction> reduction_;
};

// Plays `move` and then whatever follows without a choice: an edge of the graph. `moves` ends empty if nothing follows;
// where a run grows beyond `most`, it stops, and there are none. Returns how many callbacks began.
std::size_t play(const NextSteps& steps, State& state, const Move& move, Moves& moves, Size most,
                 Moves* played = nullptr, EventSink* sink = nullptr);

// (ways.cpp) The moves of a shortest path (in stored states) to a state.
Moves path(const Machine& machine, const Exploration& exploration, std::uint32_t state);
// Their events.
std::vector<Event> events(const Machine& machine, const Moves& moves);

} // namespace moot
