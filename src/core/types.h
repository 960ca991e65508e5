// The number types every folder shares, by role (32-bit local, 64-bit global, int rank).
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

namespace febem::core {

using Complex = std::complex<double>;
/// Half the bytes, for what only has to be near.
using SingleComplex = std::complex<float>;
/// Index of something held by one process: node, degree of freedom, panel, element.
using Index = std::int32_t;
/// Count over all processes: bytes, messages, flops.
using Count = std::int64_t;

/// Rank that reads the case, keeps the factor, gathers results and writes files.
inline constexpr int master = 0;

inline constexpr double pi = 3.14159265358979323846;

}  // namespace febem::core
