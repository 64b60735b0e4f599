// Traces as one HTML page that needs nothing else: a timeline of calls and callbacks, and the lifetimes of objects.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace moot {

// `title` names the page. Returns how many events are on it. Memory grows with the objects of the traces, and with what befalls them.
std::uint64_t write_timeline_page(const std::string& title, const std::vector<std::string>& traces, const std::string& file);

} // namespace moot
