// Integrals of the kernels over panels, one array a part, as the inner loops write them.
#pragma once

#include <memory>

#include "bem/formulation.h"
#include "bem/panel_kernels.h"

namespace febem::bem {

/// Sums times 4 pi, one entry a pair of a point and a panel. Undefined until written.
class PanelSums {
 public:
  /// `count` is a multiple of `padding`.
  PanelSums(std::size_t count, Terms terms)
      : terms_(terms), count_(count), values_(std::make_unique_for_overwrite<double[]>(2 * (static_cast<std::size_t>(terms) + 1) * count)) {}

  core::Count points = 0;  ///< quadrature points that count

  Terms terms() const { return terms_; }
  /// From entry `first` on.
  SumArrays arrays(std::size_t first = 0) { return {at(2, first), at(3, first), at(0, first), at(1, first), at(4, first), at(5, first)}; }

  Complex g(std::size_t p) const { return {values_[2 * count_ + p], values_[3 * count_ + p]}; }  ///< int G
  Complex t(std::size_t p) const { return {values_[p], values_[count_ + p]}; }                   ///< int G'/r
  Complex e(std::size_t p) const { return {values_[4 * count_ + p], values_[5 * count_ + p]}; }  ///< int (G'' - G'/r) (d.n_x) / r^2

  void clear(std::size_t p) {
    for (std::size_t part = 0; part < parts(); ++part) values_[part * count_ + p] = 0;
  }
  /// Adds entry q of another with the same terms to entry p.
  void add(std::size_t p, const PanelSums& other, std::size_t q) {
    for (std::size_t part = 0; part < parts(); ++part) values_[part * count_ + p] += other.values_[part * other.count_ + q];
  }

 private:
  std::size_t parts() const { return 2 * (static_cast<std::size_t>(terms_) + 1); }
  /// Null for what is not asked for.
  double* at(std::size_t part, std::size_t first) { return part < parts() ? &values_[part * count_ + first] : nullptr; }

  Terms terms_;
  std::size_t count_;
  std::unique_ptr<double[]> values_;
};

}  // namespace febem::bem
