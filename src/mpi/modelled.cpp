#include "mpi/modelled.h"

#include <mpi.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <new>

#include "mpi/environment.h"

namespace febem::mpi {

#ifdef SMPI_H  // the simulator's mpi.h is its own

void pass_time(double seconds) { smpi_execute(seconds); }

// One piece of memory in place of all that is allocated so. SimGrid has it mapped at once, which
// counts as if it were as many: until someone touches it that is undone.
void* allocate_unread(std::size_t bytes) {
  bytes =
      std::max<std::size_t>(bytes, 1);  // SimGrid ends the simulation where it is to map nothing
  void* memory = SMPI_SHARED_MALLOC(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  madvise(memory, bytes, MADV_DONTNEED);
  return memory;
}

void free_unread(void* memory) noexcept { SMPI_SHARED_FREE(memory); }

#else

namespace {

void sleep(double seconds) {
  const auto whole = static_cast<time_t>(seconds);
  const timespec time{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  nanosleep(&time, nullptr);
}

}  // namespace

void pass_time(double seconds) {
  constexpr double imprecision = 2e-4;  // of the system's sleep
  const double end = wall_time() + seconds;
  for (double left = seconds; left > 0; left = end - wall_time())
    if (left > 2 * imprecision) sleep(left - imprecision);
}

void* allocate_unread(std::size_t bytes) { return ::operator new(bytes); }

void free_unread(void* memory) noexcept { ::operator delete(memory); }

#endif

}  // namespace febem::mpi
