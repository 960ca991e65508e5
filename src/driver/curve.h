// A curve over frequency from few solutions.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "driver/reduced_basis.h"
#include "driver/stage_drivers.h"
#include "io/results.h"
#include "la/rational_interpolant.h"

namespace febem::driver {

/// The number of solutions that the curve through a case is expected to take, from fits of spheres,
/// cat's eyes and cylinders (docs/sweeps.md), which deviate by a third as a rule. Without the
/// resonances of a structure, each of which takes about one more.
double expected_solutions(const cases::Case& problem, const cases::Model& model);

/// The curve through some frequencies of a sweep, on the master. Chooses which to solve, one after
/// the other, and interpolates surface pressure and velocity of all load cases at the others by
/// one rational function (la/rational_interpolant.h): they have the same poles. All other results
/// follow from them by the operators at each frequency.
///
/// If that has not come to an end after many solutions, but the displacements have hardly any part
/// that is not in the span of earlier ones, the structure in that span (reduced_basis.h) takes the
/// place of the interpolant. It is checked where the last shapes change most. A solution that is
/// not within the tolerance there joins the shapes; after some rounds the interpolant comes back.
///
/// The error of a solution is twice that of its prediction before it joins, or four times in that
/// span, of all its results: |a - b| over the larger of |b| and a tenth of the largest |b| of its
/// kind in the load case, for each pressure, and for the root of the power in the far field. When
/// two solutions in a row are within the tolerance, the results between solutions are compared
/// with those without the last solution; where they differ by more, the search goes on. Then some
/// random frequencies are solved. They check the curve and do not join it, unless one is not
/// within the tolerance: then the search goes on. It gives up when half of the frequencies are
/// solved, and asks for all.
class Curve {
 public:
  /// `tolerance` in dB. Refers to the sweep and to the messenger, whose other ranks are in
  /// help_interpolation() during next() and at().
  Curve(const Sweep& sweep, std::vector<double> hz, double tolerance,
      const comm::Messenger& messages);

  /// Where the answers of the fluid to the shapes must be added next, Hz; none when they are known,
  /// or not needed. To be asked before next().
  std::optional<double> next_fluid();
  la::Index shapes() const { return basis_->shapes(); }
  la::Matrix normal() const { return basis_->normal(); }
  void add_fluid(double hz, const la::Matrix& answers) { basis_->add_fluid(hz, answers); }

  /// The numbers of at most `most` frequencies to solve next, or of all suspects; none at the end.
  /// Each must then be added.
  std::vector<core::Index> next(int most);
  void add(core::Index number, const std::vector<io::FrequencySolution>& solutions);

  /// The solutions at a frequency that is no sample, by load case.
  std::vector<io::FrequencySolution> at(core::Index number) const { return at(number, false); }

  io::CurveFigures figures() const;
  /// "12 solved, error 0.3 dB"
  std::string progress() const;

 private:
  std::vector<io::FrequencySolution> at(core::Index number, bool before) const;
  la::Vector joined(double hz, const std::vector<io::FrequencySolution>& solutions);
  std::vector<core::Index> ordered() const;
  std::vector<core::Index> greedy(int most) const;
  std::vector<core::Index> changed(int most);
  std::vector<core::Index> suspects() const;
  std::vector<core::Index> drawn(int most);

  const Sweep& sweep_;
  const comm::Messenger& messages_;
  std::vector<double> hz_;
  /// dB. The search has a smaller one if losses are small: far from a narrow resonance that is as
  /// high as the rest there is no more of it than the loss factor.
  double tolerance_, search_;
  la::RationalInterpolant interpolant_;
  std::vector<double> scales_;                 ///< of pressure and velocity of each load case
  std::optional<ReducedBasis> basis_;          ///< only with a structure
  bool can_reduce_ = false, reduced_ = false;  ///< the basis can stand, stands, for the interpolant
  int spanned_ = 0;                 ///< solutions in a row of which the basis had nearly all
  int rounds_ = 0, suspected_ = 0;  ///< of suspects; in the last one
  std::vector<bool> sampled_;
  std::vector<core::Index> asked_;                             ///< by next(), not yet added
  std::vector<std::vector<io::FrequencySolution>> predicted_;  ///< of `asked_`
  int good_ = 0, checked_ = 0;  ///< solutions in a row within the tolerance; at random
  bool checking_ = false, gave_up_ = false;
  double change_ = 0;           ///< by the last solution that joined, dB
  std::vector<double> errors_;  ///< of all predictions, dB
  std::mt19937_64 random_{1};
};

}  // namespace febem::driver
