#include "mpi/window.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "mpi/check.h"
#include "mpi/environment.h"

namespace febem::mpi {
namespace {

/// Throws on every rank if `call` failed on any: `code` is what it returned on this one.
/// Collective.
void check_everywhere(int code, const char* call, MPI_Comm comm) {
  int failed = code == MPI_SUCCESS ? 0 : 1, any = 0;
  check(MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
  check(code, call);
  if (any != 0) throw core::RunError(std::string(call) + " failed on another rank");
}

/// Whether this rank's counter has reached `total`, without an MPI call that would make progress
/// for the others.
bool receives(const Window& window, std::int64_t total, double patience) {
  const std::atomic_ref counter(*reinterpret_cast<std::int64_t*>(window.own().data()));
  const double start = wall_time();
  while (counter.load() < total) {
    if (wall_time() - start > patience) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace

Window Window::allocate(MPI_Comm comm, std::size_t bytes) {
  MPI_Win handle = MPI_WIN_NULL;
  std::byte* memory = nullptr;
  // MPICH 4.0.2 puts beside the target's memory where the size is no multiple of 16 bytes.
  const auto size = static_cast<MPI_Aint>((bytes + 15) / 16 * 16);
  const int code = MPI_Win_allocate(size, 1, MPI_INFO_NULL, comm, &memory, &handle);
  check_everywhere(code, "MPI_Win_allocate", comm);
  return Window(comm, handle, memory, bytes);
}

Window Window::allocate_shared(MPI_Comm comm, std::size_t bytes) {
  MPI_Win handle = MPI_WIN_NULL;
  std::byte* memory = nullptr;
  const int code = MPI_Win_allocate_shared(
      static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm, &memory, &handle);
  check_everywhere(code, "MPI_Win_allocate_shared", comm);
  return Window(comm, handle, memory, bytes);
}

// If something throws it does on every rank, and so the window is freed, which is collective.
Window::Window(MPI_Comm comm, MPI_Win handle, std::byte* memory, std::size_t bytes)
    : handle_(handle), own_(memory, bytes) {
  try {
    check_everywhere(
        MPI_Win_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler", comm);
    const int code = MPI_Win_lock_all(MPI_MODE_NOCHECK, handle_);
    locked_ = code == MPI_SUCCESS;
    check_everywhere(code, "MPI_Win_lock_all", comm);
    std::fill(own_.begin(), own_.end(), std::byte{0});
    // Nobody writes before all have cleared their memory.
    check_everywhere(MPI_Win_sync(handle_), "MPI_Win_sync", comm);
  } catch (...) {
    release();
    throw;
  }
}

Window::Window(Window&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_WIN_NULL)), own_(std::exchange(other.own_, {})),
      locked_(std::exchange(other.locked_, false)) {}

Window& Window::operator=(Window&& other) noexcept {
  if (this != &other) {
    release();
    handle_ = std::exchange(other.handle_, MPI_WIN_NULL);
    own_ = std::exchange(other.own_, {});
    locked_ = std::exchange(other.locked_, false);
  }
  return *this;
}

Window::~Window() {
  if (!unwinding_) release();
}

void Window::release() noexcept {
  if (handle_ == MPI_WIN_NULL) return;
  if (locked_) MPI_Win_unlock_all(handle_);
  MPI_Win_free(&handle_);
}

std::byte* Window::memory_of(int rank) const {
  MPI_Aint bytes = 0;
  int unit = 0;
  std::byte* memory = nullptr;
  check(MPI_Win_shared_query(handle_, rank, &bytes, &unit, &memory), "MPI_Win_shared_query");
  return memory;
}

void Window::put(std::span<const std::byte> data, int rank, std::size_t offset) const {
  while (!data.empty()) {
    const auto part = data.first(std::min(data.size(), largest_message));
    const int count = static_cast<int>(part.size());
    check(MPI_Put(part.data(), count, MPI_BYTE, rank, static_cast<MPI_Aint>(offset), count,
              MPI_BYTE, handle_),
        "MPI_Put");
    data = data.subspan(part.size());
    offset += part.size();
  }
  check(MPI_Win_flush(rank, handle_), "MPI_Win_flush");
}

std::int64_t Window::fetch_add(int rank, std::int64_t change) const {
  std::int64_t before = 0;
  check(MPI_Fetch_and_op(&change, &before, MPI_INT64_T, rank, 0, MPI_SUM, handle_),
      "MPI_Fetch_and_op");
  check(MPI_Win_flush(rank, handle_), "MPI_Win_flush");
  return before + change;
}

void Window::synchronise() const { check(MPI_Win_sync(handle_), "MPI_Win_sync"); }

bool has_passive_target_progress(
    const Window& window, const Communicator& communicator, double patience) {
  const int rank = communicator.rank(), others = communicator.size() - 1;
  const MPI_Comm comm = communicator.handle();
  int good = 1, all = 1;
  if (rank == 0)
    good = receives(window, others, patience) ? 1 : 0;
  else
    window.fetch_add(0, 1);
  check(MPI_Barrier(comm), "MPI_Barrier");
  if (rank > 0) good = receives(window, 1, patience) ? 1 : 0;
  for (int other = 1; rank == 0 && other <= others; ++other) window.fetch_add(other, 1);
  check(MPI_Barrier(comm), "MPI_Barrier");
  window.fetch_add(rank, rank == 0 ? -others : -1);
  check(MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return all == 1;
}

}  // namespace febem::mpi
