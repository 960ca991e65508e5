// Lower triangles of symmetric matrices, packed by column.
#pragma once

#include <algorithm>
#include <span>

#include "la/matrix.h"

namespace febem::la {

/// The number of entries of a triangle of n rows.
constexpr Index triangle(Index n) { return n * (n + 1) / 2; }

/// Copies the lower triangle of a square matrix, or of its first columns, to `to`. Returns the end
/// of the written entries.
template <class Columns, class T>
T* pack(const Columns& columns, T* to) {
  for (Index j = 0; j < columns.cols(); ++j)
    to = std::copy_n(columns.col(j).data() + j, columns.rows() - j, to);
  return to;
}

/// The lower triangle of a square matrix, packed in a vector.
inline Vector packed(const ConstView& square) {
  Vector values(triangle(square.rows()));
  pack(square, values.data());
  return values;
}

/// Adds a packed matrix S to the lower triangle of A: A(p_i, p_j) += S_ij with p = `places`, which
/// may be in any order. This is the extend-add of multifrontal methods (Duff and Reid, ACM Trans.
/// Math. Softw. 9, 1983).
template <class Packed>
void extend_add(View a, const Packed& s, std::span<const Index> places) {
  const Complex* value = s.data();
  for (std::size_t j = 0; j < places.size(); ++j)
    for (std::size_t i = j; i < places.size(); ++i)
      a(std::max(places[i], places[j]), std::min(places[i], places[j])) += *value++;
}

}  // namespace febem::la
