#include "mpi/communicator.h"

#include <sched.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "mpi/check.h"
#include "mpi/environment.h"

namespace febem::mpi {
namespace {

/// A set of cores: 1024 in each part.
using Cores = std::vector<cpu_set_t>;

/// The cores that this process may run on. The kernel refuses a set that has no room for all cores
/// of the machine.
Cores own_cores() {
  constexpr std::size_t most_parts = 1024;
  for (Cores own(1);; own.resize(2 * own.size())) {
    if (sched_getaffinity(0, own.size() * sizeof own[0], own.data()) == 0) return own;
    if (errno != EINVAL || own.size() > most_parts)
      throw core::RunError(std::string("sched_getaffinity failed: ") + std::strerror(errno));
  }
}

/// The number of cores that any rank of the machine may run on. Collective over its ranks.
int cores_of(MPI_Comm machine) {
  auto own = own_cores();
  int parts = static_cast<int>(own.size()), most = 0;
  check(MPI_Allreduce(&parts, &most, 1, MPI_INT, MPI_MAX, machine), "MPI_Allreduce");
  own.resize(static_cast<std::size_t>(most));
  Cores all(own.size());
  const auto bytes = own.size() * sizeof own[0];
  check(MPI_Allreduce(own.data(), all.data(), static_cast<int>(bytes), MPI_BYTE, MPI_BOR, machine),
      "MPI_Allreduce");
  return CPU_COUNT_S(bytes, all.data());
}

constexpr int tag = 1;

void send(const Communicator& communicator, int other, std::span<const std::byte> out) {
  const auto length = static_cast<int>(out.size());
  check(MPI_Send(out.data(), length, MPI_BYTE, other, tag, communicator.handle()), "MPI_Send");
}

}  // namespace

Communicator::Communicator(MPI_Comm original) {
  check(MPI_Comm_dup(original, &handle_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

Communicator::~Communicator() {
  if (!unwinding_) release();
}

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)), rank_(other.rank_), size_(other.size_) {
}

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

bool outnumber_cores(const Communicator& communicator) {
  MPI_Comm machine = MPI_COMM_NULL;
  check(MPI_Comm_split(communicator.handle(), machine_number(), 0, &machine), "MPI_Comm_split");
  int ranks = 0, any = 0;
  check(MPI_Comm_size(machine, &ranks), "MPI_Comm_size");
  const int crowded = ranks > cores_of(machine) ? 1 : 0;
  check(MPI_Comm_free(&machine), "MPI_Comm_free");
  check(MPI_Allreduce(&crowded, &any, 1, MPI_INT, MPI_MAX, communicator.handle()), "MPI_Allreduce");
  return any != 0;
}

Wait suitable_wait(const Communicator& communicator) {
  return !is_simulated() && outnumber_cores(communicator) ? Wait::yield : Wait::spin;
}

void wait(MPI_Request& request, MPI_Status& status, Wait how) {
  if (how == Wait::spin) return check(MPI_Wait(&request, &status), "MPI_Wait");
  Pause pause;
  for (int done = 0; done == 0;) {
    check(MPI_Test(&request, &done, &status), "MPI_Test");
    if (done == 0) pause();
  }
}

void round_trip(const Communicator& communicator, int other, bool serves,
    std::span<const std::byte> out, std::span<std::byte> in) {
  if (serves) send(communicator, other, out);
  check(MPI_Recv(in.data(), static_cast<int>(in.size()), MPI_BYTE, other, tag,
            communicator.handle(), MPI_STATUS_IGNORE),
      "MPI_Recv");
  if (!serves) send(communicator, other, out);
}

}  // namespace febem::mpi
