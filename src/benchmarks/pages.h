// Memory that begins at a page, so that the speed of copies does not depend on where it happens to lie.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace febem::benchmarks {

class Pages {
 public:
  /// Zeros.
  explicit Pages(std::size_t bytes) : storage_(bytes + page), bytes_(bytes) {}

  std::span<std::byte> first(std::size_t bytes) {
    void* start = storage_.data();
    std::size_t space = storage_.size();
    std::align(page, bytes_, start, space);
    return {static_cast<std::byte*>(start), bytes};
  }

 private:
  static constexpr std::size_t page = 4096;
  std::vector<std::byte> storage_;
  std::size_t bytes_;
};

}  // namespace febem::benchmarks
