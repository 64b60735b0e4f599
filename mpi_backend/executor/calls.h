// Calls of the real MPI library, one function for each procedure of spec/procedures.toml, of which the build makes them.
#pragma once

#include "model/vocabulary/program.h"
#include "mpix.h"

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace moot::executor {

// What a variable for an OUT handle holds before the call, to see whether the call sets it: no library has such a handle.
inline constexpr int unset_number = 0x2badbad0;
inline constexpr MPIX_Handle unset_handle = unset_number;
template <typename Native> Native unset() {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<Native>(std::intptr_t{unset_number}); // NOLINT(performance-no-int-to-ptr)
  else
    return unset_number;
}

// A function that the program passes for `copy:`, `free:`, `destroy:` or `delete:`: one of its callbacks, by number
// (trampolines.h), or one of those below.
inline constexpr int no_function = -1; // a null pointer
constexpr int function_of(Predefined function) { return -2 - static_cast<int>(function); }
constexpr bool is_predefined(int function) { return function <= -2; }
constexpr Predefined predefined_of(int function) { return static_cast<Predefined>(-2 - function); }

// One call. By number of the parameter in the signature: what the program passes. Functions that write to their argument
// (MPI_Comm_free, MPI_Wait) leave it here.
struct NativeCall {
  Procedure procedure = Procedure::finalize;
  Language language = Language::c;
  std::array<MPIX_Handle, most_parameters> handles{}; // a keyval is its integer
  std::array<std::int64_t, most_parameters> numbers{};
  std::array<int, most_parameters> functions{};
  int handle_type = 0; // MPIX_Value_*
  // MPI_Wait and its relatives: the variables that MPI sets, as many as the signature has, while the call is in progress
  const MPI_Request* request_place = nullptr;
  bool reuses_variable = false; // Fortran passes extra_state in a variable that it sets to 0 after the call

  int error = MPI_SUCCESS;
  MPIX_Handle made = 0;     // the OUT handle
  MPIX_Handle request = 0;  // the second one: of MPI_Comm_idup; of MPI_Improbe, a message
  std::optional<int> index; // a second OUT that is none: of MPI_Testany; nothing: MPI_UNDEFINED
  std::int64_t result = 0;  // the OUT integer or attribute
  bool flag = true;         // MPIX_Value_get, MPI_Comm_get_attr

  // Of a call in C that a tool may pass on. `take`: what MPI has written so far goes to this; null: there is nothing. `put`: MPI gets the handles that are
  // here now, where it may set them; null: there are none.
  void (*take)(const void* taking) = nullptr;
  void (*put)(const void* taking) = nullptr;
  const void* taking = nullptr;
};

// While a call is made. What MPI has written is taken a last time when the call has returned.
struct PutsNothing {};
template <typename Take, typename Put = PutsNothing> class Taking {
public:
  explicit Taking(NativeCall& call, Take take, Put put = {}) : take_(take), put_(put) {
    call.taking = this;
    call.take = [](const void* taking) { static_cast<const Taking*>(taking)->take_(); };
    if constexpr (!std::is_same_v<Put, PutsNothing>)
      call.put = [](const void* taking) { static_cast<const Taking*>(taking)->put_(); };
  }
  ~Taking() { take_(); }
  Taking(const Taking&) = delete;
  Taking& operator=(const Taking&) = delete;

private:
  Take take_;
  Put put_;
};

using Caller = void (*)(NativeCall&);

// Of the procedures of each area (generated/calls_*.cpp); null: it is not among them, or the library lacks it.
Caller common_call(Procedure procedure);
Caller ticket304_call(Procedure procedure);
Caller attributes_call(Procedure procedure);
Caller common_call_in_fortran(Procedure procedure, Language language);
Caller ticket304_call_in_fortran(Procedure procedure, Language language);
Caller attributes_call_in_fortran(Procedure procedure, Language language);

// Reserves the buffers of messages; once, before the first call.
void reserve_buffers();
void* send_buffer();
void* receive_buffer();
// Messages go to the process itself.
int self_in(MPI_Comm comm);
int processes_in(MPI_Comm comm);
std::vector<int> shape_of(MPI_Comm comm); // for MPI_Cart_create: all of its processes in a row,
std::vector<int> edges_of(MPI_Comm comm); //   for MPI_Graph_create: none of any process

// What MPI_Op_create and MPI_Comm_create_errhandler are given: they do nothing.
void an_operation(void* in, void* inout, int* length, MPI_Datatype* datatype);
void a_handler(MPI_Comm* comm, int* error, ...);

// Windows are of so many bytes, with a displacement unit of 1; the base that MPI_Win_allocate gave.
inline constexpr MPI_Aint window_size = 8;
// Arrays of two, as short ones are passed.
inline constexpr std::array<int, 2> ones{1, 1};
inline constexpr std::array<int, 2> zeros{0, 0};
inline constexpr std::array<MPI_Aint, 2> offsets{0, 0};

// What MPI_Comm_compare says, as cases have it: 0 for MPI_IDENT, 1 for MPI_CONGRUENT, 2 for MPI_SIMILAR, 3 for MPI_UNEQUAL.
int comparison(int result);

void* window_memory(); // of so many bytes, for MPI_Win_create
// (Of a new one, which returns errors from now on.)
void note_base(MPIX_Handle window, void* base);
void* base_of(MPIX_Handle window);

} // namespace moot::executor
