// A digest of bits, to say whether two results are the same to the last one.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace febem::core {

/// XXH3 128-bit digest of the bytes, as 32 hexadecimal digits.
std::string digest(std::span<const std::byte> bytes);

}  // namespace febem::core
