// Lower triangles of symmetric matrices, packed by column.
#pragma once

#include <span>

#include "la/matrix.h"

namespace febem::la {

/// Entries of a triangle of n rows.
constexpr Index triangle(Index n) { return n * (n + 1) / 2; }

/// Copies the lower triangle of a square to `to`. Returns the end of what was written.
Complex* pack(const ConstView& square, Complex* to);
SingleComplex* pack(const ConstSingleView& square, SingleComplex* to);
/// The lower triangle of a square, packed in a vector.
Vector packed(const ConstView& square);

/// A(p_i, p_j) += S_ij: adds a packed S to the lower triangle of A, where its row i is row places[i], in any order (the extend-add of
/// multifrontal methods: Duff and Reid, ACM Trans. Math. Softw. 9, 1983).
void extend_add(View a, const Vector& s, std::span<const Index> places);

}  // namespace febem::la
