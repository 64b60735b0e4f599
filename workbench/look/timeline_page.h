// Traces as one HTML page that needs nothing else: a timeline of calls and callbacks, and the lifetimes of objects.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moot {

// `title` names the page. Returns how many events are on it; none, and no file, if `stop` was set (it may be null). Memory grows with the
// objects of a trace, and with what befalls them.
std::optional<std::uint64_t> write_timeline_page(const std::string& title, const std::vector<std::string>& traces,
                                                 const std::string& file, const std::atomic<bool>* stop);

} // namespace moot
