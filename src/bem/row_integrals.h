// The integrals in a row of the boundary element matrices, for panels of any order.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "bem/boundary_space.h"
#include "bem/panel_kernels.h"

namespace febem::bem {

/// A point and its normal n_x. Where it is a collocation point, `unknown` is its number.
struct FieldPoint {
  static constexpr Index none = -1;
  Vec3 x, normal;
  Index unknown = none;

  Observer observer() const { return {x.x(), x.y(), x.z(), normal.x(), normal.y(), normal.z()}; }
};

/// The cost of a row: real operations of the kernels at all quadrature points, pairs of a point and
/// an unknown, and how many pairs of a point and a panel are near.
struct RowCost {
  core::Count flops = 0, pairs = 0, near_pairs = 0;
};

/// The quadrature of a surface. Immutable. It does not depend on frequency.
class RowIntegrals {
 public:
  virtual ~RowIntegrals() = default;

  /// h = -(cbie K + alpha N) and b = cbie S + alpha K', one entry for each unknown. With empty h
  /// and b it only counts. With order 0, K' is there at collocation points only.
  virtual RowCost row(const FieldPoint& at, const RowEquation& equation, std::span<Complex> h,
      std::span<Complex> b) const = 0;
};

/// The integrals over the panels of `space`, a space on `surface`. Refers to all three, which must
/// outlive the result. Memory: with order 0 about 1 KiB a panel, with order 1 or 2 about 8 KiB.
std::unique_ptr<const RowIntegrals> row_integrals(
    const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels);

/// A Gauss rule of `order` points in each direction, for panels whose centre is `from` radii or
/// more away. Tables of such rules begin with the farthest.
struct DistanceRule {
  double from;
  int order;
};
/// The first rule that is enough at a distance, whose square in radii is `squared`; rules.size() if
/// there is none.
template <std::size_t size>
std::size_t first_enough(const std::array<DistanceRule, size>& rules, double squared) {
  std::size_t rule = 0;
  while (rule < size && squared < rules[rule].from * rules[rule].from) ++rule;
  return rule;
}

/// h and b of many panels or points, as the kernels write them. Undefined until they are written.
class RowSums {
 public:
  /// `count` is a multiple of `padding`.
  explicit RowSums(std::size_t count)
      : count_(count), values_(std::make_unique_for_overwrite<double[]>(row_parts * count)) {}

  /// The arrays for the kernels to write to, from number `first` on.
  RowArrays from(std::size_t first = 0) {
    double* const at = &values_[first];
    return {{at, at + count_, at + 2 * count_, at + 3 * count_}};
  }
  Complex h(std::size_t p) const { return value(p, 0); }
  Complex b(std::size_t p) const { return value(p, 2); }

  void clear(std::size_t p) {
    for (std::size_t part = 0; part < row_parts; ++part) values_[part * count_ + p] = 0;
  }
  /// Adds number q of `other` to number p.
  void add(std::size_t p, const RowSums& other, std::size_t q) {
    for (std::size_t part = 0; part < row_parts; ++part)
      values_[part * count_ + p] += other.values_[part * other.count_ + q];
  }

 private:
  Complex value(std::size_t p, std::size_t part) const {
    constexpr double inverse_of_4_pi = 1 / (4 * core::pi);
    return inverse_of_4_pi * Complex(values_[part * count_ + p], values_[(part + 1) * count_ + p]);
  }

  std::size_t count_;
  std::unique_ptr<double[]> values_;
};

}  // namespace febem::bem
