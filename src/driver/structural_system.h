// The structural system: its elements as the input of stage 1; the assembled matrix with its
// sparsity, backward error and condition estimate; and solutions with its factor.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "cases/model.h"
#include "fem/rigid_body.h"
#include "la/index_range.h"
#include "stages/common/element_system.h"
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

/// The responses to so many forces, the columns of `f`, n_s rows. The vectors are valid on the
/// master. Collective.
std::vector<StructuralSolution> structural_solutions(common::Factor& factor, const la::Matrix& f,
    la::Index count, const common::StageContext& context);

/// The rows of the assembled matrix that a rank has: an equal part, in the order of the ranks.
inline la::IndexRange assembled_rows(la::Index size, int rank, int ranks) {
  return la::IndexRange{0, size}.part(rank, ranks);
}

/// Some rows of the assembled structure, both triangles, by its parts that are the same at all
/// frequencies: A(omega) = K - omega^2 M, K with its losses.
class AssembledStructure {
 public:
  using Parts = std::function<fem::UnknownsMatrices(la::Index position)>;

  /// The sum over the elements, added in their order. parts(position) are those of an element; only
  /// elements that touch the rows are computed, and rigid-body motions touch all. Throws
  /// core::RunError if the rows have more than `most` entries: a core::Index numbers no more.
  AssembledStructure(const common::ElementSystem& elements, const Parts& parts, la::IndexRange rows,
      core::Count most = std::numeric_limits<core::Index>::max());

  la::Index size() const { return std::ssize(group_); }
  const la::IndexRange& rows() const { return rows_; }
  core::Count entries() const { return std::ssize(columns_); }
  /// The group of each unknown, of any row: twice the number of its body, plus 1 for the amplitude
  /// of a rigid-body motion. No entry joins two bodies. Bodies are numbered from 0 in the order of
  /// their first unknowns.
  const std::vector<core::Index>& groups() const { return group_; }

  /// Calls visit(row, columns of its entries, place of the first; the others follow).
  template <class Visit>
  void for_each_row(Visit&& visit) const {
    for (la::Index row = 0; row < rows_.size(); ++row)
      visit(rows_.begin + row,
          std::span(columns_).subspan(begin_[row], begin_[row + 1] - begin_[row]), begin_[row]);
  }
  /// The entry of A at a place.
  core::Complex entry(double omega, core::Index place) const {
    return stiffness_[place] - omega * omega * mass_[place];
  }

  core::Count bytes() const;
  /// What each row adds to bytes().
  static std::vector<core::Count> bytes_of_rows(const common::ElementSystem& elements);

 private:
  void find_groups(const common::ElementSystem& elements);

  la::IndexRange rows_;
  std::vector<core::Index> begin_{0}, columns_;  ///< entries by rows
  la::Vector stiffness_;
  la::RealVector mass_;
  std::vector<core::Index> group_;
};

/// The structure of a model, assembled in the rows of a rank.
std::shared_ptr<const AssembledStructure> assembled_structure(
    const cases::Model& model, int rank, int ranks);

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
  /// v^H Im(A) v, J, without circuits. Im(A) = -eta K by region, with the loss factor eta, since M
  /// is real: no rounding of the inertia, or of rigid-body motions, enters.
  double loss = 0;
};

/// The assembled matrix A at one frequency: A_s, or T^T A_s T if rigid-body motions are free. Each
/// rank has some rows. Vectors are read and valid on the master.
class AssembledSystem {
 public:
  /// omega is in rad/s; `circuits` as fem::circuits() gives them. Collective.
  AssembledSystem(std::shared_ptr<const AssembledStructure> structure, double omega,
      const common::StageContext& context,
      const std::map<core::Index, core::Complex>& circuits = {});
  /// The matrix of any elements. Collective.
  AssembledSystem(const common::ElementSystem& elements, const common::StageContext& context);

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
  core::Complex entry(core::Index place) const;
  void equilibrate(const common::StageContext& context);
  void share(la::Vector& v, la::Vector& g, const common::StageContext& context) const;
  la::Vector own_residual(const la::Vector& v, const la::Vector& g) const;

  std::shared_ptr<const AssembledStructure> structure_;
  double omega_;
  std::map<core::Index, core::Complex> circuits_;  ///< by place
  la::RealVector scale_;
  double scaled_norm_ = 0;
};

/// The condition estimate |D A D| |(D A D)^{-1}| in the 1-norm. The second factor is estimated from
/// about five solves. `system` belongs to `factor`. The result is valid on the master. Collective.
double structural_condition(
    const AssembledSystem& system, common::Factor& factor, const common::StageContext& context);

}  // namespace febem::driver
