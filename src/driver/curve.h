// A curve over frequency from few solutions.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "driver/stage_drivers.h"
#include "io/results.h"
#include "la/rational_interpolant.h"

namespace febem::driver {

/// The curve through some frequencies of a sweep, on the master. Chooses which to solve, one after
/// the other, and interpolates surface pressure and displacement of all load cases at the others by
/// one rational function (la/rational_interpolant.h): they have the same poles. All other results
/// follow from them by the operators at each frequency.
///
/// The error of a solution is that of its prediction before it joins, of all its results: |a - b|
/// over the larger of |b| and a tenth of the largest |b| of its kind in the load case, for each
/// pressure, and for the root of the power in the far field. When three solutions in a row are
/// within the tolerance, some at random frequencies are solved. If they are not within the
/// tolerance, the search goes on.
class Curve {
 public:
  /// `tolerance` in dB. Refers to the sweep.
  Curve(const Sweep& sweep, std::vector<double> hz, double tolerance);

  /// The numbers of at most `most` frequencies to solve next; none at the end. Each must then be
  /// added.
  std::vector<core::Index> next(int most);
  void add(core::Index number, const std::vector<io::FrequencySolution>& solutions);

  /// The solutions at a frequency that is no sample, by load case.
  std::vector<io::FrequencySolution> at(core::Index number) const;

  io::CurveFigures figures() const;
  /// "12 solved, error 0.3 dB"
  std::string progress() const;

 private:
  la::Vector joined(const std::vector<io::FrequencySolution>& solutions);
  std::vector<core::Index> greedy(int most) const;
  std::vector<core::Index> drawn(int most);

  const Sweep& sweep_;
  std::vector<double> hz_;
  double tolerance_;
  la::RationalInterpolant interpolant_;
  std::vector<double> scales_;  ///< of pressure and displacement of each load case
  fem::SparseMatrix loss_;      ///< -Im A_s
  std::vector<bool> sampled_;
  std::vector<core::Index> asked_;                             ///< by next(), not yet added
  std::vector<std::vector<io::FrequencySolution>> predicted_;  ///< of `asked_`
  int good_ = 0, checked_ = 0;  ///< solutions in a row within the tolerance; at random
  bool checking_ = false;
  std::vector<double> errors_;  ///< of all predictions, dB
  std::mt19937_64 random_{1};
};

}  // namespace febem::driver
