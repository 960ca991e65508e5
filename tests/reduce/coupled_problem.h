// A small coupled problem on a lattice, and the same algebra with whole matrices on one process.
#pragma once

#include <Eigen/LU>
#include <memory>
#include <vector>

#include "la/norms.h"
#include "merge/element_systems.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/random_matrix.h"

namespace febem::test {

using core::Complex;
using la::Vector;

/// The analysis for stage 3 with this factor.
inline std::shared_ptr<const analysis::Analysis> analysis_of(
    const common::Factor& factor, const fem::SparseMatrix& coupling) {
  auto result = std::make_shared<analysis::Analysis>();
  result->coupling = fem::forces_on_unknowns(factor.motions, coupling);
  if (factor.subdomains) {
    result->tree = factor.subdomains->tree;
    result->surface = surface_tree(*result->tree, result->coupling);
  }
  return result;
}

/// Panels on a few cells of a lattice, several to some of them, in an order that has nothing to do
/// with the lattice's.
struct CoupledProblem {
  common::ElementSystem structure;
  Index panels;
  Matrix h, b;
  Matrix incident, force;  ///< a column for each load case
  fem::SparseMatrix coupling;
  std::vector<double> areas;

  explicit CoupledProblem(common::ElementSystem system, Index count, Index loads = 1)
      : structure(std::move(system)), panels(count), h(random_matrix(count, count, 1)),
        b(random_matrix(count, count, 2)), incident(random_matrix(count, loads, 3)),
        force(random_matrix(structure.size, loads, 5)), coupling(structure.size, count) {
    for (Index j = 0; j < panels; ++j) {
      areas.push_back(0.5 + 0.1 * j);
      const auto& dofs =
          structure.dofs[static_cast<std::size_t>(17 * j / 2 % structure.elements())];
      for (std::size_t k = 0; k < dofs.size(); ++k)
        if (k != static_cast<std::size_t>(j % 5))
          coupling.coeffRef(dofs[k], j) += 0.3 + static_cast<double>(k) - 0.05 * j;
    }
    if (panels > 3) coupling.col(3) *= 0.0;
    coupling.prune(0.0);
  }

  la::OwnedRows owned(const Matrix& a, const la::RowMap& map, int rank) const {
    la::OwnedRows rows{map, Matrix(panels, map.local_rows(rank))};
    for (const Index row : map.rows_of(rank))
      rows.values.col(map.local(row)) = a.row(row).transpose();
    return rows;
  }

  reduce::SurfaceCondition condition(common::Factor& factor, int rank) const {
    reduce::SurfaceCondition surface;
    surface.loads = force.cols();
    if (rank == core::master) surface.incident = incident, surface.force = force;
    surface.factor = &factor;
    surface.coupling = &coupling;
    surface.analysis = analysis_of(factor, coupling);
    surface.mass = areas;
    surface.omega_squared_rho = 0.7;
    return surface;
  }

  struct Reduced {
    Matrix a, b;
  };
  /// H - omega^2 rho B C A_s^{-1} T and its right-hand side, by whole matrices.
  Reduced reduced() const {
    const Matrix a_s = assembled(structure), t = Matrix(coupling.cast<Complex>());
    Matrix c = t.transpose();
    for (Index j = 0; j < panels; ++j) c.row(j) /= areas[static_cast<std::size_t>(j)];
    const Matrix bc = b * c * 0.7;
    return {h - bc * a_s.partialPivLu().solve(t), incident - bc * a_s.partialPivLu().solve(force)};
  }
};

/// Largest difference of own rows from those of the whole system, relative to the largest entry.
inline double error(
    const common::System& system, const CoupledProblem::Reduced& expected, int rank) {
  const auto& rows = std::get<common::DenseSystem>(system);
  const auto& [a, b] = expected;
  double largest = 0;
  const auto& map = rows.matrix.map;
  for (const Index row : map.rows_of(rank)) {
    const Index j = map.local(row);
    largest = la::larger(largest, la::max_norm(rows.matrix.values.col(j) - a.row(row).transpose()));
    largest = la::larger(largest, la::max_norm(rows.right_hand_side.row(j) - b.row(row)));
  }
  return largest / la::larger(la::max_norm(a), la::max_norm(b));
}

/// The error against H - omega^2 rho B C A_s^{-1} T and its right-hand side.
inline double error(const common::System& system, const CoupledProblem& problem, int rank) {
  return error(system, problem.reduced(), rank);
}

inline const std::vector<comm::StrategyNames> strategies{{"star", "whole", "blocking"},
    {"binomial", "256", "ack"}, {"star", "1KiB", "window:2"}, {"native", "512", "sync"}};

}  // namespace febem::test
