// A case: a small program of MPI calls and callbacks, and what it observes. docs/case-language.md has the language.
#pragma once

#include <moot/law.h>

#include <cstdint>

namespace moot::v1 {

// What a variable or an argument shows.
struct Value {
  enum class Type {
    null,    // a get whose flag was false
    integer, // number
    word, // word: a handle (the variable that first received the object; in events its name, "c1"), or a name of MPI's
  };
  Type type = Type::null;
  std::int64_t number = 0;
  std::string word;
  auto operator<=>(const Value&) const = default;

  static Value of(std::int64_t number) { return {Type::integer, number, {}}; }
  static Value of(std::string word) { return {Type::word, 0, std::move(word)}; }
};
std::string to_text(const Value& value); // "4", "null", "MPI_COMM_NULL"

// What a run has left in the observed variables, in the order of Program::observed; nullopt: the variable was never written.
using Observed = std::vector<std::optional<Value>>;

// A copy is cheap: copies share the program, which never changes.
class Program {
public:
  // Parses the text of a case; `file` only names it in errors. Takes time linear in the text, whatever that is. Throws Error, whose
  // what() shows the line and marks the place.
  static Program parse(std::string_view text, const std::string& file = "case");

  // The same of a file. Throws Error also if it can't be read.
  static Program from_file(const std::filesystem::path& file);

  // The text of the case in canonical layout: it parses to an equal program.
  std::string print() const;

  const std::string& title() const noexcept;

  // The names of the observed variables, in the order of `observe`.
  std::vector<std::string> observed() const;

  // "seen_a = 1, seen_b = null", without the variables that were never written; "(nothing observed)" if that leaves none. Throws
  // Error unless `values` has one for each observed variable.
  std::string to_text(const Observed& values) const;

  // Does it use today's attributes (keyvals), or Ticket 304's (keys)? A reading that is about the other ones leaves its questions
  // open: mpi-3.1 is for the former, ticket304 for the latter.
  bool uses_keyvals() const noexcept;
  bool uses_keys() const noexcept;

  // The same program as process `rank` of `size` runs it, each for itself: what `rank` and `size` are in the case. A case is read
  // as that of a process alone. Throws Error unless 0 <= rank < size.
  Program run_by(int rank, int size) const;

  bool operator==(const Program& other) const;

  class Impl;

private:
  explicit Program(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_; // never null, unless moved from
  friend struct Inside;
};

} // namespace moot::v1
