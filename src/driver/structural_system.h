// The structural system: its elements as the input of stage 1; the assembled matrix with its sparsity, backward error and condition
// estimate; and solutions with its factor.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "cases/model.h"
#include "stages/common/factor.h"
#include "stages/common/stage_context.h"

namespace febem::driver {

/// The element matrices of A_s(omega), or of T^T A_s T if rigid-body motions are free, in the order of elimination. omega is in rad/s.
/// `model` must outlive the result.
common::ElementSystem element_system(const cases::Model& model, double omega);

/// A solution of (T^T A_s T) v = T^T f = g, with u = T v.
struct StructuralSolution {
  la::Vector unknowns;         ///< v
  la::Vector right_hand_side;  ///< g
  la::Vector displacement;     ///< u, m
  la::Vector deformation;      ///< u without its rigid-body motion, m
};

/// Computes u and its deformation from v.
void complete(StructuralSolution& solution, const fem::RigidBodyMotions& motions);

/// The response to the forces `f`. The vectors are valid on the master. Collective.
StructuralSolution structural_solution(common::Factor& factor, const la::Vector& f, const common::StageContext& context);

/// The assembled matrix: complex symmetric, both triangles, by rows.
using AssembledMatrix = Eigen::SparseMatrix<core::Complex, Eigen::RowMajor>;

/// The sparsity of the assembled matrix, and the place of each entry of the element matrices in it. It is computed once, because it is the
/// same at all frequencies. Memory: 4 bytes for each entry of the element matrices and of the sum, and for each unknown.
class AssemblyPattern {
 public:
  explicit AssemblyPattern(const common::ElementSystem& elements);

  /// The sum over the elements, added in their order. `elements` must have the degrees of freedom that this pattern was made for.
  AssembledMatrix assemble(const common::ElementSystem& elements) const;

  /// The number of the body of each unknown. No entry joins two bodies. Bodies are numbered from 0 in the order of their first unknowns.
  const std::vector<core::Index>& body_of_unknown() const { return body_of_unknown_; }

  /// Bytes of the pattern, and bytes of each matrix that it assembles.
  core::Count bytes() const;
  core::Count bytes_of_matrix() const;

 private:
  void find_columns(const common::ElementSystem& elements);
  void find_bodies(const common::ElementSystem& elements);
  core::Index place_of(core::Index row, core::Index column) const;

  std::vector<core::Index> begin_{0}, columns_;   ///< entries of the sum, by rows
  std::vector<std::vector<core::Index>> places_;  ///< by element, by column: place among the values; -1 if a support holds the unknown
  std::vector<core::Index> body_of_unknown_;
};

/// The assembled matrix A: A_s, or T^T A_s T if rigid-body motions are free.
class AssembledSystem {
 public:
  explicit AssembledSystem(const common::ElementSystem& elements) : AssembledSystem(AssemblyPattern(elements), elements) {}
  /// `pattern` is made for these elements, at any frequency.
  AssembledSystem(const AssemblyPattern& pattern, const common::ElementSystem& elements);

  /// g - A v, each entry accumulated in extended precision (long double) and rounded once.
  la::Vector residual(const la::Vector& v, const la::Vector& g) const;

  /// The backward error |g - A v| / (|A| |v| + |g|) in the maximum norm, with |A| and |v| by entry. It is computed for the displacements of
  /// each body, and for the amplitudes of its rigid-body motions, whose equations are small beside the others. The result is the greatest of
  /// these.
  double backward_error(const la::Vector& v, const la::Vector& g) const;

  /// Relative change of v^T g, the work of the forces g = A v, that rounding the entries of A is expected to make. Rounding changes A
  /// by E and the work by v^T E v to first order; with independent errors of half a unit in the last place the expected change is
  /// eps/2 (sum |v_i A_ij v_j|^2)^(1/2).
  double rounding(const la::Vector& v, const la::Vector& g) const;

  /// The positive scale D: the largest entry of each row of D A D is about 1, for any materials and any unit of an amplitude
  /// (Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, 2001).
  const la::RealVector& scale() const { return scale_; }
  /// |D A D| in the 1-norm.
  double scaled_norm() const;

 private:
  void equilibrate();

  AssembledMatrix matrix_;
  la::RealVector scale_;
  std::vector<core::Index> group_;  ///< by unknown: twice the number of its body, plus 1 for an amplitude
};

/// The condition estimate |D A D| |(D A D)^{-1}| in the 1-norm. The second factor is estimated from about five solves. `system` belongs to
/// `factor`, and is read on the master only. The result is valid on the master. Collective.
double structural_condition(const AssembledSystem* system, common::Factor& factor, const common::StageContext& context);

}  // namespace febem::driver
