// Memory for messages that carry nothing: a modelled run sends as many bytes as a computed one, and nobody reads them.
#pragma once

#include <cstddef>

namespace febem::mpi {

/// So many bytes, at least one, that only transfers may write and read. Under a simulator, where all ranks share one process, they take no
/// room and transfers do not copy them. Throws std::bad_alloc.
void* allocate_unread(std::size_t bytes);
void free_unread(void* memory) noexcept;

}  // namespace febem::mpi
