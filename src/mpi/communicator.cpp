#include "mpi/communicator.h"

#include <utility>

#include "mpi/check.h"

namespace febem::mpi {

Communicator::Communicator(MPI_Comm original) {
  check(MPI_Comm_dup(original, &handle_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

Communicator::~Communicator() { release(); }

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)), rank_(other.rank_), size_(other.size_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  if (this != &other) {
    release();
    handle_ = std::exchange(other.handle_, MPI_COMM_NULL);
    rank_ = other.rank_;
    size_ = other.size_;
  }
  return *this;
}

Communicator Communicator::world() { return Communicator(MPI_COMM_WORLD); }

Communicator Communicator::split(int part) const {
  MPI_Comm together = MPI_COMM_NULL;
  check(MPI_Comm_split(handle_, part, rank_, &together), "MPI_Comm_split");
  Communicator result(together);
  check(MPI_Comm_free(&together), "MPI_Comm_free");
  return result;
}

void Communicator::release() noexcept {
  if (handle_ != MPI_COMM_NULL) MPI_Comm_free(&handle_);
}

}  // namespace febem::mpi
