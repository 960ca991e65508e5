#include "bem/point_grid.h"

#include <random>

#include "support/catch.h"

using namespace febem;
using bem::Index;
using mesh::Vec3;

namespace {

std::vector<Vec3> cloud(std::size_t count, const Vec3& extent) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Vec3> points;
  for (std::size_t j = 0; j < count; ++j) {
    const double x = uniform(generator), y = uniform(generator), z = uniform(generator);
    points.push_back(Vec3(x, y, z).cwiseProduct(extent));
  }
  return points;
}

}  // namespace

TEST_CASE("a grid finds every point within a radius, once, and few others") {
  // In a volume, in a plane, on a line, all in one place; cells much smaller and much larger than the whole.
  for (const Vec3& extent : {Vec3(1, 2, 0.5), Vec3(1, 0, 3), Vec3(0, 0, 5), Vec3(0, 0, 0)})
    for (const double cell : {1e-6, 0.1, 100.0}) {
      const auto points = cloud(500, extent);
      const bem::PointGrid grid(points, cell);
      for (const Vec3& x : {points[7], Vec3(0.3, -0.1, 0.2), Vec3(-9, 9, 9)})
        for (const double radius : {0.05, 0.4, 1e3}) {
          std::vector<int> found(points.size());
          grid.for_each_near(x, radius, [&](Index j) { ++found[j]; });
          for (std::size_t j = 0; j < points.size(); ++j) {
            CHECK(found[j] <= 1);
            if ((points[j] - x).norm() <= radius) CHECK(found[j] == 1);
          }
        }
    }
  const bem::PointGrid grid(cloud(5000, {1, 1, 1}), 0.1);
  int found = 0;
  grid.for_each_near({0, 0, 0}, 0.1, [&](Index) { ++found; });
  CHECK(found <= 100);
}
