// Traces for Perfetto (ui.perfetto.dev) and chrome://tracing: JSON in the Trace Event Format of Chrome.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace moot {

// A trace is a process, and each of its threads a thread. Returns how many events were written. Memory does not grow with the traces.
std::uint64_t write_perfetto(const std::vector<std::string>& traces, const std::string& file);

} // namespace moot
