// PETSc's Krylov methods (KSP) on a matrix that is known by its products. They are the independent
// reference for the method `krylov`, and give access to PETSc's other iterations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "la/matrix.h"

namespace febem::reference {

/// A square matrix over all processes of MPI_COMM_WORLD, each of which has the entries of a vector
/// that it would own as rows.
struct KspMatrix {
  la::Index rows = 0;   ///< rows of all processes together
  la::Vector diagonal;  ///< own entries of a diagonal near that of the matrix
  std::function<la::Vector(const la::Vector& own)>
      product;  ///< own entries of A x from own entries of x; collective
};

/// Settings of KSP. Without `options` it is GMRES as in `krylov`: preconditioned from the right by
/// the diagonal, and orthogonalised twice.
struct KspSettings {
  double tolerance = 1e-10;     ///< tolerance of |b - A x| / |b|
  la::Index iterations = 1000;  ///< largest number of iterations
  la::Index restart = 0;        ///< iterations in a cycle; 0: all in one
  std::string options;  ///< PETSc's own options, which replace the above; PETSC_OPTIONS is not read
};

struct KspResult {
  la::Vector solution;            ///< own entries
  std::vector<double> residuals;  ///< relative, before the first iteration and after each, in the
                                  ///< norm that PETSc iterates by; NaN where it computed none; the
                                  ///< last is |b - A x| / |b|, computed from x
  bool converged = false;  ///< as PETSc says, unless the last residual exceeds ten times both
                           ///< PETSc's own tolerance and `tolerance`
  core::Count flops = 0;   ///< PETSc's count for this process, without the products
};

/// Throws core::InputError, the same on every process, for an option that PETSc does not know or
/// does not use beside the others, and for a method that needs more than products. Starts PETSc.
/// Collective.
void validate(const KspSettings& settings);

/// Solves A x = b for own entries of b. Calls `progress` with each residual. Collective. PETSc
/// sends its own messages. Throws core::RunError with PETSc's message if PETSc fails, and the
/// exceptions of `matrix.product`.
KspResult solve_by_ksp(const KspMatrix& matrix, const la::Vector& b, const KspSettings& settings,
    const std::function<void(double residual)>& progress);

}  // namespace febem::reference
