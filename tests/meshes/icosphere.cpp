#include "meshes/icosphere.h"

#include "meshes/measures.h"
#include "support/catch.h"

TEST_CASE("an icosphere has 20 n^2 panels with all vertices on the sphere") {
  for (int n = 1; n <= 5; ++n) {
    const auto s = meshes::icosphere(2, n);
    CHECK(s.size() == 20 * n * n);
    CHECK(s.points.size() == static_cast<std::size_t>(10 * n * n + 2));
    for (const auto& x : s.points) CHECK(x.norm() == Approx(2));
  }
}

TEST_CASE("the area and volume of an icosphere converge with order two") {
  std::vector<double> area_error, volume_error;
  for (int n : {4, 8, 16}) {
    const auto s = meshes::icosphere(1, n);
    area_error.push_back(area(s, "sphere") - 4 * core::pi);
    volume_error.push_back(enclosed_volume(s) - 4 * core::pi / 3);
  }
  CHECK(order(area_error[1], area_error[2]) == Approx(2).margin(0.05));
  CHECK(order(volume_error[1], volume_error[2]) == Approx(2).margin(0.05));
}

TEST_CASE("the cap of a capped sphere has its own area, with order two, at any angle") {
  for (double degrees : {5.0, 30.0, 60.0, 75.0, 90.0, 150.0}) {
    const double t0 = degrees * core::pi / 180, exact = 2 * core::pi * (1 - std::cos(t0));
    std::vector<double> error;
    for (int n : {12, 24}) {
      const auto s = meshes::capped_sphere(1, n, t0);
      CHECK(s.size() == 20 * n * n);
      error.push_back(area(s, "cap") / exact - 1);
      CHECK(area(s, "cap") + area(s, "sphere") == Approx(4 * core::pi).epsilon(0.02));
    }
    INFO(degrees);
    CHECK(order(error[0], error[1]) > 1.7);
  }
}

TEST_CASE("the panels of a capped sphere are well shaped") {
  const auto s = meshes::capped_sphere(1, 8, core::pi / 6);
  const auto [smallest, largest] = std::minmax_element(s.areas.begin(), s.areas.end());
  CHECK(*largest < 2 * *smallest);
}
