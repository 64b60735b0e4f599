/* Writes a dataset together, through parallel HDF5: a library that hangs its own shutdown on an attribute of MPI_COMM_SELF, and
 * duplicates the communicator and the info object that it is given. */
#include <hdf5.h>
#include <stdio.h>

#define CHECK(what)                                                                                                    \
  if ((what) < 0) MPI_Abort(MPI_COMM_WORLD, __LINE__)

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "record-hdf5.h5";
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  CHECK(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL));
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  CHECK(file);
  hsize_t dims[2] = {4 * (hsize_t)size, 8};
  hid_t space = H5Screate_simple(2, dims, NULL);
  hid_t set = H5Dcreate2(file, "values", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(set);
  hsize_t start[2] = {4 * (hsize_t)rank, 0}, count[2] = {4, 8};
  hid_t memory = H5Screate_simple(2, count, NULL);
  CHECK(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  hid_t transfer = H5Pcreate(H5P_DATASET_XFER);
  CHECK(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE));
  int values[32];
  for (int i = 0; i < 32; ++i) values[i] = 100 * rank + i;
  CHECK(H5Dwrite(set, H5T_NATIVE_INT, memory, space, transfer, values));
  CHECK(H5Pclose(transfer));
  CHECK(H5Sclose(memory));
  CHECK(H5Sclose(space));
  CHECK(H5Dclose(set));
  CHECK(H5Fclose(file));
  CHECK(H5Pclose(access));
  MPI_Finalize();
  return 0;
}
