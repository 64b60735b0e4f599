// The verbs, a file each (NAME_verb.cpp).
#pragma once

#include "cli/command.h"

namespace moot {

void add_settle(Command& command);
void add_explore(Command& command);
void add_compare(Command& command);
void add_export(Command& command);
void add_run(Command& command);
void add_random(Command& command);
void add_record(Command& command);
void add_reduce(Command& command);
void add_replay(Command& command);
void add_check(Command& command);
void add_show(Command& command);
void add_diff(Command& command);
void add_survey(Command& command);
void add_distinguish(Command& command);
void add_campaign(Command& command);
void add_explain(Command& command);
void add_completion(Command& command);

} // namespace moot
