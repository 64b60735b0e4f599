// A call that a Fortran program makes: its arguments, and the library's own function, which the layer's stands in front of.
//
// Fortran passes addresses. IERROR is the last argument; the lengths of CHARACTER arguments, as wide as addresses, come after it.
#pragma once

#include "mpi_backend/layer/fortran_handles.h"

#include <cstddef>
#include <span>
#include <utility>

namespace moot::layer {

class FortranCall {
public:
  // `symbol`: "mpi_comm_dup_". Ends the process if no library but the layer has it.
  static void* next_function(const char* symbol);

  // `function` takes as many arguments as there are, the last `lengths` of which are lengths.
  template <std::size_t count>
  FortranCall(void* function, void* (&arguments)[count], std::size_t lengths)
      : function_(function), arguments_(arguments), invoke_(invoke<count>), ierror_(count - 1 - lengths),
        given_ierror_(static_cast<MPI_Fint*>(arguments[ierror_])) {
    arguments[ierror_] = &error_;
  }

  // MPI's own work. Returns IERROR.
  int native();

  // The call is done. (In mpi_f08 IERROR may be left out.)
  void end(int error) const {
    if (given_ierror_ != nullptr) *given_ierror_ = error;
  }

  template <class Number> Number& number(std::size_t i) const { return *static_cast<Number*>(arguments_[i]); }
  MPI_Fint& integer(std::size_t i) const { return number<MPI_Fint>(i); }
  template <Kind kind> typename InC<kind>::Handle handle(std::size_t i) const {
    return from_handle<typename InC<kind>::Handle>(from_fortran(kind, integer(i)));
  }
  // What MPI writes to this argument goes here instead. Returns what the program passed.
  MPI_Fint* redirect(std::size_t i, MPI_Fint& to) const {
    return static_cast<MPI_Fint*>(std::exchange(arguments_[i], &to));
  }

private:
  template <std::size_t> using Address = void*;
  template <std::size_t... i> static void pass(void* function, void* const* arguments, std::index_sequence<i...>) {
    reinterpret_cast<void (*)(Address<i>...)>(function)(arguments[i]...);
  }
  template <std::size_t count> static void invoke(void* function, void* const* arguments) {
    pass(function, arguments, std::make_index_sequence<count>());
  }

  void* function_;
  std::span<void*> arguments_;
  void (*invoke_)(void* function, void* const* arguments);
  std::size_t ierror_;
  MPI_Fint* given_ierror_;
  MPI_Fint error_ = MPI_SUCCESS;
};

} // namespace moot::layer
