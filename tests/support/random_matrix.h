// Reproducible random matrices.
#pragma once

#include <random>

#include "la/matrix.h"

namespace febem::test {

/// Entries uniform in the square |re|, |im| <= 1.
inline la::Matrix random_matrix(la::Index rows, la::Index columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  la::Matrix a(rows, columns);
  for (la::Index j = 0; j < columns; ++j)
    for (la::Index i = 0; i < rows; ++i) {
      const double re = uniform(random);
      a(i, j) = {re, uniform(random)};
    }
  return a;
}

}  // namespace febem::test
