// The law's kinds of object, signatures and questions as the generator reads them: spec/kinds.toml, spec/procedures.toml, spec/questions.toml.
// The heads of these files say what may stand there.
//
// The generator runs before anything else is built, so it knows none of model/: words become C++ and Fortran as they stand.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace moot::generate {

// What is wrong with the data: "spec/procedures.toml:12: MPI_Comm_split: ...", one line.
class DataError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A kind of object. What is empty, it has not.
struct Kind {
  std::string enumerator; // "communicator"
  std::string name;       // "communicator", in cases and traces
  char letter = '?';
  std::string word;        // "comm"
  std::string type;        // "MPI_Comm"
  std::string handle_type; // "MPIX_HANDLE_COMM"
  std::string null;        // "MPI_COMM_NULL"
  std::string c2f;         // "MPI_Comm_c2f"
  std::string ends;        // "MPI_Comm_free"
  int since = 0;           // 0: as long as there is MPI-3

  bool is_native() const { return type.starts_with("MPI_"); } // its handles are MPI's
};

// What an argument may be.
struct Type {
  std::string word;      // "communicator", in the data
  std::string parameter; // "handle", of Parameter::Type
  std::string kind;      // "communicator", of Kind; "none"
  std::string c;         // "MPI_Comm"; mpi_f08 has a type of that name. "": it has no one type
  std::string argument;  // "comm_of", mpi_backend/executor/arguments.h
  bool given = true;     // by a case,
  bool got = false;      // or to it

  bool is(std::string_view other) const { return word == other; }
  // A handle of which MPI makes and frees objects, in C and Fortran.
  bool is_object() const { return parameter == "handle" && !c.empty(); }
};
// Those of handles, by kind, and the others.
std::vector<Type> types_with(const std::vector<Kind>& kinds);

struct Argument {
  const Type* type = nullptr;
  std::string name;
  bool named = false; // may be left out
  bool inout = false;
};

// An argument as C and Fortran pass it.
struct Passed {
  enum class Is { in, out, constant, text, place };
  Is is = Is::constant;
  std::size_t index = 0; // of `in` or `out`
  std::string text;      // "MPI_INFO_NULL", "/dev/null", "base"; the name of an argument
  std::size_t count = 0; // of arguments of `in` that go as an array, from `index` on; 0: no array
  bool is_place(std::string_view name) const { return is == Is::place && text == name; }
};

struct Procedure {
  std::string name;       // "MPI_Comm_split"
  std::string enumerator; // "comm_split"
  std::vector<Argument> in, out;
  std::vector<Passed> call;
  std::string area = "common";
  std::string bindings = "all"; // of enum class Bindings
  std::string of = "none";
  std::string by_hand;
  int since = 0; // 0: as long as there is MPI-3
  bool duplicates = false;
  bool collective = false;
  bool returns = false;
  bool runs = true; // executors call it

  // Does the generator make its call in Fortran?
  bool in_fortran() const { return bindings != "c" && by_hand.empty() && runs; }
  // The first argument of that type, if there is one.
  std::optional<std::size_t> first(std::string_view type) const;
  bool passes(std::string_view place) const;
};

struct Answer {
  std::string id, says;
  std::string enumerator;
};

struct Question {
  std::string id;         // "other-key-in-free"
  std::string enumerator; // "other_key_in_free"
  std::string type;       // "OtherKeyInFree"
  std::string area, asks, due;
  std::vector<Answer> answers;
};

// In the order of the file, whose name is for what DataError says.
std::vector<Kind> parse_kinds(std::string_view toml, const std::string& file);
// Arguments refer to `types`, which must outlive them.
std::vector<Procedure> parse_procedures(std::string_view toml, const std::string& file, const std::vector<Type>& types);
std::vector<Question> parse_questions(std::string_view toml, const std::string& file);

// Of a call in a case: "MPI_Comm_split(comm, color, key) -> newcomm".
std::string as_in_a_case(const Procedure& procedure);

} // namespace moot::generate
