// The rows of the four operators, for tests.
#pragma once

#include <array>

#include "bem/collocation.h"
#include "support/catch.h"

namespace febem::bem {

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
