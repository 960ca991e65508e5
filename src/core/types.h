// The number types of all folders, by role: 32 bits for local indices, 64 bits for global counts,
// int for ranks.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

namespace febem::core {

using Complex = std::complex<double>;
/// A complex number in single precision, for values that need not be exact.
using SingleComplex = std::complex<float>;
/// Index of a node, degree of freedom, panel or element of one process.
using Index = std::int32_t;
/// A count over all processes: bytes, messages, flops.
using Count = std::int64_t;

/// The rank that reads the case, gathers results and writes files.
inline constexpr int master = 0;

inline constexpr double pi = 3.14159265358979323846;

}  // namespace febem::core
