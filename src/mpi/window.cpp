#include "mpi/window.h"

#include <algorithm>
#include <utility>

#include "mpi/check.h"

namespace febem::mpi {

Window Window::allocate(MPI_Comm comm, std::size_t bytes) {
  MPI_Win handle = MPI_WIN_NULL;
  std::byte* memory = nullptr;
  check(MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm, &memory, &handle), "MPI_Win_allocate");
  Window window(handle, memory, bytes);
  check(MPI_Barrier(comm), "MPI_Barrier");  // nobody writes before all have cleared their memory
  return window;
}

Window Window::allocate_shared(MPI_Comm comm, std::size_t bytes) {
  MPI_Win handle = MPI_WIN_NULL;
  std::byte* memory = nullptr;
  check(MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm, &memory, &handle),
        "MPI_Win_allocate_shared");
  Window window(handle, memory, bytes);
  check(MPI_Barrier(comm), "MPI_Barrier");
  return window;
}

Window::Window(MPI_Win handle, std::byte* memory, std::size_t bytes) : handle_(handle), own_(memory, bytes) {
  check(MPI_Win_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  check(MPI_Win_lock_all(MPI_MODE_NOCHECK, handle_), "MPI_Win_lock_all");
  std::fill(own_.begin(), own_.end(), std::byte{0});
  synchronise();
}

Window::Window(Window&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_WIN_NULL)), own_(std::exchange(other.own_, {})) {}

Window& Window::operator=(Window&& other) noexcept {
  if (this != &other) {
    release();
    handle_ = std::exchange(other.handle_, MPI_WIN_NULL);
    own_ = std::exchange(other.own_, {});
  }
  return *this;
}

Window::~Window() { release(); }

void Window::release() noexcept {
  if (handle_ == MPI_WIN_NULL) return;
  MPI_Win_unlock_all(handle_);
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
  const int count = static_cast<int>(data.size());
  check(MPI_Put(data.data(), count, MPI_BYTE, rank, static_cast<MPI_Aint>(offset), count, MPI_BYTE, handle_),
        "MPI_Put");
  check(MPI_Win_flush(rank, handle_), "MPI_Win_flush");
}

std::int64_t Window::fetch_add(int rank, std::int64_t change) const {
  std::int64_t before = 0;
  check(MPI_Fetch_and_op(&change, &before, MPI_INT64_T, rank, 0, MPI_SUM, handle_), "MPI_Fetch_and_op");
  check(MPI_Win_flush(rank, handle_), "MPI_Win_flush");
  return before + change;
}

void Window::synchronise() const { check(MPI_Win_sync(handle_), "MPI_Win_sync"); }

}  // namespace febem::mpi
