// Memory that other ranks can write to without this rank's taking part (MPI one-sided communication).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/communicator.h"

namespace febem::mpi {

/// Move-only owner of an MPI window and its memory, open to all ranks of its communicator from construction to destruction
/// (MPI_Win_lock_all), which are both collective.
class Window {
 public:
  /// `bytes` on each rank, zeroed; may differ between ranks. Throws core::RunError, on every rank, if it fails on any.
  static Window allocate(MPI_Comm comm, std::size_t bytes);
  /// As allocate(), in memory shared by all ranks of `comm`, which must be on one node.
  static Window allocate_shared(MPI_Comm comm, std::size_t bytes);

  Window(Window&& other) noexcept;
  Window& operator=(Window&& other) noexcept;
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window();

  /// This rank's memory.
  std::span<std::byte> own() const { return own_; }
  /// Start of the memory of another rank; of a shared window only.
  std::byte* memory_of(int rank) const;
  /// Writes into the memory of `rank`, any number of bytes; done there on return.
  void put(std::span<const std::byte> data, int rank, std::size_t offset) const;
  /// Adds to the 64-bit integer at the start of the memory of `rank` and returns the sum, in one atomic step.
  std::int64_t fetch_add(int rank, std::int64_t change) const;
  /// Makes what others wrote visible here, and what was written here visible to others.
  void synchronise() const;

 private:
  Window() = default;
  /// Takes over the handle and opens it to all. Collective over `comm`; throws on every rank if it fails on any.
  Window(MPI_Comm comm, MPI_Win handle, std::byte* memory, std::size_t bytes);
  void release() noexcept;

  MPI_Win handle_ = MPI_WIN_NULL;
  std::span<std::byte> own_;
  bool locked_ = false;
};

/// Whether Window::fetch_add() from rank 0 to any other and from any to rank 0 ends while that rank makes no MPI call: tried
/// out. A rank that is added to waits for `patience` seconds, which must be long enough for the others to get a core. The
/// window holds an integer of zero on each rank, and does so again on return. The same on every rank. Collective over the
/// window's communicator.
bool has_passive_target_progress(const Window& window, const Communicator& communicator, double patience = 5);

}  // namespace febem::mpi
