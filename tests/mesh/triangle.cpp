#include "mesh/triangle.h"

#include "support/catch.h"

using mesh::Triangle;
using mesh::Vec3;

namespace {

class RandomTriangles {
 public:
  Triangle operator()() { return {point(), point(), point()}; }

 private:
  Vec3 point() { return {unit_(random_), unit_(random_), unit_(random_)}; }
  std::mt19937 random_{3};
  std::uniform_real_distribution<double> unit_{-1, 1};
};

// The least distance to t of points of s on a lattice with n steps along an edge: never less than
// the distance.
double sampled(const Triangle& s, const Triangle& t, int n) {
  double least = distance(t, s.a);
  for (int i = 0; i <= n; ++i)
    for (int k = 0; i + k <= n; ++k)
      least = std::min(least, distance(t, s.a + (s.b - s.a) * i / n + (s.c - s.a) * k / n));
  return least;
}

}  // namespace

TEST_CASE("the distance of two triangles is the least of their points, either way round") {
  RandomTriangles random;
  int apart = 0, crossing = 0;
  for (int i = 0; i < 300; ++i) {
    const Triangle s = random();
    Triangle t = random();
    for (Vec3* x : {&t.a, &t.b, &t.c}) *x += Vec3(0.5, 0.2, 0);
    const double d = distance(s, t), seen = sampled(s, t, 60);
    CHECK(d == distance(t, s));
    CHECK(d <= seen + 1e-12);
    CHECK(d >= seen - 0.05);  // the lattice is no coarser than 2 sqrt(3) / 60
    d > 0 ? ++apart : ++crossing;
  }
  CHECK(apart > 50);
  CHECK(crossing > 50);
}

TEST_CASE("triangles nearest at a corner, between edges, in one plane and along parallel edges") {
  const Triangle t{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
  const auto to = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    return distance(t, Triangle{a, b, c});
  };
  CHECK(to({0.5, 0.5, 0.25}, {0.6, 0.5, 3}, {0.5, 0.6, 3}) ==
        Approx(0.25));                                             // a corner above the face
  CHECK(to({1, -1, 0.5}, {1, 1, 0.5}, {1, 0, 3}) == Approx(0.5));  // edges that pass each other
  CHECK(to({1, -1, -0.5}, {1, 1, -0.5}, {1, 0, 3}) == 0);          // through it
  CHECK(to({0.2, 0.2, 0}, {0.4, 0.2, 0}, {0.2, 0.4, 0}) == 0);     // in it
  CHECK(to({3, 3, 0}, {-3, 3, 0}, {3, -3, 0}) < 1e-12);        // over the long edge, in its plane
  CHECK(to({5, 0, 0}, {6, 0, 0}, {5, 1, 0}) == Approx(3));     // beside it in its plane
  CHECK(to({0, -1, 0}, {2, -1, 0}, {1, -2, 0}) == Approx(1));  // parallel edges
  CHECK(to({0.5, -1, 1e-13}, {1.5, -1, 0}, {1, -2, 0}) == Approx(1));  // almost parallel
}

TEST_CASE("a segment pierces a triangle, ends above it or passes beside it") {
  const Triangle t{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
  CHECK(distance(t, {0.5, 0.5, -1}, {0.6, 0.4, 1}) == 0);
  CHECK(distance(t, {0.5, 0.5, 1}, {0.6, 0.4, 0.1}) == Approx(0.1));
  CHECK(distance(t, {-1, 0.5, -1}, {-1, 0.5, 1}) == Approx(1));
}

TEST_CASE("the distance from a segment is that of its nearest point") {
  const Vec3 p(0, 0, 0), q(2, 0, 0);
  CHECK(mesh::distance_to_segment(p, q, {1, 3, 4}) == Approx(5));
  CHECK(mesh::distance_to_segment(p, q, {-3, 4, 0}) == Approx(5));
  CHECK(mesh::distance_to_segment(p, q, {14, 0, -5}) == Approx(13));
}
