#include "la/norms.h"

#include "support/catch.h"

using la::Matrix;

namespace {

constexpr double missing = std::nan("");
constexpr double infinite = infinity;

Matrix sample() {
  Matrix a(3, 2);
  a << 1.0, la::Complex(3, -4), -2.0, la::Complex(0, 1), 0.5, 2.0;
  return a;
}

}  // namespace

TEST_CASE("the larger of two numbers is NaN if either is") {
  CHECK(la::larger(1, 2) == 2);
  CHECK(la::larger(2, 1) == 2);
  CHECK(la::larger(-1, -2) == -1);
  CHECK(std::isnan(la::larger(missing, 1)));
  CHECK(std::isnan(la::larger(1, missing)));
  CHECK(std::isnan(la::larger(missing, infinite)));
  CHECK(std::isnan(la::larger(infinite, missing)));
}

TEST_CASE("the smaller of two numbers is NaN if either is") {
  CHECK(la::smaller(1, 2) == 1);
  CHECK(la::smaller(2, 1) == 1);
  CHECK(la::smaller(-1, -2) == -2);
  CHECK(std::isnan(la::smaller(missing, 1)));
  CHECK(std::isnan(la::smaller(1, missing)));
  CHECK(std::isnan(la::smaller(missing, -infinite)));
  CHECK(std::isnan(la::smaller(-infinite, missing)));
}

TEST_CASE("norms of a matrix") {
  CHECK(la::max_norm(sample()) == 5);
  CHECK(la::norms_of(sample()).entry == 5);
  CHECK(la::norms_of(sample()).column_sum == 8);
  CHECK(la::max_norm(Matrix(0, 2)) == 0);
  CHECK(la::norms_of(Matrix(3, 0)).column_sum == 0);
  CHECK(la::norms_of(Matrix(0, 3)).entry == 0);
}

TEST_CASE("a NaN prevails wherever it stands, beside infinity too") {
  for (const Eigen::Index n : {1, 2, 3, 4, 5, 8, 17})
    for (Eigen::Index at = 0; at < n; ++at)
      for (const la::Complex planted : {la::Complex(missing, 0), la::Complex(0, missing)}) {
        INFO(n << " entries, NaN at " << at);
        la::Vector x = la::Vector::Constant(n, 3.0);
        x[at] = planted;
        CHECK(std::isnan(la::max_norm(x)));
        for (const auto& norms : {la::norms_of(x), la::norms_of(x.transpose())}) {
          CHECK(std::isnan(norms.entry));
          CHECK(std::isnan(norms.column_sum));
        }
        x[n - 1 - at] = n - 1 - at == at ? planted : la::Complex(infinite, 0);
        CHECK(std::isnan(la::max_norm(x)));
      }
}
