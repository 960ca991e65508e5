#include "bem/point_grid.h"

#include "support/catch.h"

using namespace febem::bem;

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
  // In a volume, in a plane, on a line, all in one place; cells much smaller and much larger than
  // the whole.
  for (const Vec3& extent : {Vec3(1, 2, 0.5), Vec3(1, 0, 3), Vec3(0, 0, 5), Vec3(0, 0, 0)})
    for (const double cell : {1e-6, 0.1, 100.0}) {
      const auto points = cloud(500, extent);
      const PointGrid grid(points, cell);
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
  const PointGrid grid(cloud(5000, {1, 1, 1}), 0.1);
  int found = 0;
  grid.for_each_near({0, 0, 0}, 0.1, [&](Index) { ++found; });
  CHECK(found <= 100);
}

namespace {

/// A strip of squares, `length` by 2, numbered along its length.
std::vector<Vec3> strip(Index length) {
  std::vector<Vec3> points;
  for (const double y : {0.0, 1.0})
    for (Index i = 0; i < length; ++i) points.emplace_back(static_cast<double>(i), y, 0);
  return points;
}

std::vector<Index> all(const std::vector<Vec3>& points) {
  std::vector<Index> numbers(points.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("groups hold each point once and lie together, whatever is left for the last") {
  for (const Index length : {1, 3, 4, 5, 8, 20, 50}) {
    INFO("length " << length);
    const auto points = strip(length);
    const auto order = compact_order(points, all(points), 8);
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == all(points));
    for (std::size_t first = 0; first < order.size(); first += 8) {
      const auto end = std::min(first + 8, order.size());
      double low = points[order[first]].x(), high = low;
      for (std::size_t p = first; p < end; ++p) {
        low = std::min(low, points[order[p]].x());
        high = std::max(high, points[order[p]].x());
      }
      CHECK(high - low <= 4);  // of 4 by 2 points, or one more where a column is cut
    }
  }
}

TEST_CASE("equal points are told apart by their numbers, and some points can be left out") {
  const std::vector<Vec3> same(20, Vec3(1, 2, 3));
  CHECK(compact_order(same, all(same), 8) == all(same));
  CHECK(compact_order(same, {7, 3, 11}, 8) == std::vector<Index>{3, 7, 11});
  CHECK(compact_order(same, {}, 8).empty());
}
