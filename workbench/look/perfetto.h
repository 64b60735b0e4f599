// Traces for Perfetto (ui.perfetto.dev) and chrome://tracing: JSON in the Trace Event Format of Chrome.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moot {

// A trace is a process, and each of its threads a thread. Returns how many events were written; none, and no file, if `stop` was set (it may
// be null). Memory does not grow with the traces.
std::optional<std::uint64_t> write_perfetto(const std::vector<std::string>& traces, const std::string& file,
                                            const std::atomic<bool>* stop);

} // namespace moot
