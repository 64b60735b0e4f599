/* What a program can see of being recorded: prints its arguments, what it reads, its files and what is loaded first. "before": asks MPI
 * before MPI_Init, and never calls it. "closes": closes what it has not opened, and writes a file of its own. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void close_traces(const char* own) {
  for (int i = 3; i < 1024; ++i) {
    char path[64], target[256];
    snprintf(path, sizeof path, "/proc/self/fd/%d", i);
    const ssize_t got = readlink(path, target, sizeof target - 1);
    target[got < 0 ? 0 : got] = 0;
    if (strstr(target, ".moot")) close(i);
  }
  const int file = open(own, O_RDWR | O_CREAT, 0666); /* the lowest number that is free */
  if (write(file, "mine\n", 5) != 5) exit(3);
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "";
  int flag, length;
  char version[MPI_MAX_LIBRARY_VERSION_STRING], line[100];
  if (!strcmp(way, "never")) return 6;
  MPI_Initialized(&flag);
  MPI_Get_library_version(version, &length);
  MPI_Finalized(&flag);
  if (!strcmp(way, "before")) return flag ? 3 : 6;
  MPI_Init(&argc, &argv);
  const int before = open("/dev/null", O_RDONLY);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  const int after = open("/dev/null", O_RDONLY);
  printf("arguments %d, descriptors %d\n", argc, after - before);
  if (fgets(line, sizeof line, stdin)) printf("read %s", line);
  fprintf(stderr, "to standard error\n");
  printf("LD_PRELOAD %s\n", getenv("LD_PRELOAD"));
  if (!strcmp(way, "closes")) close_traces(argv[2]);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
