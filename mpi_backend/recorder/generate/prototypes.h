// The functions that an mpi.h declares, and the handles and functions that it has names for: what the recorder's wrappers are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace moot::recorder {

// A parameter as C declares it.
struct Parameter {
  std::string type;     // "MPI_Comm", "int", "char": without const, pointers and arrays
  std::string name;     // "newcomm"; "argument3" where the header has none
  std::string declared; // "const int array_of_blocklengths[]": all of it, with the name
  int pointers = 0;     // stars and []
  bool is_const = false;
  bool is_array = false; // declared with []
};

struct Function {
  std::string returns; // "int"
  std::string name;    // "MPI_Comm_dup"
  std::vector<Parameter> parameters;
  bool is_variadic = false; // `...` is after the parameters
};

// Of the text that the preprocessor makes of a file that includes mpi.h: functions that begin with MPI_ or MPIX_. Inline ones are left out.
std::vector<Function> functions_in(std::string_view preprocessed);

// Of what the preprocessor says with -dM: macros whose text has a cast to one of these types; and those that begin so.
struct CastMacro {
  std::string name; // "MPI_COMM_WORLD"
  std::string type; // "MPI_Comm"
};
std::vector<CastMacro> macros_cast_to(std::string_view macros, const std::vector<std::string>& types);
std::vector<std::string> macros_named(std::string_view macros, std::string_view prefix);

// As Fortran's symbols have names.
std::string in_lower_case(std::string_view name);

} // namespace moot::recorder
