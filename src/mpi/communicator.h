// A communicator of our own: duplicated, so that nobody else's messages are seen, and returning errors.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>

namespace febem::mpi {

/// Move-only owner of a duplicate of a communicator with MPI_ERRORS_RETURN. Construction and destruction are
/// collective over the ranks of the original.
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
  /// The ranks that give the same `part`, in their order here. Collective.
  Communicator split(int part) const;

  MPI_Comm handle() const { return handle_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

 private:
  void release() noexcept;

  MPI_Comm handle_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace febem::mpi
