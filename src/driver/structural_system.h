// The structural system: its elements as the input of stage 1; the assembled matrix with its
// sparsity, backward error and condition estimate; and solutions with its factor.
#pragma once

#include <Eigen/SparseCore>
#include <limits>
#include <vector>

#include "cases/model.h"
#include "la/index_range.h"
#include "stages/common/factor.h"
#include "stages/common/stage_context.h"

namespace febem::driver {

/// The element matrices of A_s(omega), or of T^T A_s T if rigid-body motions are free, in the order
/// of elimination. omega is in rad/s. `model` must outlive the result.
common::ElementSystem element_system(const cases::Model& model, double omega);

/// A solution of (T^T A_s T) v = T^T f = g, with u = T v.
struct StructuralSolution {
  la::Vector unknowns;         ///< v
  la::Vector right_hand_side;  ///< g
  la::Vector displacement;     ///< u, m
  double loss = 0;             ///< v^H Im(A) v, J: StructuralQuality::loss
};

/// The response to the forces `f`. The vectors are valid on the master. Collective.
StructuralSolution structural_solution(
    common::Factor& factor, const la::Vector& f, const common::StageContext& context);

/// Rows of the assembled matrix, which is complex symmetric: both triangles.
using AssembledMatrix = Eigen::SparseMatrix<core::Complex, Eigen::RowMajor>;

/// The rows of the assembled matrix that a rank has: an equal part, in the order of the ranks.
inline la::IndexRange assembled_rows(la::Index size, int rank, int ranks) {
  return la::IndexRange{0, size}.part(rank, ranks);
}

/// The sparsity of some rows of the assembled matrix, and the place of each entry of the element
/// matrices in them. It is computed once, because it is the same at all frequencies.
class AssemblyPattern {
 public:
  /// Throws core::RunError if the rows have more than `most` entries: a core::Index numbers no
  /// more.
  AssemblyPattern(const common::ElementSystem& elements, la::IndexRange rows,
      core::Count most = std::numeric_limits<core::Index>::max());

  /// The sum over the elements, added in their order. `elements` must have the degrees of freedom
  /// that this pattern was made for. Only elements that touch the rows are computed; rigid-body
  /// motions touch all.
  AssembledMatrix assemble(const common::ElementSystem& elements) const;

  const la::IndexRange& rows() const { return rows_; }
  /// The number of the body of each unknown, of any row. No entry joins two bodies. Bodies are
  /// numbered from 0 in the order of their first unknowns.
  const std::vector<core::Index>& body_of_unknown() const { return body_of_unknown_; }

  /// Bytes of the pattern and of a matrix that it assembles.
  core::Count bytes() const;
  /// What each row adds to bytes().
  static std::vector<core::Count> bytes_of_rows(const common::ElementSystem& elements);

 private:
  /// An element that touches the rows.
  struct Touching {
    core::Index element = 0;
    std::vector<core::Index> places;  ///< among the values, by column, the rows from here alone; -1
                                      ///< if a support holds the column
  };

  void find_bodies(const common::ElementSystem& elements);

  la::IndexRange rows_;
  std::vector<core::Index> begin_{0}, columns_;  ///< entries of the sum, by rows
  std::vector<Touching> touching_;
  std::vector<core::Index> body_of_unknown_;
};

/// How well a solution of the structure's equations is determined.
struct StructuralQuality {
  /// |g - A v| / (|A| |v| + |g|) in the maximum norm, with |A| and |v| by entry. It is computed for
  /// the displacements of each body, and for the amplitudes of its rigid-body motions, whose
  /// equations are small beside the others. The result is the greatest of these.
  double backward_error = 0;
  /// Relative change of v^T g, the work of the forces g = A v, that rounding the entries of A is
  /// expected to make. Rounding changes A by E and the work by v^T E v to first order; with
  /// independent errors of half a unit in the last place the expected change is eps/2 (sum |v_i
  /// A_ij v_j|^2)^(1/2).
  double rounding = 0;
  /// v^H Im(A) v, J. Im(A) = -eta K by region, with the loss factor eta, since M is real: no
  /// rounding of the inertia, or of rigid-body motions, enters.
  double loss = 0;
};

/// The assembled matrix A: A_s, or T^T A_s T if rigid-body motions are free. Each rank has some
/// rows. Vectors are read and valid on the master.
class AssembledSystem {
 public:
  /// Collective.
  AssembledSystem(const common::ElementSystem& elements, const common::StageContext& context);
  /// `pattern` is made for these elements, at any frequency, and the rows of this rank. Collective.
  AssembledSystem(const AssemblyPattern& pattern, const common::ElementSystem& elements,
      const common::StageContext& context);

  /// g - A v, each entry accumulated in extended precision (long double) and rounded once.
  /// Collective.
  la::Vector residual(la::Vector v, la::Vector g, const common::StageContext& context) const;

  /// Collective.
  StructuralQuality quality(la::Vector v, la::Vector g, const common::StageContext& context) const;

  /// The positive scale D, on every rank: the largest entry of each row of D A D is about 1, for
  /// any materials and any unit of an amplitude (Ruiz, A scaling algorithm to equilibrate both rows
  /// and columns norms in matrices, 2001).
  const la::RealVector& scale() const { return scale_; }
  /// |D A D| in the 1-norm, on every rank.
  double scaled_norm() const { return scaled_norm_; }

 private:
  void equilibrate(const common::StageContext& context);
  void share(la::Vector& v, la::Vector& g, const common::StageContext& context) const;
  la::Vector own_residual(const la::Vector& v, const la::Vector& g) const;
  /// Calls visit(row, entry) for each entry of the own rows.
  template <class Visit>
  void for_each_entry(Visit&& visit) const;

  AssembledMatrix matrix_;  ///< own rows
  la::IndexRange rows_;
  la::RealVector scale_;
  double scaled_norm_ = 0;
  std::vector<core::Index>
      group_;  ///< by unknown: twice the number of its body, plus 1 for an amplitude
};

/// The condition estimate |D A D| |(D A D)^{-1}| in the 1-norm. The second factor is estimated from
/// about five solves. `system` belongs to `factor`. The result is valid on the master. Collective.
double structural_condition(
    const AssembledSystem& system, common::Factor& factor, const common::StageContext& context);

}  // namespace febem::driver
