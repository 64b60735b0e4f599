// The environment in which `moot record` starts programs, and the recorder finds itself.
#pragma once

namespace moot::record_settings {

inline constexpr const char* folder = "MOOT_RECORD_FOLDER";    // where the traces go: an absolute path
inline constexpr const char* kinds = "MOOT_RECORD_KINDS";      // a number: a bit for each kind whose calls are recorded
inline constexpr const char* all = "MOOT_RECORD_ALL";          // set: also what does not matter to values under keys
inline constexpr const char* most_bytes = "MOOT_RECORD_BYTES"; // that a trace may have

} // namespace moot::record_settings
