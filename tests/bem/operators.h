// The kernels by their definitions, and the rows of the four operators, for tests.
#pragma once

#include "bem/collocation.h"
#include "support/catch.h"

namespace febem::bem {

struct Kernels {
  Complex s = 0, k = 0, n = 0;
};

/// G, dG/dn_y and d2G/dn_x dn_y.
inline Kernels kernels(const Vec3& x, const Vec3& n_x, const Vec3& y, const Vec3& n_y, double k) {
  const Vec3 d = x - y;
  const double r = d.norm();
  const Complex u(-1 / r, k), g = std::polar(1 / (4 * core::pi * r), k * r), first = u * g;
  const Complex second = (u * u + 1 / (r * r)) * g;
  return {g, -first * d.dot(n_y) / r,
      -((second - first / r) * d.dot(n_x) * d.dot(n_y) / (r * r) + first / r * n_x.dot(n_y))};
}

/// Rows of S, K, K' and N.
using OperatorRows = std::array<la::Vector, 4>;

inline OperatorRows operators(
    const RowIntegrals& integrals, Index unknowns, const FieldPoint& at, double k) {
  OperatorRows rows;
  rows.fill(la::Vector(unknowns));
  const auto span = [&](int row) {
    return std::span(rows[row].data(), static_cast<std::size_t>(unknowns));
  };
  for (const RowEquation& equation : {RowEquation{k, 0, 0, 1}, RowEquation{k, 1, 0, 0}}) {
    const int first = equation.hypersingular() ? 2 : 0;
    CHECK(integrals.row(at, equation, span(first + 1), span(first)).flops ==
          integrals.row(at, equation, {}, {}).flops);
    rows[first + 1] = -rows[first + 1];
  }
  return rows;
}

/// At collocation point i.
inline OperatorRows operators(const CollocationSurface& surface, double k, Index i) {
  const auto& space = surface.space;
  return operators(*surface.integrals, space.size(), {space.points[i], space.normals[i], i}, k);
}

}  // namespace febem::bem
