#include "model/rules/predefined.h"

namespace moot::rules {

void refuse_if_grown(const State& state, Constant constant) {
  if (constant == Constant::last_used_code && state.has_added_errors())
    throw NotModelled("MPI_LASTUSEDCODE, once the program has added error codes or classes, is not modelled");
}

} // namespace moot::rules
