#include <moot/explore.h>

#include "library/convert.h"
#include "library/inside.h"
#include "model/search/explore.h"

namespace moot::v1 {
namespace {

static_assert(static_cast<int>(CutOff::By::not_modelled) == static_cast<int>(moot::CutOff::By::not_modelled));

// The model's words end with the options of the command.
CutOff to_public(const moot::CutOff& cut_off) {
  const auto by = static_cast<CutOff::By>(static_cast<int>(cut_off.by));
  const auto& words = cut_off.words;
  return {by, by == CutOff::By::not_modelled
                  ? words
                  : words.substr(0, words.find(" (further")).substr(0, words.find(" (longer"))};
}

std::vector<Answers> to_public(const std::vector<moot::AnswerSet>& sets) {
  std::vector<Answers> result;
  result.reserve(sets.size());
  for (const auto& set : sets) result.push_back(v1::to_public(std::span(set)));
  return result;
}

class Findings {
public:
  Findings(const moot::Machine& machine, const moot::Exploration& exploration, bool witnesses)
      : machine_(machine), exploration_(exploration), witnesses_(witnesses) {}

  Outcome outcome(const moot::Outcome& outcome) const {
    return {v1::to_public(outcome.observed), outcome.verdict == moot::Verdict::unspecified, to_public(outcome.under),
            witness(outcome.state)};
  }
  Fault fault(const moot::Fault& fault) const {
    return {std::string(moot::id(fault.clause)), to_public(fault.under), witness(fault.state)};
  }
  std::optional<Fault> first(const std::vector<moot::Fault>& faults) const {
    if (faults.empty()) return std::nullopt;
    auto found = fault(faults.front());
    found.clause.clear();
    return found;
  }

private:
  std::vector<Event> witness(std::uint32_t state) const {
    if (!witnesses_) return {};
    return v1::to_public(moot::events(machine_, moot::path(machine_, exploration_, state)));
  }

  const moot::Machine& machine_;
  const moot::Exploration& exploration_;
  bool witnesses_;
};

moot::ExploreLimits to_model(const Limits& limits) {
  moot::ExploreLimits result;
  result.states = limits.states;
  result.depth = limits.depth;
  result.callbacks = limits.callbacks;
  result.time = limits.time;
  result.stop = limits.stop;
  return result;
}

Exploration explored(const moot::Machine& machine, const Limits& limits) {
  const auto model_limits = to_model(limits);
  const auto exploration = moot::explore(machine, model_limits);
  const Findings findings(machine, exploration, limits.witnesses);
  Exploration result;
  for (const auto& each : exploration.outcomes) result.outcomes.push_back(findings.outcome(each));
  for (const auto& each : exploration.erroneous) result.erroneous.push_back(findings.fault(each));
  result.endless = findings.first(exploration.endless);
  result.aborts = findings.first(exploration.aborts);
  if (exploration.cut_off) result.cut_off = to_public(*exploration.cut_off);
  result.states = boost::num_vertices(exploration.graph);
  result.transitions = exploration.transitions;
  return result;
}

} // namespace

Exploration explore(const Program& program, const Reading& reading, const Limits& limits) {
  try {
    return explored(moot::Machine(Inside::of(program)->program, Inside::of(reading)->reading), limits);
  } catch (const moot::NotModelled& what) {
    Exploration nothing;
    nothing.cut_off = to_public(moot::not_modelled(what.what()));
    return nothing;
  }
}

} // namespace moot::v1
