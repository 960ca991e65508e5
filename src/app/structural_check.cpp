#include "app/structural_check.h"

#include <Eigen/SparseCore>

#include "la/norms.h"

namespace febem::app {
namespace {

using Sparse = Eigen::SparseMatrix<core::Complex, Eigen::RowMajor>;

Sparse assembled(const fem::Structure& structure, double omega) {
  std::vector<Eigen::Triplet<core::Complex>> entries;
  for (core::Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto dofs = structure.element_dofs(e);
    const la::Matrix element = structure.dynamic_stiffness(e, omega);
    for (std::size_t i = 0; i < dofs.size(); ++i)
      for (std::size_t j = 0; j < dofs.size(); ++j)
        if (dofs[i] >= 0 && dofs[j] >= 0)
          entries.emplace_back(dofs[i], dofs[j], element(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  }
  Sparse matrix(structure.dofs(), structure.dofs());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

double row_sum_norm(const Sparse& matrix) {
  double largest = 0.0;
  for (Eigen::Index row = 0; row < matrix.outerSize(); ++row) {
    double sum = 0.0;
    for (Sparse::InnerIterator entry(matrix, row); entry; ++entry) sum += std::abs(entry.value());
    largest = la::larger(largest, sum);
  }
  return largest;
}

}  // namespace

double structural_backward_error(const fem::Structure& structure, double omega, const la::Vector& u,
                                 const la::Vector& f) {
  const Sparse matrix = assembled(structure, omega);
  const double scale = row_sum_norm(matrix) * la::max_norm(u) + la::max_norm(f);
  if (scale == 0.0) return 0.0;
  return la::max_norm(la::Vector(matrix * u - f)) / scale;
}

}  // namespace febem::app
