#include "comm/mpi_memory.h"

#include <algorithm>

#include "mpi/check.h"

namespace febem::comm {
namespace {

using mpi::check;

int ranks_on_this_node(const mpi::Communicator& communicator) {
  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(communicator.handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
        "MPI_Comm_split_type");
  int size = 0;
  check(MPI_Comm_size(node, &size), "MPI_Comm_size");
  check(MPI_Comm_free(&node), "MPI_Comm_free");
  return size;
}

/// The reason of any rank that has one, on every rank.
std::string agreed(const std::string& reason, const mpi::Communicator& communicator) {
  int refused = reason.empty() ? 0 : 1, any = 0;
  check(MPI_Allreduce(&refused, &any, 1, MPI_INT, MPI_MAX, communicator.handle()), "MPI_Allreduce");
  if (any == 0 || !reason.empty()) return reason;
  return "another rank cannot";
}

std::string try_to_allocate(Memory kind, const mpi::Communicator& communicator) {
  try {
    if (kind == Memory::window)
      mpi::Window::allocate(communicator.handle(), sizeof(std::int64_t));
    else
      mpi::Window::allocate_shared(communicator.handle(), sizeof(std::int64_t));
    return {};
  } catch (const core::RunError& error) {
    return error.what();
  }
}

}  // namespace

std::string MpiMemory::refusal(Memory kind) {
  auto& known = area(kind).refusal;
  if (known) return *known;
  std::string reason;
  if (kind == Memory::shared) {
    const int near = ranks_on_this_node(*communicator_);
    if (near < communicator_->size()) reason = "the ranks are not all on one node";
    reason = agreed(reason, *communicator_);
  }
  if (reason.empty()) reason = agreed(try_to_allocate(kind, *communicator_), *communicator_);
  known = reason;
  return reason;
}

void MpiMemory::open(Memory kind, std::size_t bytes) {
  auto& place = area(kind);
  if (place.bytes >= bytes) return;
  place.window.reset();
  const std::size_t total = bytes * static_cast<std::size_t>(communicator_->size());
  place.window = kind == Memory::window ? mpi::Window::allocate(communicator_->handle(), total)
                                        : mpi::Window::allocate_shared(communicator_->handle(), total);
  place.bytes = bytes;
}

void MpiMemory::deposit(Memory kind, Bytes data, int destination, std::size_t offset) {
  auto& place = area(kind);
  const std::size_t start = static_cast<std::size_t>(communicator_->rank()) * place.bytes + offset;
  if (kind == Memory::window) return place.window->put(data, destination, start);
  std::copy(data.begin(), data.end(), place.window->memory_of(destination) + start);
  place.window->synchronise();
}

MutableBytes MpiMemory::deposited(Memory kind, int source) {
  auto& place = area(kind);
  place.window->synchronise();
  return place.window->own().subspan(static_cast<std::size_t>(source) * place.bytes, place.bytes);
}

void MpiMemory::open_counter() {
  if (!counter_) counter_ = mpi::Window::allocate(communicator_->handle(), sizeof(std::int64_t));
}

}  // namespace febem::comm
