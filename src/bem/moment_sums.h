// The moments of h and b (panel_kernels.h) over points that are added line by line.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "bem/panel_kernels.h"
#include "mesh/curved_panel.h"

namespace febem::bem {

using mesh::CurvedPanel;
using mesh::PanelLine;
using mesh::Vec3;
using mesh::Vector2d;

/// Positions and weights of a rule on a line, padded.
struct LineRule {
  static constexpr int capacity = 96;
  std::array<double, capacity> t, weight;
  int size = 0;

  void append(double at, double with) {
    t[size] = at;
    weight[size++] = with;
  }
  /// Repeats the last position, without weight.
  void pad() {
    for (std::size_t q = size; q < padded(size); ++q) {
      t[q] = t[size - 1];
      weight[q] = 0;
    }
  }
};

/// The Gauss rule of n points on [-1, 1], 1 <= n <= LineRule::capacity.
const LineRule& gauss_rule(int n);
/// The number of Gauss points for an interval of this length, where the integrand has poles at the
/// distance pi/2 from the real axis: the error falls as e^{-2 n asinh(pi / length)}.
int gauss_points(double length, double minus_half_log_of_error, double more);

class MomentSums {
 public:
  MomentSums(
      const PanelKernels& kernels, const RowEquation& row, const Observer& observer, int order)
      : kernels_(kernels), row_(row), observer_(observer), order_(order),
        points_(std::make_unique_for_overwrite<double[]>(arrays * capacity)) {}

  /// Adds the points of a rule on a line. J is multiplied by weight[0] + t weight[1] and the
  /// weights of the rule.
  void add(const PanelLine& line, const LineRule& rule, std::array<double, 2> weight) {
    if (used_ + padded(rule.size) > capacity) integrate();
    LineCoefficients c{{}, {}, {}, {line.from[0], line.direction[0]},
        {line.from[1], line.direction[1]}, {weight[0], weight[1]}};
    std::memcpy(c.y, line.y.data(), sizeof c.y);
    std::memcpy(c.along_r, line.along_r.data(), sizeof c.along_r);
    std::memcpy(c.along_s, line.along_s.data(), sizeof c.along_s);
    kernels_.along_line(
        c, rule.t.data(), rule.weight.data(), padded(rule.size), area_arrays(array(0), capacity));
    used_ += rule.size;
  }
  /// Adds points of which arrays exist.
  void add(const AreaPoints& points, std::size_t count) {
    kernels_.of_panel(row_, observer_, points, count, order_, sums_);
  }

  /// The moments times 4 pi. The next points make new ones.
  PanelMoments& finish() {
    integrate();
    return sums_;
  }
  void clear() {
    for (auto& part : sums_) std::fill(std::begin(part), std::end(part), 0.0);
  }

 private:
  static constexpr std::size_t arrays = area_arrays_total, capacity = 192;

  double* array(std::size_t number) { return &points_[number * capacity + used_]; }
  void integrate() {
    if (used_ == 0) return;
    const std::size_t count = padded(used_);
    // Up to there the last point again, without area: a position of any values could be no number,
    // which zero times is none either.
    for (std::size_t number = 0; number < arrays; ++number) {
      const bool is_area = number >= 3 && number < 7;
      std::fill(array(number), array(number) + (count - used_), is_area ? 0.0 : array(number)[-1]);
    }
    used_ = 0;
    add(area_arrays<const double>(array(0), capacity), count);
  }

  const PanelKernels& kernels_;
  RowEquation row_;
  Observer observer_;
  int order_;
  std::size_t used_ = 0;
  std::unique_ptr<double[]> points_;
  PanelMoments sums_ = {};
};

}  // namespace febem::bem
