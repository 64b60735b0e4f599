// A program under a stack of tools that pass every call on: it is to have the trace that it has with none.
#pragma once

#include "model/vocabulary/event.h"
#include "programs/dice.h"

namespace moot {

struct ToolStack {
  struct Tool {
    std::vector<Procedure> registered; // it passes these on, and does not see others
    bool calls = false; // it calls MPI_Initialized, too, which no tool registers; and asks for its storage
  };
  std::vector<Tool> tools;
  std::vector<std::int32_t> places; // as listed: indices of `tools`; a tool may be there twice
};

// One to four places of up to three tools, which register what the program calls, but for some procedures.
ToolStack random_stack(const Program& program, Dice& dice);

// It registers the tools and calls MPI_Init first. The program must have none.
Program under_tools(Program program, const ToolStack& stack);
Program without_tools(Program program); // what it was before

// What such a run showed, told apart.
struct SeenByTools {
  std::vector<Event> program; // the program's own trace, without the tools' and without what puts it under them
  std::vector<std::vector<int>>
      calls; // of each call of a procedure: the ids of the tools that saw it, as they were called,
  std::vector<std::vector<int>> returns;              //   and as they returned
  std::vector<Procedure> procedures;                  // of the calls
  std::vector<std::pair<int, std::int64_t>> storages; // what tools that asked for it found, by their ids
};
std::int64_t storage_of(int tool_id); // what the tool at this place registered
SeenByTools seen_by_tools(const std::vector<Event>& events);
// Which tools are to see it: their ids, first to last of the list.
std::vector<int> places_of(const ToolStack& stack, Procedure procedure);

} // namespace moot
