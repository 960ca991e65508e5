// What this program was built from and with.
#pragma once

#include <string>

namespace febem::app {

/// Lines on the program, its compiler, and the libraries it is linked with: MPI, BLAS, PETSc.
std::string version_text();

}  // namespace febem::app
