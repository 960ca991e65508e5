#include "mpi/environment.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "mpi/check.h"

#ifdef __SANITIZE_ADDRESS__
// Keeps the MPI library's plug-ins loaded, so that LeakSanitizer can name the source of their leaks
// (tests/support/leaks.txt).
extern "C" int dlclose(void*) { return 0; }
#endif

namespace febem::mpi {

Environment::Environment(int* argc, char*** argv) { check(MPI_Init(argc, argv), "MPI_Init"); }

Environment::~Environment() { MPI_Finalize(); }

Launched launched() {
  // Open MPI; MPICH, Intel MPI and others with Hydra, or Slurm by PMI2; Slurm otherwise, under which those also start.
  for (const auto& [rank, ranks] : {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, std::pair{"PMI_RANK", "PMI_SIZE"},
                                    std::pair{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}})
    if (const char *r = std::getenv(rank), *p = std::getenv(ranks); r != nullptr && p != nullptr) return {std::atoi(r), std::atoi(p)};
  return {};
}

std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  std::string version(text);
  std::replace(version.begin(), version.end(), '\t', ' ');  // MPICH has one after "Version:"
  return version.substr(0, version.find_first_of("\r\n"));
}

double wall_time() { return MPI_Wtime(); }

double clock_resolution() { return MPI_Wtick(); }

void abort_all(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace febem::mpi
