// What a trace is about: the areas whose questions concern it.
#pragma once

#include "model/vocabulary/program.h"
#include "model/vocabulary/reading.h"
#include "traces/format/trace.h"

namespace moot {

void add_areas(Areas& areas, const Event& call);
// Of the calls of a trace; of those to be expected in one that says so of itself, where a reading is to judge it.
Areas areas_of(const Trace& trace);
Areas areas_expected(const TraceHeader& header, const Reading& reading);

} // namespace moot
