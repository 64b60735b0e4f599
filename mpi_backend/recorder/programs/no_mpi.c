/* No MPI at all. It leaves the file that LEAVES names: it has run. */
#include <fcntl.h>
#include <stdlib.h>

int main(void) {
  const char* file = getenv("LEAVES");
  return file && open(file, O_CREAT | O_WRONLY, 0666) < 0 ? 1 : 6;
}
