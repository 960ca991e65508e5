#include "pipeline/factor.h"

#include <algorithm>

#include "la/blas.h"

namespace febem::pipeline {
namespace {

using la::Matrix;

/// Right-hand sides are worked on in strips, so that the gathered rows of a panel stay in cache.
constexpr Index strip_width = 128;

void gather(const PanelShape& shape, const Matrix& x, Index first, Index count, Matrix& front) {
  front.resize(count, shape.front());
  for (Index r = 0; r < shape.front(); ++r) front.col(r) = x.col(shape.rows[r]).segment(first, count);
}

void scatter(const Matrix& front, Index from, Index to, const PanelShape& shape, Index first, Matrix& x) {
  for (Index r = from; r < to; ++r) x.col(shape.rows[r]).segment(first, front.rows()) = front.col(r);
}

/// x1 = D^{-1} x1 for the columns of one panel, by 1 x 1 and 2 x 2 pivots.
void divide_by_pivots(const PanelValues& values, Index pivots, Matrix& front) {
  for (Index k = 0; k < pivots; ++k) {
    const Complex off = k + 1 < pivots ? values(k, k + 1) : Complex(0);
    if (off == Complex(0)) {
      front.col(k) /= values(k, k);
      continue;
    }
    // [a b; b c]^{-1} = [c -b; -b a] / (ac - b^2), scaled by b against overflow.
    const Complex a = values(k, k) / off, c = values(k + 1, k + 1) / off;
    const Complex scale = Complex(1) / (off * (a * c - Complex(1)));
    const la::Vector first = front.col(k);
    front.col(k) = scale * (c * first - front.col(k + 1));
    front.col(k + 1) = scale * (a * front.col(k + 1) - first);
    ++k;
  }
}

}  // namespace

void sweep_forward(const PanelShape& shape, const PanelValues& values, Matrix& x) {
  const Index b = shape.pivots, rest = shape.front() - b;
  const auto l11 = la::sub_block(la::block(values), 0, 0, b, b), l21 = la::sub_block(la::block(values), b, 0, rest, b);
  Matrix front;
  for (Index first = 0; first < x.rows(); first += strip_width) {
    const Index count = std::min(strip_width, static_cast<Index>(x.rows()) - first);
    gather(shape, x, first, count, front);
    const auto x1 = la::sub_block(la::block(front), 0, 0, count, b), x2 = la::sub_block(la::block(front), 0, b, count, rest);
    la::solve_triangular(la::Side::right, la::Triangle::lower, la::Op::transpose, la::Diagonal::unit, l11, x1);
    la::multiply(-1, {x1.data, count, b, x1.stride}, la::Op::none, l21, la::Op::transpose, 1, x2);
    scatter(front, 0, shape.front(), shape, first, x);
  }
}

void sweep_backward(const PanelShape& shape, const PanelValues& values, Matrix& x) {
  const Index b = shape.pivots, rest = shape.front() - b;
  const auto l11 = la::sub_block(la::block(values), 0, 0, b, b), l21 = la::sub_block(la::block(values), b, 0, rest, b);
  Matrix front;
  for (Index first = 0; first < x.rows(); first += strip_width) {
    const Index count = std::min(strip_width, static_cast<Index>(x.rows()) - first);
    gather(shape, x, first, count, front);
    divide_by_pivots(values, b, front);
    const auto x1 = la::sub_block(la::block(front), 0, 0, count, b), x2 = la::sub_block(la::block(front), 0, b, count, rest);
    la::multiply(-1, {x2.data, count, rest, x2.stride}, la::Op::none, l21, la::Op::none, 1, x1);
    la::solve_triangular(la::Side::right, la::Triangle::lower, la::Op::none, la::Diagonal::unit, l11, x1);
    scatter(front, 0, b, shape, first, x);
  }
}

core::Count sweep_flops(const PanelShape& shape, Index right_hand_sides) {
  const Index b = shape.pivots, rest = shape.front() - b;
  return la::solve_triangular_flops(b, right_hand_sides) + la::multiply_flops(right_hand_sides, rest, b);
}

}  // namespace febem::pipeline
