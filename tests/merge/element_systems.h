// Synthetic systems: a lattice of cells whose element matrices are random, complex symmetric and
// indefinite.
#pragma once

#include <functional>
#include <random>
#include <utility>

#include "stages/common/element_system.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/solve.h"
#include "support/assembled.h"

namespace febem::test {

using la::Index;
using la::Matrix;

/// nx x ny square cells with one degree of freedom a corner; elements column by column. Each
/// element matrix is symmetric with entries of modulus up to 1 and `shift` added on the diagonal.
inline common::ElementSystem lattice(Index nx, Index ny, core::Complex shift) {
  common::ElementSystem system;
  system.size = (nx + 1) * (ny + 1);
  for (Index x = 0; x < nx; ++x)
    for (Index y = 0; y < ny; ++y) {
      const Index corner = x * (ny + 1) + y,
                  corners[] = {corner, corner + 1, corner + ny + 1, corner + ny + 2};
      system.dofs.emplace_back(std::begin(corners), std::end(corners));
    }
  system.matrix = [shift](Index element) {
    std::mt19937 random(static_cast<unsigned>(element) + 1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Matrix a(4, 4);
    for (Index j = 0; j < 4; ++j)
      for (Index i = 0; i <= j; ++i) a(i, j) = a(j, i) = {uniform(random), uniform(random)};
    a.diagonal().array() += shift;
    return a;
  };
  system.matrix_flops = [](Index element) { return core::Count{16} + element % 3; };
  const std::vector<core::Index> weights(system.dofs.size(), 1);
  system.dissection = std::make_shared<la::Dissection>(la::dissect(system.dofs, weights));
  return system;
}

/// Systems that share nothing, as separate bodies do, in one.
inline common::ElementSystem side_by_side(std::vector<common::ElementSystem> bodies) {
  common::ElementSystem system;
  std::vector<std::pair<std::size_t, Index>>
      place;  // of each element: its body, and its number there
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    for (Index e = 0; e < bodies[b].elements(); ++e) {
      auto& dofs = system.dofs.emplace_back(bodies[b].dofs[e]);
      for (auto& dof : dofs)
        if (dof >= 0) dof += static_cast<core::Index>(system.size);
      place.emplace_back(b, e);
    }
    system.size += bodies[b].size;
  }
  const std::vector<core::Index> weights(system.dofs.size(), 1);
  system.dissection = std::make_shared<la::Dissection>(la::dissect(system.dofs, weights));
  system.matrix_flops = [bodies, place](Index e) {
    return bodies[place[e].first].matrix_flops(place[e].second);
  };
  system.matrix = [bodies = std::move(bodies), place = std::move(place)](
                      Index e) { return bodies[place[e].first].matrix(place[e].second); };
  return system;
}

/// The system, of which every front that ranks share has its columns spread over them, so many at a
/// time.
inline common::ElementSystem spread(common::ElementSystem system, Index width) {
  system.spreading = {0, width};
  return system;
}

/// Bodies of equal and of different sizes; of one element each, so that there are more than ranks;
/// one large and one small.
inline std::vector<common::ElementSystem> forests() {
  return {side_by_side({lattice(8, 5, 0.3), lattice(8, 5, 0.4)}),
      side_by_side({lattice(13, 2, 0.3), lattice(1, 1, 0.5), lattice(7, 6, 0.2)}),
      side_by_side(std::vector(20, lattice(1, 1, 0.5))),
      side_by_side({lattice(19, 6, 0.3), lattice(2, 1, 0.5)})};
}

/// A lattice of springs that nothing holds: the constant vector is in the null space of each
/// element matrix.
inline common::ElementSystem free_springs(Index nx, Index ny) {
  auto system = lattice(nx, ny, 0.0);
  system.matrix = [](Index) {
    Matrix a = Matrix::Constant(4, 4, -1.0);
    a.diagonal().setConstant(3.0);
    return a;
  };
  return system;
}

/// The system with its element matrices changed by `change(element, matrix)`.
inline common::ElementSystem changed(
    common::ElementSystem system, std::function<void(Index, Matrix&)> change) {
  system.matrix = [matrix = system.matrix, change = std::move(change)](Index element) {
    Matrix a = matrix(element);
    change(element, a);
    return a;
  };
  return system;
}

/// A lattice in which what is not eliminated at the root of its dissection is small: beside the
/// root's separator there is no good pivot below it.
inline common::ElementSystem delaying_lattice(Index nx, Index ny) {
  const auto system = lattice(nx, ny, 1.0);
  const auto tree = elimination_tree(system, 1);
  const Index root = std::ssize(tree.nodes) - 1;
  return changed(system, [tree, root, dofs = system.dofs](Index e, Matrix& a) {
    for (Index j = 0; j < a.cols(); ++j)
      for (Index i = 0; i < a.rows(); ++i)
        if (tree.node_of_dof[dofs[e][i]] != root && tree.node_of_dof[dofs[e][j]] != root)
          a(i, j) *= 1e-5;
  });
}

/// The matrix as a whole.
inline Matrix assembled(const common::ElementSystem& system) {
  return assembled(
      system.size, system.elements(), [&](Index e) { return system.dofs[e]; }, system.matrix);
}

inline double backward_error(const Matrix& a, const Matrix& x, const Matrix& b) {
  return (a * x - b).norm() / (a.norm() * x.norm() + b.norm());
}

inline Matrix right_hand_sides(Index n) {
  Matrix b(n, 3);
  for (Index i = 0; i < n; ++i)
    b.row(i) << core::Complex(i + 1, 1), core::Complex(0, i), core::Complex(i % 7, -1);
  return b;
}

/// X A^{-1} by the panels, each row a right-hand side. All panels are at hand.
inline Matrix solved_rows(const common::Factor& factor, Matrix x) {
  for (auto row : x.rowwise()) {
    la::Vector right_hand_side = row.transpose();
    reduce::solve(factor, right_hand_side);
    row = right_hand_side.transpose();
  }
  return x;
}

/// X A^{-1} by a factor of any kind, each row a right-hand side of the master's; elsewhere X is as
/// wide, and not looked at. Collective.
inline Matrix solved_rows(
    const common::Factor& factor, Matrix x, const common::StageContext& context) {
  if (!factor.subdomains) return context.is_master() ? solved_rows(factor, x) : x;
  for (auto row : x.rowwise()) {
    la::Vector right_hand_side;
    if (context.is_master()) right_hand_side = row.transpose();
    reduce::solve(factor, right_hand_side, context);
    if (context.is_master()) row = right_hand_side.transpose();
  }
  return x;
}

}  // namespace febem::test
