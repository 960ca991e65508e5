// PETSc's Krylov methods (KSP) on a matrix that is known by its products: the independent reference for the method `krylov`, and
// every other iteration that PETSc has.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "la/matrix.h"

namespace febem::reference {

/// A square matrix over all processes of MPI_COMM_WORLD, each of which has the entries of a vector that it would own as rows.
struct KspMatrix {
  la::Index rows = 0;                                        ///< of all processes
  la::Vector diagonal;                                       ///< own entries, near those of the matrix
  std::function<la::Vector(const la::Vector& own)> product;  ///< own entries of A x from own entries of x; collective
};

/// Without `options` GMRES as `krylov` does it: preconditioned from the right by the diagonal, orthogonalised twice.
struct KspSettings {
  double tolerance = 1e-10;     ///< of |b - A x| / |b|
  la::Index iterations = 1000;  ///< at most
  la::Index restart = 0;        ///< iterations in a cycle; 0: all in one
  std::string options;          ///< PETSc's own, which replace the above; those of PETSC_OPTIONS are not looked at
};

struct KspResult {
  la::Vector solution;            ///< own entries
  std::vector<double> residuals;  ///< relative, before the first iteration and after each, in the norm that PETSc iterates by; NaN where
                                  ///< it computed none; the last is |b - A x| / |b|, computed from x
  bool converged = false;         ///< as PETSc says, unless the last residual exceeds ten times both what PETSc was to reach and `tolerance`
  core::Count flops = 0;          ///< as PETSc counts those of this process, without the products
};

/// Throws core::InputError, the same on every process, for an option that PETSc does not know or does not use beside the others, and
/// for what it cannot do with products alone. Starts PETSc: collective.
void validate(const KspSettings& settings);

/// A x = b by own entries of b. Tells `progress` each residual. Collective; what PETSc sends is its own. Throws core::RunError with
/// PETSc's message if it fails, and what `matrix.product` throws.
KspResult solve_by_ksp(const KspMatrix& matrix, const la::Vector& b, const KspSettings& settings,
                       const std::function<void(double residual)>& progress);

}  // namespace febem::reference
