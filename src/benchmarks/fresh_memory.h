// Memory straight from the system: malloc may hand out what the process has used before.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace febem::benchmarks {

/// No page of it is there until it is touched.
class FreshMemory {
 public:
  FreshMemory() = default;
  explicit FreshMemory(std::size_t bytes)
      : start_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)), bytes_(bytes) {
    if (start_ == MAP_FAILED) throw std::bad_alloc();
  }
  FreshMemory(FreshMemory&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  FreshMemory& operator=(FreshMemory other) noexcept {
    std::swap(start_, other.start_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~FreshMemory() {
    if (start_ != nullptr) munmap(start_, bytes_);
  }

  void* start() const { return start_; }

 private:
  void* start_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace febem::benchmarks
