/* A program that brings MPI as Python does: no name of MPI, nor of the stack of tools, is in its global scope.
 *     local_program MPI_LIBRARY TOOLS_LIBRARY */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* const mpi = argc == 3 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  void* const tools = argc == 3 ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (mpi == NULL || tools == NULL) return 3;
  int (*const initialized)(int*) = (int (*)(int*))dlsym(tools, "MPI_Initialized");
  int flag = -1;
  const int code = initialized(&flag);
  printf("%d %d\n", code, flag);
  return 0;
}
