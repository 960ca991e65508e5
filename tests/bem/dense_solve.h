// Forms and solves the whole boundary element system on one process, for tests.
#pragma once

#include "bem/collocation.h"
#include "bem/incident_field.h"
#include "la/matrix.h"

namespace febem::bem {

using Equation = Formulation(double wavenumber, const mesh::Surface& surface);

inline Formulation plain(double wavenumber, const mesh::Surface& surface) {
  return cbie(wavenumber, surface);
}

struct Matrices {
  la::Matrix h, b;
};

inline Matrices form(const Collocation& collocation) {
  const Index n = collocation.size();
  // Columns of the transposes are rows, contiguous as row() fills them.
  la::Matrix h(n, n), b(n, n);
  for (Index i = 0; i < n; ++i) {
    const auto column = [n, i](la::Matrix& matrix) {
      return std::span<Complex>(matrix.col(i).data(), n);
    };
    collocation.row(i, column(h), column(b));
  }
  return {h.transpose(), b.transpose()};
}

extern "C" void zgesv_(const int* n, const int* columns, Complex* a, const int* lda, int* pivots,
    Complex* b, const int* ldb, int* info);

/// The solution of a x = b, one column for each of b.
inline la::Matrix solve(la::Matrix a, la::Matrix b) {
  const int n = static_cast<int>(a.rows()), columns = static_cast<int>(b.cols());
  std::vector<int> pivots(n);
  int info = 0;
  zgesv_(&n, &columns, a.data(), &n, pivots.data(), b.data(), &n, &info);
  return b;
}

/// The pressure on surfaces that move: H p = -B q, a column for each of q = dp/dn.
inline la::Matrix radiated(const Collocation& collocation, const la::Matrix& q) {
  const auto [h, b] = form(collocation);
  return solve(h, -(b * q));
}

/// The pressure on a rigid surface.
inline la::Vector scattered(const Collocation& collocation, const IncidentField& incident) {
  return solve(
      form(collocation).h, incident.p + collocation.formulation().alpha.cwiseProduct(incident.q));
}

/// sqrt(sum M |p - exact|^2 / sum M |exact|^2)
inline double relative_error(
    const BoundarySpace& space, const la::Vector& p, const la::Vector& exact) {
  const la::RealVector areas = la::RealVector::Map(space.mass.data(), space.size());
  return std::sqrt((p - exact).cwiseAbs2().dot(areas) / exact.cwiseAbs2().dot(areas));
}

}  // namespace febem::bem
