// What stands for work in a modelled run: time that passes, and memory for messages that carry nothing.
#pragma once

#include <cstddef>

namespace febem::mpi {

/// Less than this, in seconds, cannot be waited for.
inline constexpr double shortest_time = 2e-6;

/// Returns when wall_time() is so many seconds later. A rank that waits long leaves its core to others; under a simulator
/// time passes at once, with no work.
void pass_time(double seconds);

/// So many bytes, at least one, that only transfers may write and read: a modelled run sends as many as a computed one, and nobody reads
/// them. Under a simulator, where all ranks share one process, they take no room and transfers do not copy them. Throws std::bad_alloc.
void* allocate_unread(std::size_t bytes);
void free_unread(void* memory) noexcept;

}  // namespace febem::mpi
