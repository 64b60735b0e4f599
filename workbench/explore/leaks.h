// What runs leave behind, in the names of the case.
#pragma once

#include "workbench/shared/json.h"
#include "workbench/shared/witness.h"

#include <string>
#include <vector>

namespace moot {

// "leak: a -> value 1 under b -> b -> value 2 under a -> a": a cycle a line, and a line for what else it keeps. `story` is a run that
// leaks.
std::vector<std::string> lines_of_leak(const Story& story);
// {"cycles": [[{"object": "a", "key": "b", "value": 1}, ...]], "others": ["d"]}
Json leak_to_json(const Story& story);

} // namespace moot
