#include "mpi/unread_memory.h"

#include <mpi.h>
#include <sys/mman.h>

#include <new>

namespace febem::mpi {

#ifdef SMPI_H  // the simulator's mpi.h is its own

// One piece of memory in place of all that is allocated so. SimGrid has it mapped at once, which counts as if it were as many: until someone
// touches it that is undone.
void* allocate_unread(std::size_t bytes) {
  void* memory = SMPI_SHARED_MALLOC(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  madvise(memory, bytes, MADV_DONTNEED);
  return memory;
}

void free_unread(void* memory) noexcept { SMPI_SHARED_FREE(memory); }

#else

void* allocate_unread(std::size_t bytes) { return ::operator new(bytes); }

void free_unread(void* memory) noexcept { ::operator delete(memory); }

#endif

}  // namespace febem::mpi
