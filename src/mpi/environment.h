// The lifetime of MPI in this process.
#pragma once

#include <string>
#include <string_view>

namespace febem::mpi {

/// MPI_Init on construction, MPI_Finalize on destruction. Collective over all processes. One per process.
class Environment {
 public:
  Environment(int* argc, char*** argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

/// What the launcher that started this process says of it in the environment, whichever library's it is.
struct Launched {
  int rank = 0;
  int ranks = 1;  ///< 1 also without a launcher
};
Launched launched();

/// The lowest rank whose text is not that of rank 0; 0 if all have the same. Collective over all processes.
int first_that_differs(std::string_view text);

/// First line of MPI_Get_library_version, e.g. "Open MPI v4.1.4, ...".
std::string library_version();

/// Seconds of the only clock the program uses, MPI_Wtime: simulated under a simulator, real elsewhere.
double wall_time();
/// Seconds between two successive ticks of it (MPI_Wtick).
double clock_resolution();

/// Ends every process of the run with `status` (MPI_Abort on MPI_COMM_WORLD). Does not return.
[[noreturn]] void abort_all(int status);

}  // namespace febem::mpi
