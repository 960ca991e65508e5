// Vectors for long messages of the stages, which a modelled run sends as well: there without content.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpi/unread_memory.h"

namespace febem::timing {

/// Takes ordinary memory, or memory that nobody reads and that is not even cleared.
template <class T>
struct MessageAllocator {
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  bool unread = false;

  explicit MessageAllocator(bool is_unread = false) : unread(is_unread) {}
  template <class U>
  explicit MessageAllocator(const MessageAllocator<U>& other) : unread(other.unread) {}

  T* allocate(std::size_t count) {
    return unread ? static_cast<T*>(mpi::allocate_unread(count * sizeof(T))) : std::allocator<T>().allocate(count);
  }
  void deallocate(T* values, std::size_t count) noexcept {
    unread ? mpi::free_unread(values) : std::allocator<T>().deallocate(values, count);
  }
  template <class... Arguments>
  void construct(T* at, Arguments&&... arguments) {
    if (!unread) std::construct_at(at, std::forward<Arguments>(arguments)...);
  }

  template <class U>
  bool operator==(const MessageAllocator<U>& other) const {
    return unread == other.unread;
  }
};

template <class T>
using MessageBuffer = std::vector<T, MessageAllocator<T>>;

}  // namespace febem::timing
