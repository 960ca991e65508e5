// Substitutes for work in a modelled run: time that passes, and memory for messages without
// content.
#pragma once

#include <cstddef>

namespace febem::mpi {

/// The shortest time that pass_time() can wait for, seconds.
inline constexpr double shortest_time = 2e-6;

/// Returns after `seconds` of wall_time(). A rank that waits long gives its core to others. Under a
/// simulator the simulated time passes without work.
void pass_time(double seconds);

/// Allocates `bytes` bytes, at least one, that only transfers may write and read. A modelled run
/// sends as many bytes as a computed run, but their content is not used. Under a simulator, where
/// all ranks share one process, they take no memory, and transfers do not copy them. Throws
/// std::bad_alloc.
void* allocate_unread(std::size_t bytes);
void free_unread(void* memory) noexcept;

}  // namespace febem::mpi
