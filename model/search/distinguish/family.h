// The programs that a search tries: what they begin with, and which calls they may make.
#pragma once

#include "model/search/distinguish/action.h"

namespace moot {

class Family {
public:
  virtual ~Family() = default;

  virtual Areas areas() const = 0;
  // The state before the first call.
  virtual State start() const = 0;
  // Its callbacks are numbered (Frame::block), from 0 on: so many.
  virtual std::size_t functions() const = 0;

  // What the code on top of the stack may do next, whichever of the states it is in. In all of them the program is at the same place,
  // and holds the same handles; what became of freed objects may differ.
  virtual std::vector<Action> actions(const std::vector<State>& under_a, const std::vector<State>& under_b) const = 0;
  // May the code do again what it did before?
  virtual bool may_repeat(const Action& action, const std::vector<State>& under_a,
                          const std::vector<State>& under_b) const = 0;
  // The functions that are new with this call, whatever those of their numbers did before.
  virtual std::vector<std::int32_t> makes(const Action& action) const = 0;
  virtual NewCall call(const State& state, const Action& action) const = 0;
};

// Keys, their values, communicators and messages.
const Family& ticket304_family();

// Tools, as these are listed: "a" and "b", by their numbers 0 and 1. (tools_family.cpp)
using ToolsListed = std::vector<std::int32_t>;
std::unique_ptr<const Family> tools_family(const ToolsListed& listed);

// What the functions of such programs are for.
struct ToolFunction {
  enum class Type : std::uint8_t { init, interception, late_interception };
  Type type = Type::init;
  std::int32_t init =
      0; // which: `a`'s first and second registration, and `b`'s; of an interception: the one that registers it
  Procedure procedure = Procedure::initialized; // interception: of calls of this one
};
ToolFunction tool_function(std::int32_t number);
inline constexpr std::int32_t tool_inits = 3;

} // namespace moot
