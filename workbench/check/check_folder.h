// Are the traces in a folder allowed? A trace of each process, as `moot record` makes them.
#pragma once

#include "workbench/check/check_file.h"

#include <exception>
#include <functional>

namespace moot {

// The traces in a folder, in the order of their ranks. Throws UsageError where there is none.
std::vector<std::string> traces_in(const std::string& folder);

// Several at a time. `take` gets them in their order: what came of each, or why nothing did. Returns how many were done: fewer only where
// `stop` was set.
std::size_t check_folder(const CheckRequest& request, const std::vector<std::string>& traces, unsigned jobs,
                         const std::atomic<bool>& stop,
                         const std::function<void(const std::string& trace, const Checked&)>& take);

} // namespace moot
