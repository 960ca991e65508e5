// A communicator of our own, and how its ranks wait. It is a duplicate, so that messages of other
// libraries stay apart, and its calls return errors.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>

#include "core/unwinding.h"
#include "mpi/machine.h"

namespace febem::mpi {

/// Move-only owner of a duplicate of a communicator with MPI_ERRORS_RETURN. Construction and
/// destruction are collective over the ranks of the original. An exception that destroys it leaves
/// the duplicate as it is.
class Communicator {
 public:
  /// Duplicates `original`. Collective.
  explicit Communicator(MPI_Comm original);
  ~Communicator();
  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// Duplicate of MPI_COMM_WORLD. Collective.
  static Communicator world();
  /// The communicator of the ranks that give the same `part`, in their present order. Collective.
  Communicator split(int part) const;

  MPI_Comm handle() const { return handle_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

 private:
  void release() noexcept;

  MPI_Comm handle_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  core::Unwinding unwinding_;
};

/// Whether on any machine the ranks outnumber the cores that they may run on. The same on every
/// rank. Collective.
bool outnumber_cores(const Communicator& communicator);

/// How ranks should wait: yield if they outnumber the cores, spin otherwise and under a simulator.
/// Equal on every rank. Collective.
Wait suitable_wait(const Communicator& communicator);

/// Waits until the request is complete: by MPI_Wait, or by MPI_Test and a pause in turn.
void wait(MPI_Request& request, MPI_Status& status, Wait how);

/// A ping-pong by bare MPI calls, for comparison with the message layer. Each of two ranks makes
/// one MPI_Send and one MPI_Recv. The rank that `serves` sends `out` first. Lengths, at most
/// largest_message, must match at the other end.
void round_trip(const Communicator& communicator, int other, bool serves,
    std::span<const std::byte> out, std::span<std::byte> in);

}  // namespace febem::mpi
