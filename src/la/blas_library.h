// The BLAS library that was found when the program started: which one, by which kernels it
// computes, and whether these are right.
#pragma once

#include <string>
#include <vector>

namespace febem::la {

/// Restricts the library to one thread a process, since ranks share the machine, and replaces
/// kernels of OpenBLAS whose vectors are shorter than those of the processor. To be called before
/// the first product.
void prepare_blas();

/// Name and version of the library, with its set of kernels where it tells, and the set that
/// prepare_blas() replaced; or its file.
std::string blas_library();

/// The set of kernels by which OpenBLAS computes, such as Haswell; empty for other libraries.
std::string blas_kernels();

/// Sets of OpenBLAS's kernels with wider vectors than `kernels` has and no wider ones than the
/// processor has, the widest first. Empty for an unknown set, which may be that of a processor
/// newer than this program.
std::vector<std::string> wider_kernels(const std::string& kernels, int processor_bits);

/// A warning, with its cure, where a set of OpenBLAS's kernels uses narrower vectors than the
/// processor has. Empty for other and unknown sets.
std::string kernels_warning(const std::string& kernels, int processor_bits);

/// Lines that name the library, with a warning where its kernels do not suit the processor.
std::string blas_text();

/// Throws core::RunError if zgemm, dgemm or zgetrf of a matrix with known entries is wrong by more
/// than rounding, as with kernels that do not suit the processor. Takes less than a millisecond:
/// products are checked by their product with a vector (Freivalds 1979).
void check_blas();

}  // namespace febem::la
