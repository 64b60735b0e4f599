// Commands that show a disagreement again, and why it is one.
#pragma once

#include "workbench/settle/disagreement.h"

#include <string>
#include <vector>

namespace moot {

// A run on the library and the judgement on it; of an outcome that no event explains, settle says it. They never tell
// anything but what settle told.
std::vector<std::string> judging_commands(const Settled& settled, const Disagreement& found,
                                          const SettleRequest& request);

// Those, and one that makes a program of the case, if there is one that shows it.
std::vector<std::string> reproducing_commands(const Settled& settled, const Disagreement& found,
                                              const SettleRequest& request);

} // namespace moot
