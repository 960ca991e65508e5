// The matrix of an element by its definition, and a matrix of elements as a whole.
#pragma once

#include <iterator>
#include <stdexcept>

#include "fem/structure.h"

namespace febem::test {

/// A_e = K_e' - i K_e'' - omega^2 M_e.
inline la::Matrix dynamic_stiffness(const fem::Structure& s, core::Index element, double omega) {
  const auto [k, m, loss] = s.element_matrices(element);
  return k.cast<core::Complex>() - core::Complex(0, 1) * loss -
         (omega * omega * m).cast<core::Complex>();
}

/// The sum of `count` element matrices. `rows_of(e)`: the rows of the sum that those of element e
/// are added to, negative for none. `matrix_of(e)`: its matrix.
template <class RowsOf, class MatrixOf>
la::Matrix assembled(la::Index size, la::Index count, RowsOf rows_of, MatrixOf matrix_of) {
  la::Matrix a = la::Matrix::Zero(size, size);
  for (la::Index e = 0; e < count; ++e) {
    const auto rows = rows_of(e);
    const la::Matrix element = matrix_of(e);
    if (element.rows() != std::ssize(rows)) throw std::length_error("a matrix of another size");
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < rows.size(); ++j)
        if (rows[i] >= 0 && rows[j] >= 0)
          a(rows[i], rows[j]) += element(static_cast<la::Index>(i), static_cast<la::Index>(j));
  }
  return a;
}

}  // namespace febem::test
