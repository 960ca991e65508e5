// Memory straight from the system: malloc may hand out what the process has used before.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>

namespace febem::benchmarks {

struct Unmap {
  std::size_t bytes = 0;
  void operator()(void* memory) const { munmap(memory, bytes); }
};
using FreshMemory = std::unique_ptr<void, Unmap>;

/// No page of it is there until it is touched.
inline FreshMemory fresh_memory(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return FreshMemory(memory, Unmap{bytes});
}

}  // namespace febem::benchmarks
