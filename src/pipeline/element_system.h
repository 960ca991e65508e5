// The structural system as stage 1 sees it: element matrices to be merged.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fem/rigid_body.h"
#include "graph/dissection.h"
#include "la/matrix.h"

namespace febem::pipeline {

/// Degrees of freedom by their numbers.
using Dofs = std::vector<core::Index>;

/// Sum over elements of their matrices scattered to degrees of freedom: A_s, or T^T A_s T where rigid-body motions are free
/// (fem/rigid_body.h). Elements stand in the order of elimination.
struct ElementSystem {
  la::Index size = 0;                                    ///< n_s, degrees of freedom
  std::vector<Dofs> dofs;                                ///< of each element; -1 where a support holds it
  std::function<la::Matrix(la::Index element)> matrix;   ///< complex symmetric, dofs[element].size() square
  std::function<core::Count(la::Index element)> matrix_flops;  ///< real operations of matrix(element)
  const fem::RigidBodyMotions* motions = nullptr;        ///< T; not owned, null if the matrix is A_s itself
  const fem::SparseMatrix* coupling = nullptr;           ///< of A_s with the surface, n_s x n_a, before T; not owned, null if unknown
  std::shared_ptr<const graph::Dissection> dissection;  ///< of the elements, by their place here; the same on every rank

  la::Index elements() const { return std::ssize(dofs); }
};

}  // namespace febem::pipeline
