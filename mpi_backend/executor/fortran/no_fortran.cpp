// In place of compiled Fortran, where a library comes without.
#include "mpi_backend/executor/fortran/keys.h"

#include <cstdlib>

namespace moot::executor::fortran {

bool is_there() { return false; }
bool exists(Interface) { return false; }
const Calls& calls(Interface) { std::abort(); } // require_runnable refuses the program
const ObjectCalls& object_calls(Binding) { std::abort(); }
MPI_Fint predefined_keyval(int in_c) { return in_c; }
void receive(Receiver) {}
const KeyCalls& key_calls(Binding) { std::abort(); }
void receive_keys(KeyReceiver) {}

} // namespace moot::executor::fortran
