// Lower triangles of symmetric matrices, packed by column.
#pragma once

#include <span>

#include "la/matrix.h"

namespace febem::la {

/// The number of entries of a triangle of n rows.
constexpr Index triangle(Index n) { return n * (n + 1) / 2; }

/// Copies the lower triangle of a square matrix to `to`. Returns the end of the written entries.
Complex* pack(const ConstView& square, Complex* to);
SingleComplex* pack(const ConstSingleView& square, SingleComplex* to);
/// The lower triangle of a square matrix, packed in a vector.
Vector packed(const ConstView& square);

/// Adds a packed matrix S to the lower triangle of A: A(p_i, p_j) += S_ij with p = `places`, which may be in any order. This is the
/// extend-add of multifrontal methods (Duff and Reid, ACM Trans. Math. Softw. 9, 1983).
void extend_add(View a, const Vector& s, std::span<const Index> places);

}  // namespace febem::la
