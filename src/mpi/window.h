// Memory that other ranks can write to while this rank makes no call (MPI one-sided communication).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/unwinding.h"
#include "mpi/communicator.h"

namespace febem::mpi {

/// Move-only owner of an MPI window and its memory, open to all ranks of its communicator from
/// construction to destruction (MPI_Win_lock_all), which are both collective. An exception that
/// destroys it leaves the window as it is.
class Window {
 public:
  /// A window of `bytes` bytes on this rank, zeroed. Ranks may have windows of different sizes.
  /// Throws core::RunError on every rank if it fails on any.
  static Window allocate(MPI_Comm comm, std::size_t bytes);
  /// A window as of allocate(), in memory shared by all ranks of `comm`, which must be on one node.
  static Window allocate_shared(MPI_Comm comm, std::size_t bytes);

  Window(Window&& other) noexcept;
  Window& operator=(Window&& other) noexcept;
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window();

  /// This rank's memory.
  std::span<std::byte> own() const { return own_; }
  /// The start of the memory of another rank. Only for a shared window.
  std::byte* memory_of(int rank) const;
  /// Writes any number of bytes into the memory of `rank`. They have arrived when the call returns.
  void put(std::span<const std::byte> data, int rank, std::size_t offset) const;
  /// Adds to the 64-bit integer at the start of the memory of `rank` and returns the sum, in one
  /// atomic step.
  std::int64_t fetch_add(int rank, std::int64_t change) const;
  /// Makes what others wrote visible here, and what was written here visible to others.
  void synchronise() const;

 private:
  /// Takes over the handle and opens the window to all ranks. Collective over `comm`. Throws on
  /// every rank if it fails on any.
  Window(MPI_Comm comm, MPI_Win handle, std::byte* memory, std::size_t bytes);
  void release() noexcept;

  MPI_Win handle_ = MPI_WIN_NULL;
  std::span<std::byte> own_;
  bool locked_ = false;
  core::Unwinding unwinding_;
};

/// Whether Window::fetch_add() from rank 0 to any other rank, and from any rank to rank 0,
/// completes while the target makes no MPI call. The function tries it. A target waits for
/// `patience` seconds, which must be long enough for the other ranks to get a core. The window must
/// hold an integer 0 on each rank, and does so again on return. The result is the same on every
/// rank. Collective over the window's communicator.
bool has_passive_target_progress(
    const Window& window, const Communicator& communicator, double patience = 5);

}  // namespace febem::mpi
