// Where in its source a case has its rule. Internal to the static checks of a case.
#pragma once

#include <string_view>

namespace moot {

// "line 129", "lines 129-165", "section 6.7.2", "sections 6.7.2, A.12".
bool is_place_in_source(std::string_view text);

} // namespace moot
