// The sparsity of the structural system: found once, since no frequency changes it.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "la/matrix.h"
#include "pipeline/element_system.h"

namespace febem::driver {

/// Complex symmetric, both triangles, by rows.
using AssembledMatrix = Eigen::SparseMatrix<core::Complex, Eigen::RowMajor>;

/// Where the entries of each element matrix stand in the sum of all. Memory: 4 bytes for each of these entries, for each of the sum, and
/// for each unknown.
class AssemblyPattern {
 public:
  explicit AssemblyPattern(const pipeline::ElementSystem& elements);

  /// The sum over the elements, added in their order. `elements` has the degrees of freedom that this was made of.
  AssembledMatrix assemble(const pipeline::ElementSystem& elements) const;

  /// Of each unknown: the number of its body, which no entry joins to another; from 0 in the order of the bodies' first unknowns.
  const std::vector<core::Index>& body_of_unknown() const { return body_of_unknown_; }

  /// Bytes of this, and of each matrix that it assembles.
  core::Count bytes() const;
  core::Count bytes_of_matrix() const;

 private:
  void find_columns(const pipeline::ElementSystem& elements);
  void find_bodies(const pipeline::ElementSystem& elements);
  core::Index place_of(core::Index row, core::Index column) const;

  std::vector<core::Index> begin_{0}, columns_;  ///< of the entries of the sum, by rows
  std::vector<std::vector<core::Index>> places_;  ///< of each element, by column: among the values; -1 where a support holds
  std::vector<core::Index> body_of_unknown_;
};

}  // namespace febem::driver
