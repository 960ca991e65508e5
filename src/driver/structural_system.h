// The structural system: element by element as the input of stage 1; assembled, with its sparsity, backward error and condition
// estimate; and solutions with its factor.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "cases/model.h"
#include "stages/common/factor.h"
#include "stages/common/stage_context.h"

namespace febem::driver {

/// A_s(omega), omega in rad/s, element by element in the order of elimination; T^T A_s T where rigid-body motions are free.
/// `model` must outlive it.
common::ElementSystem element_system(const cases::Model& model, double omega);

/// u = T v, (T^T A_s T) v = T^T f = g.
struct StructuralSolution {
  la::Vector unknowns;         ///< v
  la::Vector right_hand_side;  ///< g
  la::Vector displacement;     ///< u, m
  la::Vector deformation;      ///< u less the rigid-body motion in it, m
};

/// Sets u and its deformation from v.
void complete(StructuralSolution& solution, const fem::RigidBodyMotions& motions);

/// The response to `f`; vectors are valid on the master. Collective.
StructuralSolution structural_solution(common::Factor& factor, const la::Vector& f, const common::StageContext& context);

/// Complex symmetric, both triangles, by rows.
using AssembledMatrix = Eigen::SparseMatrix<core::Complex, Eigen::RowMajor>;

/// The sparsity, found once, since no frequency changes it: where the entries of each element matrix stand in the sum of all. Memory: 4
/// bytes for each of these entries, for each of the sum, and for each unknown.
class AssemblyPattern {
 public:
  explicit AssemblyPattern(const common::ElementSystem& elements);

  /// The sum over the elements, added in their order. `elements` has the degrees of freedom that this was made of.
  AssembledMatrix assemble(const common::ElementSystem& elements) const;

  /// The number of the body of each unknown; no entry joins two bodies. Numbers count from 0 in the order of the bodies' first unknowns.
  const std::vector<core::Index>& body_of_unknown() const { return body_of_unknown_; }

  /// Bytes of this, and of each matrix that it assembles.
  core::Count bytes() const;
  core::Count bytes_of_matrix() const;

 private:
  void find_columns(const common::ElementSystem& elements);
  void find_bodies(const common::ElementSystem& elements);
  core::Index place_of(core::Index row, core::Index column) const;

  std::vector<core::Index> begin_{0}, columns_;   ///< of the entries of the sum, by rows
  std::vector<std::vector<core::Index>> places_;  ///< of each element, by column: among the values; -1 where a support holds
  std::vector<core::Index> body_of_unknown_;
};

/// A_s, or T^T A_s T where rigid-body motions are free, assembled from the elements; A below.
class AssembledSystem {
 public:
  explicit AssembledSystem(const common::ElementSystem& elements) : AssembledSystem(AssemblyPattern(elements), elements) {}
  /// `pattern` is of these elements, at whatever frequency.
  AssembledSystem(const AssemblyPattern& pattern, const common::ElementSystem& elements);

  /// g - A v, each entry accumulated in extended precision (long double) and rounded once.
  la::Vector residual(const la::Vector& v, const la::Vector& g) const;

  /// |g - A v| / (|A| |v| + |g|) in the maximum norm, |A| and |v| by entry: the greatest of those of each body's displacements and
  /// of its amplitudes of rigid-body motions, whose equations would be lost beside the others'.
  double backward_error(const la::Vector& v, const la::Vector& g) const;

  /// Relative change of v^T g, the work of the forces g = A v, that rounding the entries of A is expected to make. Rounding changes A
  /// by E and the work by v^T E v to first order; with independent errors of half a unit in the last place the expected change is
  /// eps/2 (sum |v_i A_ij v_j|^2)^(1/2).
  double rounding(const la::Vector& v, const la::Vector& g) const;

  /// D, positive: the largest entry of each row of D A D is about 1, whatever the materials and the unit of an amplitude
  /// (Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, 2001).
  const la::RealVector& scale() const { return scale_; }
  /// |D A D| in the 1-norm.
  double scaled_norm() const;

 private:
  void equilibrate();

  AssembledMatrix matrix_;
  la::RealVector scale_;
  std::vector<core::Index> group_;  ///< of each unknown: twice the number of its body, and 1 more for an amplitude
};

/// |D A D| |(D A D)^{-1}| in the 1-norm, the second factor estimated from about five solves. `system` belongs to `factor`;
/// read on the master only, where the result is valid. Collective.
double structural_condition(const AssembledSystem* system, common::Factor& factor, const common::StageContext& context);

}  // namespace febem::driver
