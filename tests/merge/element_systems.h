// Synthetic systems: a lattice of cells whose element matrices are random, complex symmetric and indefinite.
#pragma once

#include <functional>
#include <random>
#include <utility>

#include "pipeline/element_system.h"

namespace febem::test {

using la::Index;
using la::Matrix;

/// nx x ny square cells with one degree of freedom a corner; elements column by column. Each element matrix is
/// symmetric with entries of modulus up to 1 and `shift` added on the diagonal.
inline pipeline::ElementSystem lattice(Index nx, Index ny, core::Complex shift) {
  pipeline::ElementSystem system;
  system.size = (nx + 1) * (ny + 1);
  for (Index x = 0; x < nx; ++x)
    for (Index y = 0; y < ny; ++y) {
      const Index corner = x * (ny + 1) + y;
      system.dofs.push_back({corner, corner + 1, corner + ny + 1, corner + ny + 2});
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
  return system;
}

/// The same lattice of springs held by nothing: the constant vector is in the null space of each element matrix.
inline pipeline::ElementSystem free_springs(Index nx, Index ny) {
  auto system = lattice(nx, ny, 0.0);
  system.matrix = [](Index) {
    Matrix a = Matrix::Constant(4, 4, -1.0);
    a.diagonal().setConstant(3.0);
    return a;
  };
  return system;
}

/// The system with its element matrices changed by `change(element, matrix)`.
inline pipeline::ElementSystem changed(pipeline::ElementSystem system, std::function<void(Index, Matrix&)> change) {
  system.matrix = [matrix = system.matrix, change = std::move(change)](Index element) {
    Matrix a = matrix(element);
    change(element, a);
    return a;
  };
  return system;
}

/// The matrix as a whole.
inline Matrix assembled(const pipeline::ElementSystem& system) {
  Matrix a = Matrix::Zero(system.size, system.size);
  for (Index e = 0; e < system.elements(); ++e) {
    const Matrix element = system.matrix(e);
    const auto& dofs = system.dofs[static_cast<std::size_t>(e)];
    for (std::size_t j = 0; j < dofs.size(); ++j)
      for (std::size_t i = 0; i < dofs.size(); ++i)
        if (dofs[i] >= 0 && dofs[j] >= 0)
          a(dofs[i], dofs[j]) += element(static_cast<Index>(i), static_cast<Index>(j));
  }
  return a;
}

}  // namespace febem::test
