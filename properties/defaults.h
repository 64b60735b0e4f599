// How many random programs the properties of a test try, and which ones.
#pragma once

namespace moot::properties {

// Before RapidCheck looks. RC_PARAMS, where it is set, is followed, as in RC_PARAMS="max_success=10000" or "reproduce=...". Else
// MOOT_PROGRAMS says how many programs are tried, others each time (a night's run). Without both, `usual` ones are, the same each
// time: what a test says does not change by itself. Sanitized builds, ten times slower, try a sixth of the usual number.
bool choose_programs(int usual);

} // namespace moot::properties
