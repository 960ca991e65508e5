#include <algorithm>
#include <atomic>
#include <vector>

#include "comm/mpi_transport.h"
#include "core/memory.h"
#include "mpi/check.h"
#include "mpi/window.h"

namespace febem::comm {
namespace {

using mpi::check;

/// The reason of the first rank that has one, on every rank; empty if none has. Collective.
std::string first_reason(const std::string& reason, const mpi::Communicator& communicator) {
  const MPI_Comm comm = communicator.handle();
  int mine = reason.empty() ? communicator.size() : communicator.rank(), first = 0;
  check(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (first == communicator.size()) return {};
  int length = static_cast<int>(reason.size());
  check(MPI_Bcast(&length, 1, MPI_INT, first, comm), "MPI_Bcast");
  std::string text = reason;
  text.resize(static_cast<std::size_t>(length));
  check(MPI_Bcast(text.data(), length, MPI_CHAR, first, comm), "MPI_Bcast");
  return text;
}

/// What a library keeps of its own beside a window, on each rank: a page or a few, generously. Open
/// MPI 4.1 hangs in MPI_Win_allocate if it cannot have them: the first rank of the node returns
/// with an error, the others wait for it.
constexpr std::size_t library_bytes = 65536;

/// Why so many bytes on each of `near` ranks cannot be had on this node; empty if they can, as far
/// as the system tells.
std::string too_much(std::size_t bytes, int near) {
  const auto left = near > 1 ? std::min(core::available_memory(), core::available_shared_memory())
                             : core::available_memory();
  const auto ranks = static_cast<std::uint64_t>(near);
  if (left / ranks >= library_bytes && bytes <= left / ranks - library_bytes) return {};
  return "it would take " + std::to_string(bytes) + " bytes on each of " + std::to_string(near) +
         " ranks of a node that has " + std::to_string(left) + " left";
}

}  // namespace

int MpiMemory::ranks_on_this_node() {
  if (near_ > 0) return near_;
  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(communicator_->handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
      "MPI_Comm_split_type");
  check(MPI_Comm_size(node, &near_), "MPI_Comm_size");
  check(MPI_Comm_free(&node), "MPI_Comm_free");
  return near_;
}

mpi::Window MpiMemory::allocate(Memory kind, std::size_t bytes) const {
  const MPI_Comm comm = communicator_->handle();
  return kind == Memory::window ? mpi::Window::allocate(comm, bytes)
                                : mpi::Window::allocate_shared(comm, bytes);
}

std::string MpiMemory::allocate(
    Memory kind, std::size_t bytes, std::optional<mpi::Window>& window) {
  std::string reason = first_reason(too_much(bytes, ranks_on_this_node()), *communicator_);
  if (!reason.empty()) return reason;
  try {
    window = allocate(kind, bytes);
  } catch (const core::RunError& error) {
    reason = error.what();
  }
  return first_reason(reason, *communicator_);
}

std::string MpiMemory::unsupported_reason(Memory kind) {
  auto& known = area(kind).unsupported_reason;
  if (known) return *known;
  std::string reason;
  if (kind == Memory::shared)
    reason = first_reason(
        ranks_on_this_node() < communicator_->size() ? "the ranks are not all on one node" : "",
        *communicator_);
  std::optional<mpi::Window> trial;
  if (reason.empty()) reason = allocate(kind, sizeof(std::int64_t), trial);
  known = reason;
  return reason;
}

std::string MpiMemory::open(Memory kind, std::size_t bytes) {
  auto& place = area(kind);
  if (place.bytes >= bytes) return {};
  const std::size_t total = bytes * static_cast<std::size_t>(communicator_->size());
  place.bytes = 0;
  place.window.reset();
  auto reason = allocate(kind, total, place.window);
  if (reason.empty()) place.bytes = bytes;
  return reason;
}

void MpiMemory::put(const Message& message) {
  const auto& data = message.data.read();
  auto& place = area(message.memory);
  const std::size_t start =
      static_cast<std::size_t>(communicator_->rank()) * place.bytes + message.offset;
  if (message.memory == Memory::window) return place.window->put(data, message.peer, start);
  place.window->synchronise();  // what was there has been read
  std::copy(data.begin(), data.end(), place.window->memory_of(message.peer) + start);
  place.window->synchronise();
}

MutableBytes MpiMemory::kept_for(Memory kind, int source) {
  auto& place = area(kind);
  place.window->synchronise();
  return place.window->own().subspan(static_cast<std::size_t>(source) * place.bytes, place.bytes);
}

std::string MpiMemory::open_counter() {
  if (counter_) return {};
  counter_is_shared_ = unsupported_reason(Memory::shared).empty();
  const auto kind = counter_is_shared_ ? Memory::shared : Memory::window;
  if (auto reason = allocate(kind, sizeof(std::int64_t), counter_); !reason.empty()) return reason;
  if (counter_is_shared_ || mpi::has_passive_target_progress(*counter_, *communicator_)) return {};
  counter_.reset();
  return "this MPI library cannot add to a counter on another rank (MPI_Fetch_and_op) before that "
         "rank calls it";
}

std::int64_t MpiMemory::add_to_counter(int rank, std::int64_t change) {
  if (!counter_is_shared_) return counter_->fetch_add(rank, change);
  // Not by MPI_Fetch_and_op, which waits for the other rank with MPICH 4.0.2 even here.
  const std::atomic_ref counter(*reinterpret_cast<std::int64_t*>(counter_->memory_of(rank)));
  return counter.fetch_add(change) + change;
}

}  // namespace febem::comm
