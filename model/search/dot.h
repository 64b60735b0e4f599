// Drawings in Graphviz's language.
#pragma once

#include "model/search/explore.h"

#include <string>
#include <string_view>

namespace moot {

// The graph of states, its edges labelled with events.
std::string to_dot(const Machine& machine, const Exploration& exploration);

// As it stands between quotation marks.
std::string escaped(std::string_view text);

} // namespace moot
