#include "mpi/environment.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "core/digest.h"
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
  // Open MPI; MPICH, Intel MPI and others with Hydra, or Slurm by PMI2; Slurm otherwise, under
  // which those also start.
  for (const auto& [rank, ranks] : {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
           std::pair{"PMI_RANK", "PMI_SIZE"}, std::pair{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}})
    if (const char* r = std::getenv(rank), *p = std::getenv(ranks); r != nullptr && p != nullptr)
      return {std::atoi(r), std::atoi(p)};
  return {};
}

int first_that_differs(std::string_view text) {
  int size = 1;
  check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  const std::string own = core::digest(std::as_bytes(std::span(text)));
  const int length = static_cast<int>(own.size());
  std::string all(own.size() * static_cast<std::size_t>(size), ' ');
  check(MPI_Allgather(own.data(), length, MPI_CHAR, all.data(), length, MPI_CHAR, MPI_COMM_WORLD),
      "MPI_Allgather");
  for (int rank = 1; rank < size; ++rank)
    if (all.compare(own.size() * static_cast<std::size_t>(rank), own.size(), all, 0, own.size()) !=
        0)
      return rank;
  return 0;
}

std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  std::string version(text);
  std::replace(version.begin(), version.end(), '\t', ' ');  // MPICH has one after "Version:"
  return version.substr(0, version.find_first_of("\r\n"));
}

bool is_simulated() {
  const auto version = library_version();
  return version.find("SMPI") != std::string::npos || version.find("SimGrid") != std::string::npos;
}

std::string persistent_unsupported_reason() {
  // SMPI 3.32: a started MPI_Send_init of a short message never completes.
  return is_simulated() ? "persistent sends hang in SimGrid SMPI" : "";
}

std::string partitioned_unsupported_reason() {
#ifdef FEBEM_HAVE_PARTITIONED
  return "";
#else
  return "this MPI library has no partitioned communication (MPI_Psend_init, MPI 4.0)";
#endif
}

double wall_time() { return MPI_Wtime(); }

double clock_resolution() { return MPI_Wtick(); }

void abort_all(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace febem::mpi
