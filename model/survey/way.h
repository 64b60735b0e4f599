// How a survey's state comes about.
#pragma once

#include "model/survey/survey.h"

#include <string_view>

namespace moot {

// The value whose destroy callback ends in this step, if one does.
Destroyed destroyed_by(const State& state, const Step& step);

// With a bound on calls, the number of calls made stands before a state's bytes (as an unsigned).
std::string with_calls(unsigned calls, std::string_view bytes);

// The events of a shortest way from the start to the state with these bytes, and of a step from there that breaks the
// invariant. Searches again from the start, on one thread: nobody pays for ways that are not asked for.
std::vector<Event> way_to(const Client& client, const SurveyOptions& options, std::string_view bytes,
                          Invariant invariant);

} // namespace moot
