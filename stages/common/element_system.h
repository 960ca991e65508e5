// The input of stage 1: the structural system as element matrices.
#pragma once

#include <functional>
#include <memory>

#include "fem/rigid_body.h"
#include "la/matrix.h"
#include "stages/analysis/elimination_tree.h"

namespace febem::common {

using analysis::Dofs;
using la::Index;

/// A_s as a sum of element matrices, or T^T A_s T if rigid-body motions are free
/// (fem/rigid_body.h).
struct ElementSystem : analysis::Elements {
  std::function<la::Matrix(Index element)>
      matrix;  ///< complex symmetric, dofs[element].size() square
  std::function<core::Count(Index element)> matrix_flops;  ///< real operations of matrix(element)
  const fem::RigidBodyMotions* motions =
      nullptr;                                  ///< T; not owned, null if the matrix is A_s itself
  const fem::SparseMatrix* coupling = nullptr;  ///< coupling of A_s with the surface, n_s x n_a,
                                                ///< before T; not owned, null if unknown
  std::shared_ptr<const analysis::EliminationTree>
      tree;  ///< for the method `substructure`, and the number of ranks that run it
};

}  // namespace febem::common
