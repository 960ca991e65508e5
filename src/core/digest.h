// A digest of bytes, which tells whether two results are equal to the last bit.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace febem::core {

/// The XXH3 128-bit digest of the bytes, as 32 hexadecimal digits.
std::string digest(std::span<const std::byte> bytes);

/// The digest of a text, or of the bytes of a list of numbers.
std::string digest_of(const auto& values) { return digest(std::as_bytes(std::span(values))); }

}  // namespace febem::core
