// The text of a trace's head: the MPI library, this process, and the functions and constants that records name by number.
#pragma once

#include <string>

namespace moot::recorder {

std::string head_text();

} // namespace moot::recorder
