#include "mpi_backend/executor/fortran/fortran.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>

namespace moot::executor::fortran {

static_assert(most_callbacks == MOOT_FORTRAN_CALLBACKS, "CMakeLists.txt makes as many subroutines");
static_assert(std::is_same_v<MPI_Fint, int>, "crossing.f90 takes INTEGER and C's int to be the same");
static_assert(sizeof(MPI_Aint) == sizeof(std::int64_t), "and INTEGER(KIND=MPI_ADDRESS_KIND) and int64_t");

// Type c_interface of crossing.f90.
struct Origin {
  int binding;
  int holder;
  int style;

  operator Interface() const {
    return {static_cast<Binding>(binding), static_cast<Holder>(holder), static_cast<Style>(style)};
  }
};

namespace {

Receiver receiver = nullptr;

int tell(const Invocation& invocation) { return receiver == nullptr ? MPI_SUCCESS : receiver(invocation); }

struct Module {
  Interface interface;
  void (*get)(Calls*);
  Calls calls{};
};

} // namespace

// What Fortran calls, and what it exports.
extern "C" {
int moot_fortran_copy(const Origin* origin, int number, MPI_Fint handle, MPI_Fint keyval, std::int64_t extra_state,
                      std::int64_t value, std::int64_t* value_out, bool* flag) {
  *value_out = 0;
  *flag = false;
  return tell({*origin, true, number, handle, keyval, extra_state, value, value_out, flag});
}

int moot_fortran_delete(const Origin* origin, int number, MPI_Fint handle, MPI_Fint keyval, std::int64_t extra_state,
                        std::int64_t value) {
  return tell({*origin, false, number, handle, keyval, extra_state, value});
}

void moot_fortran_assign(void* variable, int bits, std::int64_t value) {
  if (bits == 32)
    *static_cast<std::int32_t*>(variable) = static_cast<std::int32_t>(value);
  else
    *static_cast<std::int64_t*>(variable) = value;
}

MPI_Fint moot_fortran_predefined(int index); // predefined.f90
void moot_calls_mpif_communicator_address(Calls* calls);
void moot_calls_mpif_communicator_integer(Calls* calls);
void moot_calls_mpif_datatype_address(Calls* calls);
void moot_calls_mpif_window_address(Calls* calls);
void moot_calls_use_mpi_communicator_address(Calls* calls);
void moot_calls_use_mpi_communicator_integer(Calls* calls);
void moot_calls_use_mpi_datatype_address(Calls* calls);
void moot_calls_use_mpi_window_address(Calls* calls);
void moot_calls_mpi_f08_communicator_address(Calls* calls);
void moot_calls_mpi_f08_datatype_address(Calls* calls);
void moot_calls_mpi_f08_window_address(Calls* calls);
void moot_object_calls_mpif(ObjectCalls* calls);
void moot_object_calls_use_mpi(ObjectCalls* calls);
void moot_object_calls_mpi_f08(ObjectCalls* calls);
}

namespace {

std::array<Module, interfaces> ask_modules() {
  using enum Binding;
  using enum Holder;
  using enum Style;
  std::array<Module, interfaces> modules{{
      {{mpif, communicator, address}, moot_calls_mpif_communicator_address},
      {{mpif, communicator, integer}, moot_calls_mpif_communicator_integer},
      {{mpif, datatype, address}, moot_calls_mpif_datatype_address},
      {{mpif, window, address}, moot_calls_mpif_window_address},
      {{use_mpi, communicator, address}, moot_calls_use_mpi_communicator_address},
      {{use_mpi, communicator, integer}, moot_calls_use_mpi_communicator_integer},
      {{use_mpi, datatype, address}, moot_calls_use_mpi_datatype_address},
      {{use_mpi, window, address}, moot_calls_use_mpi_window_address},
      {{mpi_f08, communicator, address}, moot_calls_mpi_f08_communicator_address},
      {{mpi_f08, datatype, address}, moot_calls_mpi_f08_datatype_address},
      {{mpi_f08, window, address}, moot_calls_mpi_f08_window_address},
  }};
  for (Module& module : modules) module.get(&module.calls);
  return modules;
}

} // namespace

bool is_there() { return true; }

bool exists(Interface interface) {
  return interface.style == Style::address ||
         (interface.holder == Holder::communicator && interface.binding != Binding::mpi_f08);
}

const Calls& calls(Interface interface) {
  static const std::array<Module, interfaces> modules = ask_modules();
  const auto* const found = std::ranges::find(modules, interface, &Module::interface);
  if (found == modules.end()) throw std::logic_error("there is no such Fortran interface");
  return found->calls;
}

const ObjectCalls& object_calls(Binding binding) {
  static const auto all = [] {
    std::array<ObjectCalls, 3> calls{}; // by Binding
    moot_object_calls_mpif(calls.data());
    moot_object_calls_use_mpi(&calls[1]);
    moot_object_calls_mpi_f08(&calls[2]);
    return calls;
  }();
  return all.at(static_cast<std::size_t>(binding));
}

void receive(Receiver receiver_now) { receiver = receiver_now; }

MPI_Fint predefined_keyval(int in_c) {
  constexpr std::array keyvals{
      MPI_TAG_UB,       MPI_HOST,     MPI_IO,       MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE,     MPI_APPNUM,
      MPI_LASTUSEDCODE, MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT,   MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL};
  const auto* found = std::find(keyvals.begin(), keyvals.end(), in_c);
  return found == keyvals.end() ? in_c : moot_fortran_predefined(static_cast<int>(found - keyvals.begin()));
}

} // namespace moot::executor::fortran
