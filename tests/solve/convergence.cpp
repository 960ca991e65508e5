#include "solve/convergence.h"

#include "support/catch.h"

using solve::convergence;

TEST_CASE("three meshes give limit, order and errors of a quantity that converges") {
  for (const double order : {0.5, 1.0, 2.0, 3.7})
    for (const double c : {0.3, -0.3}) {
      const std::vector<double> h{1, 0.66, 0.5};
      std::vector<double> values;
      for (const double x : h) values.push_back(-5 + c * std::pow(x, order));
      const auto found = convergence(h, values);
      CHECK(found.limit == Approx(-5).epsilon(1e-9));
      CHECK(found.order == Approx(order).epsilon(1e-9));
      REQUIRE(found.errors.size() == 3);
      CHECK(found.errors[0] == Approx(0.06).epsilon(1e-9));
      CHECK(found.errors[2] == Approx(0.06 * std::pow(0.5, order)).epsilon(1e-9));
    }
}

TEST_CASE("of more than three meshes the finest three tell") {
  const auto found = convergence({10, 1, 0.5, 0.25}, {77, 4, 3.25, 3.0625});
  CHECK(found.limit == Approx(3));
  CHECK(found.order == Approx(2));
  CHECK(found.errors[0] == Approx(74 / 3.));
}

TEST_CASE("two meshes tell the error if the order is two") {
  const auto found = convergence({1, 0.5}, {4, 3.25});
  CHECK(found.limit == Approx(3));
  CHECK(std::isnan(found.order));
  CHECK(found.errors[0] == Approx(1 / 3.));
  CHECK(found.errors[1] == Approx(0.25 / 3));
}

TEST_CASE(
    "values that swing, run away or stand still have no order, and the error is their spread") {
  for (const std::vector<double>& values :
      {std::vector<double>{1, 1.2, 1.1}, {1, 1.1, 1.4}, {1, 1.25, 1.25 + 1e-9}}) {
    const auto found = convergence({1, 0.7, 0.5}, values);
    CHECK(std::isnan(found.limit));
    CHECK(std::isnan(found.order));
    const double spread = *std::max_element(values.begin(), values.end()) - 1;
    for (const double error : found.errors) CHECK(error == Approx(spread / values.back()));
  }
}
