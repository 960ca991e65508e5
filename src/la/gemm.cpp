#include "la/gemm.h"

#include <algorithm>

namespace febem::la {

template <class T>
Gemm<T>::Gemm(const Eigen::Ref<const Matrix>& a, Op op)
    : Gemm(op == Op::none ? a.rows() : a.cols(), op == Op::none ? a.cols() : a.rows()) {
  set_columns(0, a, op);
}

template <class T>
Gemm<T>::Gemm(Index m, Index k) : rows_(m), columns_(k) {
  if (is_by_three())
    for (Real* part : {&real_, &imaginary_, &sum_}) part->resize(m, k);
  else
    whole_.resize(m, k);
}

template <class T>
void Gemm<T>::set_columns(Index first, const Eigen::Ref<const Matrix>& block, Op op) {
  const auto set = [&](const auto& a) {
    if (!is_by_three()) {
      whole_.middleCols(first, a.cols()) = a;
    } else {
      real_.middleCols(first, a.cols()) = a.real();
      imaginary_.middleCols(first, a.cols()) = a.imag();
      sum_.middleCols(first, a.cols()) =
          real_.middleCols(first, a.cols()) + imaginary_.middleCols(first, a.cols());
    }
  };
  if (op == Op::none)
    set(block);
  else
    set(block.transpose());
}

template <class T>
void Gemm<T>::subtract_product(
    Eigen::Ref<Matrix> c, const Eigen::Ref<const Matrix>& b, Index first_row) const {
  const auto rows_of = [&](const auto& a) { return a.middleRows(first_row, c.rows()); };
  if (!is_by_three()) return la::subtract_product(c, rows_of(whole_), b);
  // R = -Re(A B) and I = -Im(A B): both begin as -K.
  Real operand = b.real(), r = Real::Zero(c.rows(), c.cols());
  la::subtract_product(r, rows_of(sum_), operand);
  Real i = r;
  operand = b.imag() - b.real();
  la::subtract_product(i, rows_of(real_), operand);
  operand = -(b.real() + b.imag());
  la::subtract_product(r, rows_of(imaginary_), operand);
  // In one pass over C: the compiler does not vectorise one over its real and one over its
  // imaginary parts.
  for (Index j = 0; j < c.cols(); ++j)
    for (Index k = 0; k < c.rows(); ++k) c(k, j) += T(r(k, j), i(k, j));
}

void subtract_transposed_product(View y, const ConstView& a, const ConstView& x) {
  constexpr Index strip = 256;
  if (!by_three(y.cols(), a.rows())) return subtract_product(y, Op::transpose, a, x);
  for (Index first = 0; first < y.rows(); first += strip) {
    const Index count = std::min(strip, y.rows() - first);
    Gemm<Complex>(a.middleCols(first, count), Op::transpose)
        .subtract_product(y.middleRows(first, count), x);
  }
}

template class Gemm<Complex>;
template class Gemm<SingleComplex>;

}  // namespace febem::la
