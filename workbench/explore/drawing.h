// A drawing of objects, their values and who keeps whom, for people: in Graphviz's language.
#pragma once

#include "workbench/explore/explored.h"

#include <cstdint>
#include <optional>
#include <string>

namespace moot {

// At every end that the exploration found, on a shortest way there; ends that look alike are drawn once. With a line of the case: when
// that way first comes to the line. Throws UsageError if no way comes to it.
std::string draw_references(const Explored& explored, std::optional<std::uint32_t> line = {});

} // namespace moot
