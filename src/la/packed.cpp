#include "la/packed.h"

#include <algorithm>

namespace febem::la {

namespace {

template <class Square, class T>
T* copy_lower(const Square& square, T* to) {
  for (Index j = 0; j < square.rows(); ++j) to = std::copy_n(square.col(j).data() + j, square.rows() - j, to);
  return to;
}

}  // namespace

Complex* pack(const ConstView& square, Complex* to) { return copy_lower(square, to); }
SingleComplex* pack(const ConstSingleView& square, SingleComplex* to) { return copy_lower(square, to); }

Vector packed(const ConstView& square) {
  Vector values(triangle(square.rows()));
  pack(square, values.data());
  return values;
}

void extend_add(View a, const Vector& s, std::span<const Index> places) {
  const Index n = std::ssize(places);
  const Complex* value = s.data();
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < n; ++i) a(std::max(places[i], places[j]), std::min(places[i], places[j])) += *value++;
}

}  // namespace febem::la
