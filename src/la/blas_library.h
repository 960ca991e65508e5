// The BLAS library that was found when the program started: which one, by which kernels it computes, and whether these are right.
#pragma once

#include <string>

namespace febem::la {

/// Restricts the library to one thread a process: ranks share the machine, not BLAS.
void use_one_thread();

/// Name and version of the library, with its set of kernels where it tells; or its file.
std::string blas_library();

/// The set of kernels that OpenBLAS chose for this processor, such as Haswell; empty of other libraries.
std::string blas_kernels();

/// What to do where a set of OpenBLAS's kernels uses narrower vectors than the processor has; empty where it does not, and of unknown sets.
std::string kernels_warning(const std::string& kernels, int processor_bits);

/// Lines that name the library, with a warning where its kernels do not suit the processor.
std::string blas_text();

/// Throws core::RunError if zgemm, dgemm or zgetrf of a matrix with known entries is wrong by more than rounding, as with kernels that
/// do not suit the processor. Takes less than a millisecond: products are checked by their product with a vector (Freivalds 1979).
void check_blas();

}  // namespace febem::la
