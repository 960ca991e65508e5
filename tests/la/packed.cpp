// Packed triangles, and the extend-add of one into a larger matrix.
#include "la/packed.h"

#include "support/catch.h"
#include "support/random_matrix.h"

using la::Index;
using la::Matrix;

namespace {

/// A symmetric matrix whose upper triangle nobody may read.
Matrix lower_only(Index n, unsigned seed) {
  Matrix a = random_matrix(n, n, seed);
  a.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
  return a;
}

}  // namespace

TEST_CASE("a packed triangle has the columns one after the other, from the diagonal down") {
  for (const Index n : {0, 1, 2, 7}) {
    const Matrix a = lower_only(n, 1);
    const la::Vector values = la::packed(a);
    REQUIRE(values.size() == la::triangle(n));
    Index at = 0;
    for (Index j = 0; j < n; ++j)
      for (Index i = j; i < n; ++i) CHECK(values[at++] == a(i, j));
  }
  const Matrix a = lower_only(9, 2);
  CHECK(la::packed(a.bottomRightCorner(4, 4)) == la::packed(Matrix(a.bottomRightCorner(4, 4))));
}

TEST_CASE("in single precision too, and one triangle can follow another") {
  const la::SingleMatrix a = lower_only(3, 5).cast<core::SingleComplex>();
  std::vector<core::SingleComplex> to(13, 7);
  auto* const end = la::pack(a, la::pack(a, to.data()));
  CHECK(end - to.data() == 12);
  CHECK(to == std::vector<core::SingleComplex>{a(0, 0), a(1, 0), a(2, 0), a(1, 1), a(2, 1), a(2, 2),
                  a(0, 0), a(1, 0), a(2, 0), a(1, 1), a(2, 1), a(2, 2), 7});
}

TEST_CASE(
    "extend-add puts a triangle where its rows are, in any order, and touches the lower triangle "
    "only") {
  for (const Index n : {0, 1, 5, 12}) {
    std::vector<Index> places(12);
    std::iota(places.begin(), places.end(), 0);
    std::shuffle(places.begin(), places.end(), std::mt19937(7));
    places.resize(n);
    const Matrix s = random_matrix(n, n, 3), before = lower_only(12, 4);
    Matrix a = before, full = s.triangularView<Eigen::Lower>();
    full.triangularView<Eigen::StrictlyUpper>() = full.transpose();
    la::extend_add(a, la::packed(s), places);
    Matrix sum = Matrix::Zero(12, 12);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) sum(places[i], places[j]) = full(i, j);
    for (Index j = 0; j < 12; ++j)
      for (Index i = 0; i < 12; ++i)
        if (i < j)
          CHECK(std::isnan(a(i, j).real()));
        else
          CHECK(a(i, j) == before(i, j) + sum(i, j));
  }
}
