// The stack of tools (QMPI): its places, and what the tool at each has registered. Both are objects that no handle names: a place (Kind::tool,
// ToolView in kinds.h), and a function for a procedure (Kind::interception). Places have numbers, the tools' ids, from 1 on in the order of
// the list; which end is outermost is a question.
#pragma once

#include "model/law/law.h"

namespace moot {

inline constexpr std::uint8_t no_place = 0;
inline constexpr std::uint8_t below_all = 255; // (CallFrame::below) it meets no tool

// The places, before the program begins: the names of their tools, as listed.
void list_tools(State& state, std::span<const std::int32_t> names);

inline bool has_tools(const State& state) { return state.tools != 0; }

// Their sites tell which place, and which function, an object is.
constexpr std::uint32_t tool_site(std::uint32_t place) { return hidden_site + 0x1000000 + (place << 9); }
constexpr std::uint32_t interception_site(std::uint32_t place, Procedure procedure) {
  return tool_site(place) + 1 + static_cast<std::uint32_t>(procedure);
}
constexpr std::uint8_t place_of_site(std::uint32_t site) {
  return static_cast<std::uint8_t>((site - hidden_site - 0x1000000) >> 9);
}

// no_slot: there is none.
Slot object_at(const State& state, std::uint32_t site);
inline Slot place_with_id(const State& state, std::int64_t id) {
  return id < 1 || id > state.tools ? no_slot : object_at(state, tool_site(static_cast<std::uint32_t>(id)));
}
// Is a tool there? Not where nobody has registered the name, nor (a question) at a place of a name that is listed before.
bool is_in_the_stack(Law& law, Slot place);
bool has_begun(const State& state); // the init functions are done
void begin(State& state);

// The callback that this frame runs is a tool's, whose place that is; no_place: it is none of a tool's.
std::uint8_t place_that_runs(const State& state, std::size_t frame);

// Of a call that enters the stack below a place: what a tool has registered for it. no_slot: MPI is next.
Slot next_function(Law& law, const CallFrame& call);

// A call that a tool has passed on returns to it: the call for which the tool was called gives the same.
void hand_up(State& state, std::size_t call);

} // namespace moot
