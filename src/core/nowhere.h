// The address of what has a shape and no memory.
#pragma once

#include <cstdint>

namespace febem::core {

/// An address at which no machine has memory.
template <class T>
T* nowhere() {
  return reinterpret_cast<T*>(std::uintptr_t{1} << 62U);
}
/// Whether an address is nowhere(), or not far beyond.
inline bool is_nowhere(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) >= std::uintptr_t{1} << 62U;
}

}  // namespace febem::core
