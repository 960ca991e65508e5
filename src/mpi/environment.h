// MPI in this process: its lifetime, the library, the clock, and what the launcher says about the
// ranks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace febem::mpi {

/// MPI_Init on construction, MPI_Finalize on destruction. Collective over all processes. One per
/// process.
class Environment {
 public:
  Environment(int* argc, char*** argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

/// What the launcher of this process says in the environment. Launchers of several libraries are
/// known.
struct Launched {
  int rank = 0;
  int ranks = 1;  ///< 1 without a launcher
};
Launched launched();

/// The lowest rank whose text differs from that of rank 0; 0 if all texts are equal. Collective
/// over all processes.
int first_that_differs(std::string_view text);

/// A division of the ranks into groups of neighbours of nearly equal size. Neighbours are often on
/// one node.
struct RankGroups {
  int ranks = 1;
  int count = 1;  ///< number of groups: 1 .. ranks

  bool divided() const { return count > 1; }
  /// The group of a rank, from 0.
  int of(int rank) const { return static_cast<int>(static_cast<long long>(rank) * count / ranks); }
  /// The first rank of a group.
  int first(int group) const {
    return static_cast<int>((static_cast<long long>(group) * ranks + count - 1) / count);
  }
  int size(int group) const { return first(group + 1) - first(group); }
};

/// The largest message that is given to MPI in one call, bytes. Counts are int, and some libraries
/// fail near INT_MAX.
inline constexpr std::size_t largest_message = std::size_t{1} << 30;

/// First line of MPI_Get_library_version, e.g. "Open MPI v4.1.4, ...".
std::string library_version();

/// The library's value of each control variable (MPI_T, MPI 3.1) as text, several parts separated
/// by commas; nothing for one that it does not know, or that belongs to an object such as a
/// communicator. Local; once in a process, since MPICH knows none after MPI_T_finalize.
std::vector<std::optional<std::string>> control_variables(const std::vector<std::string>& names);

/// Whether messages and clock are simulated (SimGrid SMPI).
bool is_simulated();

// The features of the library are found at configure time or by its name. The failures are hangs or
// missing symbols, which no call can report.

/// Why persistent operations (MPI_Send_init) cannot be used; empty if they can.
std::string persistent_unsupported_reason();
/// Why partitioned communication (MPI_Psend_init, MPI 4.0) cannot be used; empty if it can.
std::string partitioned_unsupported_reason();

/// Seconds of MPI_Wtime, the only clock of the program. Under a simulator the time is simulated.
double wall_time();
/// Seconds between two ticks of wall_time() (MPI_Wtick).
double clock_resolution();

/// Ends every process of the run with `status` (MPI_Abort on MPI_COMM_WORLD). Does not return.
[[noreturn]] void abort_all(int status);

}  // namespace febem::mpi
