// Attributes of MPI as Fortran programs use them: calls made by compiled Fortran, callbacks that are compiled Fortran.
//
// There is one Fortran module for each interface below (attributes.f90.in), compiled with the backend's own mpif.h or
// modules. Everything between it and C++ is bind(C): no name of a Fortran symbol is guessed, and what the library's
// Fortran side does to values and handles is done by the library.
#pragma once

#include "generated/fortran_calls.h"

#include <cstdint>
#include <mpi.h>

namespace moot::executor::fortran {

enum class Binding : std::uint8_t { mpif, use_mpi, mpi_f08 };        // include 'mpif.h', use mpi, use mpi_f08
enum class Holder : std::uint8_t { communicator, datatype, window }; // what a keyval is for
enum class Style : std::uint8_t { address, integer };                // MPI-2's attributes, MPI-1's
inline constexpr int interfaces = 11;                                // how many there are

// Attributes, extra_state and attribute_val are INTEGER(KIND=MPI_ADDRESS_KIND) in the style `address`. The style
// `integer` is MPI_KEYVAL_CREATE, MPI_ATTR_PUT and so on with INTEGER values: of communicators, and not in mpi_f08.
struct Interface {
  Binding binding = Binding::mpif;
  Holder holder = Holder::communicator;
  Style style = Style::address;
  bool operator==(const Interface&) const = default;
};
bool exists(Interface interface);

// Own builds of libraries (own.cmake) may come without: then there is nothing behind the functions below, and no program may need them.
bool is_there();

// ---- Calls ----

// The functions that create_keyval takes, by number: 0 to most_callbacks - 1 are compiled Fortran subroutines that tell
// the receiver; the others are MPI's own for that interface, such as MPI_TYPE_NULL_COPY_FN or MPI_DUP_FN.
inline constexpr int most_callbacks = 17;
inline constexpr int null_copy_fn = -1;
inline constexpr int dup_fn = -2;
inline constexpr int null_delete_fn = -1;

// One interface's procedures: Fortran functions that call MPI and return IERROR. Of values and extra states the style
// `integer` passes the low 32 bits, and get_attr extends their sign.
//
// What an argument that MPI writes to holds before the call, Fortran's variable holds before the call: handles and
// keyvals, and also `value` and `flag` of get_attr.
struct Calls {
  // Fortran passes extra_state in a variable, which it sets to extra_state_later as soon as MPI has returned: programs
  // use variables again. It must make no difference, but with MPICH it does: callbacks get what the variable holds when
  // they run. A program whose variable keeps its value passes the same twice. (The variable is never freed.)
  int (*create_keyval)(int copy, int del, std::int64_t extra_state, std::int64_t extra_state_later, MPI_Fint* keyval);
  int (*free_keyval)(MPI_Fint* keyval);
  int (*set_attr)(MPI_Fint handle, MPI_Fint keyval, std::int64_t value);
  int (*get_attr)(MPI_Fint handle, MPI_Fint keyval, std::int64_t* value, bool* flag);
  int (*delete_attr)(MPI_Fint handle, MPI_Fint keyval);
};

// The other calls of a binding, in the same way.
const ObjectCalls& object_calls(Binding binding);

// Of an interface that exists. May be called from every thread, and so may the procedures, as far as MPI allows it.
const Calls& calls(Interface interface);

// Fortran's number of a predefined keyval that is this one in C: MPI_TAG_UB, MPI_WIN_BASE, ... may differ. Any other number: itself.
MPI_Fint predefined_keyval(int in_c);

// ---- Callbacks ----

// A callback as compiled Fortran receives it. INTEGER values come with their sign extended.
struct Invocation {
  Interface interface; // which keyval's procedure this is; not the one of the call that causes it
  bool copy = false;   // or delete
  int number = 0;
  MPI_Fint handle = 0; // copy: the old one. Open MPI 4.1 passes garbage to delete functions
  MPI_Fint keyval = 0;
  std::int64_t extra_state = 0;
  std::int64_t value = 0;
  std::int64_t* value_out = nullptr; // copy. It becomes ATTRIBUTE_VAL_OUT if the flag is true; INTEGER takes 32 bits
  bool* flag = nullptr;              // copy. False if not written
};

// Returns IERROR. It may be called on every thread that calls MPI, and it may call MPI. It must not throw.
using Receiver = int (*)(const Invocation& invocation);

// Who gets the callbacks from now on. Without one (null) callbacks return MPI_SUCCESS, and copies a flag that is false.
void receive(Receiver receiver);

} // namespace moot::executor::fortran
