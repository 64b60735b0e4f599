#include "traces/check/model_run.h"

#include "model/law/naming.h"

#include <random>

namespace moot {

Trace run_on_model(const Machine& machine, std::uint64_t seed, const std::string& name, std::size_t longest,
                   const std::atomic<bool>* stop) {
  Trace trace;
  trace.header.library = "model";
  trace.header.version = machine.mpi().reading().name;
  trace.header.through = "model";
  trace.header.program = name;
  trace.header.seed = seed;
  trace.header.rank = machine.program().process.rank;
  trace.header.size = machine.program().process.size;
  for (const auto tool : machine.program().stack)
    trace.header.tools.push_back(machine.program().tools[static_cast<std::size_t>(tool)]);
  std::mt19937_64 random(seed);
  EventRecorder recorder(machine.program());
  State state = machine.initial();
  Moves moves;
  std::size_t steps = 0;
  const auto stopped = [&] { return stop != nullptr && *stop; };
  for (machine.moves(state, moves); !moves.empty() && steps < longest && !stopped();
       machine.moves(state, moves), ++steps)
    machine.apply(state, moves[random() % moves.size()], &recorder);
  trace.events = recorder.events();
  if ((state.erroneous != Clause::none && !state.aborted()) || stopped()) return trace;
  trace.ending.emplace();
  if (state.aborted()) {
    trace.ending->type = TraceEnding::Type::aborted;
    trace.ending->detail = "MPI_ERRORS_ARE_FATAL";
    return trace;
  }
  if (!Machine::finished(state)) {
    trace.ending->type = moves.empty() ? TraceEnding::Type::hung : TraceEnding::Type::endless;
    trace.ending->detail = moves.empty() ? "waits for ever" : "no end in sight";
    return trace;
  }
  const auto outcome = machine.outcome(state);
  const auto& program = machine.program();
  for (std::size_t i = 0; i < outcome.size(); ++i)
    trace.ending->observed.emplace_back(program.variables[static_cast<std::size_t>(program.observed[i])], outcome[i]);
  return trace;
}

} // namespace moot
