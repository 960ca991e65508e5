// Status 0 if mpi.h and the library that is linked are both of the standard's ABI (MPI 5.0, chapter
// 20). Needs no MPI_Init.
#include <mpi.h>

#include <cstdint>
#include <cstdio>

int main() {
  int version = 0, subversion = 0;
  MPI_Abi_get_version(&version, &subversion);
  std::printf("header: ABI %d.%d, library: ABI %d.%d\n", MPI_ABI_VERSION, MPI_ABI_SUBVERSION,
      version, subversion);
  const bool handles = reinterpret_cast<std::intptr_t>(MPI_COMM_WORLD) ==
                       0x101;  // by the standard's table of constants
  return handles && version == MPI_ABI_VERSION && subversion >= MPI_ABI_SUBVERSION ? 0 : 1;
}
