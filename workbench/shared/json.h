// The JSON that other programs rely on (docs/json.md).
#pragma once

#include "traces/check/check.h"
#include "traces/format/event_json.h"

namespace moot {

// What is not UTF-8 (a file's name) is replaced.
std::string to_text(const Json& json);

// {"seen_a": 1, "seen_b": null}; what was never written is absent.
Json to_json(const Program& program, const Observed& observed);
// {"other-key-in-free": "by-order"}
Json to_json(const AnswerSet& answers);
// An event as in a trace.
Json to_json(const Event& event, std::uint64_t sequence);
Json to_json(const Finding& finding);

// {"observed", "verdict", "answers", "under"}
Json to_json(const Program& program, const Outcome& outcome);
// {"clause", "event", "answers"}: the call that breaks it, on a shortest way there.
Json erroneous_to_json(const Machine& machine, const Exploration& exploration, const Fault& fault);
// {"by": "states", "what": "cut off after 3000 states (further: --states N)"}
Json to_json(const CutOff& cut_off);
// {"outcomes", "erroneous", "endless", "aborts"}, and "cut_off" if it was.
Json to_json(const Machine& machine, const Exploration& exploration);

} // namespace moot
