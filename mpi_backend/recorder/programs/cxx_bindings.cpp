// MPI's C++ bindings, which MPICH still has: what they give to C are functions of C++.
#undef MPICH_SKIP_MPICXX // (which the other programs want)
#include <mpi.h>

static int remove_value(MPI::Comm& comm, int, void*, void*) {
  int flag = 0;
  return comm.Is_inter() || MPI_Initialized(&flag) != MPI_SUCCESS ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI::Init(argc, argv);
  int keyval = MPI::Comm::Create_keyval(MPI::Comm::NULL_COPY_FN, remove_value, nullptr);
  int value = 5;
  MPI::Intracomm comm = MPI::COMM_SELF.Dup();
  comm.Set_attr(keyval, &value);
  comm.Delete_attr(keyval);
  comm.Set_attr(keyval, &value);
  comm.Free();
  MPI::Comm::Free_keyval(keyval);
  MPI::Finalize();
}
