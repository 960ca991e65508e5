// The front by hand: what is added, what a panel sees of it, and what an elimination leaves, on one
// rank and shared.
#include "stages/merge/frontal/partial_front.h"

#include "support/catch.h"

using la::Complex;
using merge::Index;
using merge::PartialFront;
using Indices = common::Dofs;

namespace {

/// A complex symmetric matrix without structure.
la::Matrix element(Index n, double seed) {
  la::Matrix a(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j)
      a(i, j) = a(j, i) = Complex(std::sin(seed + 3 * i + j), std::cos(2 * seed + i * j));
  return a;
}

/// All of the front, in the order of `rows`; the last row are the scales.
la::Matrix all(const PartialFront& front, const Indices& rows) {
  la::Matrix columns(std::ssize(rows) + 1, std::ssize(rows));
  front.copy_columns(rows, columns);
  return columns;
}

}  // namespace

TEST_CASE(
    "the front is the sum of its elements, and a column's scale the sum of their largest moduli") {
  timing::Arithmetic arithmetic;
  PartialFront front(6, 0, 1, arithmetic);
  const la::Matrix a = element(3, 0.1), b = element(3, 0.7);
  const Indices first{4, -1, 1}, second{1, 5, 4};
  front.enter(first);
  front.add(first, a);
  CHECK(front.active_count() == 2);
  front.enter(second);
  front.add(second, b);
  CHECK(front.active_count() == 3);
  CHECK(front.active() == Indices{4, 1, 5});
  const la::Matrix found = all(front, {1, 4, 5});
  la::Matrix expected(4, 3);
  expected << a(2, 2) + b(0, 0), a(2, 0) + b(0, 2), b(0, 1),  //
      a(0, 2) + b(2, 0), a(0, 0) + b(2, 2), b(2, 1),          //
      b(1, 0), b(1, 2), b(1, 1),                              //
      0, 0, 0;
  const auto largest = [](const la::Matrix& m, Index column) {
    return m.col(column).cwiseAbs().maxCoeff();
  };
  expected(3, 0) = largest(a, 2) + largest(b, 0);
  expected(3, 1) = largest(a, 0) + largest(b, 2);
  expected(3, 2) = largest(b, 1);
  CHECK((found - expected).norm() < 1e-15);
}

TEST_CASE(
    "an elimination leaves the Schur complement, divided among the ranks, and frees the places of "
    "the pivots") {
  const Index n = 70;  // more than two blocks of the share
  const Indices dofs = [] {
    Indices result;
    for (Index i = 0; i < 70; ++i) result.push_back((i * 13) % 70);
    return result;
  }();
  const la::Matrix a = element(n, 0.3);
  for (const int ranks : {1, 2, 3}) {
    INFO(ranks);
    std::vector<PartialFront> fronts;
    // D = [d11 0 0; 0 d22 d23; 0 d23 d33], L21 without structure.
    common::PanelShape shape{dofs, 3};
    la::Matrix values = la::Matrix::Zero(n, 3);
    values.bottomRows(n - 3) = element(n, 0.9).block(3, 0, n - 3, 3);
    values(0, 0) = {2, 1};
    values(1, 1) = {0.5, -1};
    values(2, 2) = {-1, 3};
    values(1, 2) = {4, 0.25};
    values(1, 0) = {9, 9};  // of L11: no business of the front
    la::Matrix d = la::Matrix::Zero(3, 3);
    d << values(0, 0), 0, 0, 0, values(1, 1), values(1, 2), 0, values(1, 2), values(2, 2);
    const la::Matrix l = values.bottomRows(n - 3);
    const la::Matrix expected = a.bottomRightCorner(n - 3, n - 3) - l * d * l.transpose();
    la::Matrix total = la::Matrix::Zero(n - 3, n - 3);
    const Indices rest(dofs.begin() + 3, dofs.end());
    timing::Arithmetic arithmetic;
    core::Metrics metrics;
    arithmetic.count_in(core::Stage::merge, metrics);
    for (int rank = 0; rank < ranks; ++rank) {
      auto& front = fronts.emplace_back(n, rank, ranks, arithmetic);
      front.enter(dofs);
      if (rank == ranks - 1) front.add(dofs, a);
      front.eliminate(shape, values);
      front.leave(shape.eliminated());
      CHECK(front.active_count() == n - 3);
      total += all(front, rest).topRows(n - 3);
    }
    CHECK((total - expected).norm() < 1e-12 * expected.norm());
    CHECK(metrics.flops > 8 * 3 * (n - 3) * (n - 3) / 2);
    // A newcomer gets a clean place.
    fronts[0].enter({dofs[1]});
    CHECK(fronts[0].active_count() == n - 2);
    CHECK(all(fronts[0], {dofs[1]})(0, 0) == Complex(0));
    CHECK(all(fronts[0], {dofs[1]})(1, 0) == Complex(0));
  }
}
