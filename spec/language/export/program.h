// What an export to a typed language has to know of a case: the type of each variable, and in which roles its callbacks
// are called. Internal to export_c and export_fortran.
#pragma once

#include "model/vocabulary/program.h"
#include "spec/language/export/export.h"

#include <set>
#include <string>
#include <vector>

namespace moot {

// What a variable or an expression holds. In a case variables have no type; an export needs one for each.
struct ExportType {
  enum class Is : std::uint8_t {
    unknown, // written nowhere that tells
    number,  // an integer, an address, or null
    error,   // an error class
    handle,  // of `kind`; Kind::none: of several (`handle` in a callback of Ticket 304)
  };
  Is is = Is::unknown;
  Kind kind = Kind::none;
  bool operator==(const ExportType&) const = default;
};

struct ExportedVariable {
  ExportType type;
  bool observed = false;
  bool maybe_null = false; // a get whose flag was false, or `null`
  // Whether it is absent, null or written (numbers), or how it shows (handles), stands in a variable of its own: because it
  // is observed, or because that decides what the case does.
  bool tracked = false;
  bool surely_written = false; // where main reads it
};

inline constexpr int empty_definition = -1; // a function that was not given: of the program, and does nothing

// A callback in one of its roles, which is one function of the exported file.
struct ExportedFunction {
  int definition = empty_definition; // index into Program::callbacks
  Callback role = Callback::copy;
  // what its keyval is for; of keys: the kind that all values are set on, if it is one; of generalized requests: none
  Kind kind = Kind::none;
  Style style = Style::pointer;
  bool operator==(const ExportedFunction&) const = default;
};

struct ExportedProgram {
  const Program& program;
  std::vector<ExportedVariable> variables;
  std::vector<ExportedFunction> functions; // in the order of the callbacks; empty ones last
  std::set<Kind> shown_kinds;              // of tracked variables: their objects need names
  bool uses(Area area) const;
};

// Throws ExportError where a variable holds things of different types.
ExportedProgram exported(const Program& program);

// Of an expression in main (nullptr) or in a function.
ExportType type_of(const ExportedProgram& exported, const Expression& expression, const ExportedFunction* in);

// The function for a parameter `copy:`, `delete:`, ... of a call; `given` is a callback or not given.
ExportedFunction function_of(const Statement& call, std::size_t parameter, Kind kind_of_keys);
// Its place in ExportedProgram::functions.
std::size_t index_of_function(const ExportedProgram& exported, const Statement& call, std::size_t parameter);

// Does this call make a keyval or a key, or a generalized request?
bool makes_key(Procedure procedure);

// "line 12: ..."
[[noreturn]] void refuse(SourcePosition position, const std::string& what);

// The variable that is all of an expression, or no_variable.
std::int64_t only_variable(const Expression& expression);
bool is_null_value(const Expression& expression);

// Every call of the case, wherever it stands.
template <typename Use> void for_each_call(const Program& program, const Use& use) {
  const auto in = [&](const Block& block) {
    for (const auto& statement : block)
      if (statement.type == Statement::Type::call) use(statement);
  };
  for (const auto& callback : program.callbacks) in(callback.body);
  in(program.main);
}

// The handles that it names.
std::set<Constant> constants_of(const Program& program);
// Those, and the predefined communicators: a library may hand over another one than was meant.
std::set<Constant> constants_shown(const Program& program);

} // namespace moot
