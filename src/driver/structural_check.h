// Backward error and condition estimate of the structural system.
#pragma once

#include "driver/assembly_pattern.h"
#include "execution/stage_context.h"
#include "la/matrix.h"
#include "pipeline/element_system.h"
#include "pipeline/factor.h"

namespace febem::driver {

/// A_s, or T^T A_s T where rigid-body motions are free, assembled from the elements; A below.
class AssembledSystem {
 public:
  explicit AssembledSystem(const pipeline::ElementSystem& elements) : AssembledSystem(AssemblyPattern(elements), elements) {}
  /// `pattern` is of these elements, at whatever frequency.
  AssembledSystem(const AssemblyPattern& pattern, const pipeline::ElementSystem& elements);

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
double structural_condition(const AssembledSystem* system, pipeline::Factor& factor,
                            const execution::StageContext& context);

}  // namespace febem::driver
