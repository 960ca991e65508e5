// Models of the BeTSSi benchmark of target strengths, as rigid closed surfaces of quadrilaterals
// that get finer toward sharp edges.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "mesh/repair.h"
#include "meshes/disc.h"
#include "meshes/generator.h"
#include "meshes/graded.h"
#include "meshes/triangle_blocks.h"

namespace febem::meshes {
namespace {

using mesh::Surface;
using mesh::Vec3;

struct Sphere {
  Vec3 centre;
  double radius;

  bool holds(const Vec3& x) const { return std::abs((x - centre).norm() - radius) < 1e-9 * radius; }
  Vec3 projected(const Vec3& x) const { return centre + radius * (x - centre).normalized(); }
};

/// The middle of the arc about the line through `centre` along this axis, if a and b lie on a
/// circle about it, less than `widest` apart, rad.
std::optional<Vec3> middle_of_arc(
    const Vec3& a, const Vec3& b, const Vec3& centre, int axis, double widest) {
  Vec3 to_a = a - centre, to_b = b - centre;
  const double along = to_a[axis], step = to_b[axis] - along;
  to_a[axis] = to_b[axis] = 0;
  const double radius = to_a.norm(), tolerance = 1e-9 * radius;
  if (!(std::abs(step) < tolerance && std::abs(to_b.norm() - radius) < tolerance &&
          to_a.dot(to_b) > std::cos(widest) * radius * radius))
    return {};
  Vec3 middle = centre + radius * (to_a + to_b).normalized();
  middle[axis] += along;
  return middle;
}

/// Makes edges between neighbours on circles about lines through `centre` arcs of them, and other
/// edges between points of a sphere great circles of it. Panels between points of a sphere get
/// ninth nodes there.
template <class Centre>
void curve_about(Surface& surface, int axis, double widest, const Centre& centre,
    std::span<const Sphere> spheres = {}) {
  set_middles(surface, [&](const Vec3& a, const Vec3& b) -> Vec3 {
    if (const auto middle = middle_of_arc(a, b, centre(a), axis, widest)) return *middle;
    for (const Sphere& sphere : spheres)
      if (sphere.holds(a) && sphere.holds(b)) return sphere.projected((a + b) / 2);
    return (a + b) / 2;
  });
  if (spheres.empty()) return;
  for (mesh::Index j = 0; j < surface.size(); ++j) {
    Vec3& node = surface.ninth_nodes.emplace_back(middle_of_face(surface, j));
    for (const Sphere& sphere : spheres)
      if (std::ranges::all_of(surface.panels[j].vertices,
              [&](mesh::Index v) { return sphere.holds(surface.points[v]); }))
        node = sphere.projected(node);
  }
}

constexpr Parameter around_parameter{
    "around", "1", 16, 8, 512, true, "panels around the axis, a multiple of 4", 4};
constexpr Parameter rings_parameter{
    "rings", "1", 2, 1, 200, true, "rings of panels around the core of each end", 1};
constexpr Parameter grading_of_revolved(double value) {
  return {"grading", "1", value, 1, 100, false,
      "largest over smallest panel size along the axis, its square root on the ends"};
}

// Bodies of revolution: a straight barrel between two flat ends or caps of spheres.

struct End {
  double at, radius;  ///< of the barrel's end, m
  double sphere;      ///< radius of the cap's sphere, m; 0: flat

  /// The depth of the sphere, along the axis from the barrel's end into the body.
  double depth() const { return std::sqrt(std::max(0., sphere * sphere - radius * radius)); }
};

/// Adds a body about the z axis. `place` moves its points.
template <class Place>
void add_revolved(
    Surface& surface, const Values& values, const End& low, const End& high, const Place& place) {
  const int around = whole(values, "around"), rings = whole(values, "rings");
  const double grading = values.at("grading");
  const double core = around / (around + 9.6 * rings);  // gives it panels of the rings' mean size
  auto radii =
      finer_at_end(std::min(core, 1 / DiscMap::least_first_circle), 1, rings, std::sqrt(grading));
  // The first of many rings are too narrow to be round.
  const double circle = *std::find_if(radii.begin(), radii.end() - 1,
      [&](double r) { return r >= DiscMap::least_first_circle * radii.front(); });
  const DiscMap map(radii.front(), circle);
  std::vector<double> levels{1};
  for (std::size_t i = 1; i < radii.size(); ++i) levels.push_back(map.level(radii[i]));
  const auto direction = [&](const Eigen::Vector2d& at) {
    return Vec3(map(Vec3(at.x(), at.y(), 0)));
  };

  for (const End* end : {&low, &high}) {
    const double side = end == &low ? -1 : 1;
    const double angle = end->sphere > 0 ? std::asin(end->radius / end->sphere) : 0;
    const auto at = [&](const Eigen::Vector2d& parameter) {
      Vec3 x = direction(parameter);
      const double polar = angle * x.norm();
      if (polar > 0) x *= end->sphere * std::sin(polar) / (end->radius * x.norm());
      x *= end->radius;
      x.z() = end->at + side * (end->sphere * std::cos(polar) - end->depth());
      return place(x);
    };
    for (const auto& [corners, ring] : disc_cells(around, levels)) {
      std::vector<Vec3> panel;
      for (const auto& corner : corners) panel.push_back(at(corner));
      mesh::add_loose(surface, std::move(panel), 1, side < 0);
    }
  }

  const auto steps = finer_at_both_ends(0, 1, whole(values, "stations"), grading);
  const auto at = [&](int j, double t) {
    Vec3 x = (low.radius + t * (high.radius - low.radius)) *
             direction(ring_point(around, j, levels.back()));
    x.z() = low.at + t * (high.at - low.at);
    return place(x);
  };
  for (std::size_t k = 0; k + 1 < steps.size(); ++k)
    for (int j = 0; j < around; ++j)
      mesh::add_loose(surface,
          {at(j, steps[k]), at(j + 1, steps[k]), at(j + 1, steps[k + 1]), at(j, steps[k + 1])}, 0);
}

double size_of_revolved(const Values& values) {
  const double around = values.at("around");
  return 2 * (around * around / 16 + around * values.at("rings")) + around * values.at("stations");
}

/// Neighbours around the axis.
double widest_of(const Values& values) { return 1.01 * 2 * core::pi / values.at("around"); }

// M5B: two cylinders along z, side by side.

constexpr double m5b_shift = 0.5;  // of the axes from z = 0 along x, m

constexpr std::array m5b_parameters{around_parameter,
    Parameter{"stations", "1", 24, 2, 1000, true, "panels along each cylinder", 1}, rings_parameter,
    grading_of_revolved(2), density_parameter};

MeshSize size_of_m5b(const Values& values) { return {0, 0, 2 * size_of_revolved(values)}; }

Generated generate_m5b(const Values& values) {
  Generated result;
  Surface& surface = result.wet.surface;
  surface.regions = {"barrel", "ends"};
  for (const double shift : {-m5b_shift, m5b_shift})
    add_revolved(surface, values, {-2.4, 0.3, 0}, {2.4, 0.3, 0},
        [&](const Vec3& x) -> Vec3 { return x + shift * Vec3::UnitX(); });
  mesh::merge_points(surface, 1e-9);
  return result;
}

void curve_m5b(const Values& values, Surface& surface) {
  curve_about(surface, 2, widest_of(values),
      [](const Vec3& x) -> Vec3 { return std::copysign(m5b_shift, x.x()) * Vec3::UnitX(); });
}

// PH and M3: bodies along x with caps of spheres.

template <int stations, int grading>
constexpr std::array hull_parameters{around_parameter,
    Parameter{"stations", "1", stations, 2, 1000, true, "panels along the barrel", 1},
    rings_parameter, grading_of_revolved(grading), density_parameter};

MeshSize size_of_hull(const Values& values) { return {0, 0, size_of_revolved(values)}; }

Generated generate_hull(const Values& values, const End& low, const End& high) {
  Generated result;
  Surface& surface = result.wet.surface;
  surface.regions = {"barrel", "caps"};
  add_revolved(surface, values, low, high, [](const Vec3& x) { return Vec3(x.z(), x.x(), x.y()); });
  mesh::merge_points(surface, 1e-9 * low.radius);
  return result;
}

void curve_hull(const Values& values, Surface& surface, const End& low, const End& high) {
  const std::array spheres{Sphere{(low.at + low.depth()) * Vec3::UnitX(), low.sphere},
      Sphere{(high.at - high.depth()) * Vec3::UnitX(), high.sphere}};
  curve_about(
      surface, 0, widest_of(values), [](const Vec3&) -> Vec3 { return Vec3::Zero(); }, spheres);
}

constexpr End ph_low{-20, 3.5, 4}, ph_high{20, 3.5, 4}, m3_low{-41, 5, 5}, m3_high{0, 3, 3};

Generated generate_ph(const Values& values) { return generate_hull(values, ph_low, ph_high); }
void curve_ph(const Values& values, Surface& surface) {
  curve_hull(values, surface, ph_low, ph_high);
}
Generated generate_m3(const Values& values) { return generate_hull(values, m3_low, m3_high); }
void curve_m3(const Values& values, Surface& surface) {
  curve_hull(values, surface, m3_low, m3_high);
}

/// Positions from 0 to 1, closer together at 1 by `ratio` than at 0.
double denser_at_end(double s, double ratio) {
  const double fall = 1 - 1 / ratio;
  return s * (2 - fall * s) / (2 - fall);
}

Vec3 on_circle(const Vec3& centre, double radius, double angle, int u, int v) {
  return centre + radius * (std::cos(angle) * Vec3::Unit(u) + std::sin(angle) * Vec3::Unit(v));
}

// M1: half a cylinder along x, whose flat side lies in the plane y = 0.

constexpr double m1_radius = 3, m1_end = 20;  // m; the cylinder lies between -m1_end and m1_end

constexpr std::array m1_parameters{
    Parameter{"around", "1", 8, 4, 512, true,
        "panels along half a circle, and across the flat side; a multiple of 2", 2},
    Parameter{"stations", "1", 24, 2, 1000, true, "panels along the half cylinder", 1},
    Parameter{"grading", "1", 2, 1, 100, false,
        "largest over smallest panel size along the axis and across the flat side"},
    density_parameter};

/// Cells at the corner between flat side and cylinder, and at the two other corners, of a quarter
/// of a disc or of half a sphere.
std::pair<int, int> m1_cells(const Values& values) {
  const int half = whole(values, "around") / 2, others = half / 2;
  return {half - others, others};
}

MeshSize size_of_m1(const Values& values) {
  const auto [first, others] = m1_cells(values);
  return {0, 0,
      2 * values.at("around") * values.at("stations") + 6 * blocks_size(first, others, others)};
}

Generated generate_m1(const Values& values) {
  const int around = whole(values, "around");
  const auto [first, others] = m1_cells(values);
  const double grading = values.at("grading"), r = m1_radius;
  Generated result;
  Surface& surface = result.wet.surface;
  surface.regions = {"half cylinder", "flat", "half disc", "quarter sphere"};
  const auto part = [&](double s) { return denser_at_end(s, grading); };
  for (const int side : {-1, 1}) {
    const auto mirrored = [&](const Vec3& x) { return Vec3(x.x(), x.y(), side * x.z()); };
    // From the edge of the flat side, z = r, to the half circle's middle, y = r or x = end + r.
    add_blocks(surface, {others, first, others}, 2, side < 0, [&](double away, double angle) {
      return mirrored(on_circle({-m1_end, 0, 0}, r * part(away), angle, 2, 1));
    });
    add_blocks(surface, {others, first, others}, 1, side > 0, [&](double away, double angle) {
      return mirrored(on_circle({m1_end, 0, 0}, r * part(away), angle, 2, 0));
    });
    add_blocks(surface, {first, others, others}, 3, side < 0, [&](double away, double angle) {
      const double polar = core::pi / 2 * away;
      return mirrored(
          on_circle({m1_end, 0, r * std::cos(polar)}, r * std::sin(polar), angle, 0, 1));
    });
  }
  const auto x = finer_at_both_ends(-m1_end, m1_end, whole(values, "stations"), grading);
  const auto across = [&](int j) {
    const double s = 2. * j / around - 1;
    return std::copysign(r * part(std::abs(s)), s);
  };
  for (std::size_t k = 0; k + 1 < x.size(); ++k)
    for (int j = 0; j < around; ++j) {
      const auto barrel = [&](std::size_t i, int at) {
        return on_circle({x[i], 0, 0}, r, core::pi * at / around, 2, 1);
      };
      const auto flat = [&](std::size_t i, int at) { return Vec3(x[i], 0, across(at)); };
      mesh::add_loose(surface,
          {barrel(k, j), barrel(k, j + 1), barrel(k + 1, j + 1), barrel(k + 1, j)}, 0, true);
      mesh::add_loose(
          surface, {flat(k, j), flat(k, j + 1), flat(k + 1, j + 1), flat(k + 1, j)}, 1, true);
    }
  mesh::merge_points(surface, 1e-9 * r);
  return result;
}

void curve_m1(const Values& values, Surface& surface) {
  const std::array spheres{Sphere{m1_end * Vec3::UnitX(), m1_radius}};
  curve_about(
      surface, 0, 1.01 * core::pi / values.at("around"),
      [](const Vec3&) -> Vec3 { return Vec3::Zero(); }, spheres);
}

// M4: three quarter discs with their middle planes on the coordinate planes, a corner reflector.
// The outer faces are quarter discs about -(t, t, t)/2 of radius R, the inner ones quarter discs
// about (t, t, t)/2 of radius R - t. The rims are ruled between their arcs.

constexpr std::array m4_parameters{
    Parameter{"radius", "m", 3, 1e-6, 1e6, false, "radius of the outer faces"},
    Parameter{"thickness", "m", 0.02, 1e-9, 1e6, false, "thickness of the plates"},
    Parameter{"around", "1", 10, 4, 512, true, "panels along each arc, a multiple of 2", 2},
    Parameter{"rings", "1", 3, 1, 200, true,
        "rings of panels between a core of (around/2)^2 panels and the arc", 1},
    Parameter{"grading", "1", 1.4, 1, 5, false,
        "largest over smallest panel size from the corner to the arc"},
    density_parameter};

MeshSize size_of_m4(const Values& values) {
  const double around = values.at("around");
  return {0, 0, 6 * blocks_size(values.at("rings"), around / 2, around / 2) + 3 * around};
}

/// The corner where three faces meet, and the radius of their arcs.
std::array<Sphere, 2> m4_corners(const Values& values) {
  const double radius = values.at("radius"), thickness = values.at("thickness");
  if (!(thickness < radius))
    throw core::InputError("mesh 'betssi_m4': thickness must be less than radius");
  return {Sphere{Vec3::Constant(thickness / 2), radius - thickness},
      {Vec3::Constant(-thickness / 2), radius}};
}

Generated generate_m4(const Values& values) {
  const int around = whole(values, "around"), half = around / 2;
  const double grading = values.at("grading");
  const auto corners = m4_corners(values);
  Generated result;
  Surface& surface = result.wet.surface;
  surface.regions = {"inner", "outer", "rims"};
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;  // axis = u x v
    for (const int face : {0, 1})
      add_blocks(surface, {whole(values, "rings"), half, half}, face, face == 1,
          [&](double away, double angle) {
            return on_circle(corners[face].centre,
                corners[face].radius * denser_at_end(away, grading), angle, u, v);
          });
    const auto at = [&](int face, int j) {
      return on_circle(corners[face].centre, corners[face].radius, core::pi / 2 * j / around, u, v);
    };
    for (int j = 0; j < around; ++j)
      mesh::add_loose(surface, {at(1, j), at(1, j + 1), at(0, j + 1), at(0, j)}, 2);
  }
  mesh::merge_points(
      surface, 1e-6 * std::min(values.at("thickness"), values.at("radius") / around));
  return result;
}

void curve_m4(const Values& values, Surface& surface) {
  const auto corners = m4_corners(values);
  set_middles(surface, [&](const Vec3& a, const Vec3& b) -> Vec3 {
    for (const auto& [centre, radius] : corners)
      for (int axis = 0; axis < 3; ++axis)
        if (std::abs(a[axis] - centre[axis]) < 1e-9 * radius)
          if (const auto middle =
                  middle_of_arc(a, b, centre, axis, 1.01 * core::pi / 2 / values.at("around")))
            return *middle;
    return (a + b) / 2;
  });
}

}  // namespace

extern const Generator betssi_m1_generator{"betssi_m1",
    "BeTSSi M1: half a cylinder of 40 m, closed by half a disc and a quarter of a sphere",
    m1_parameters, size_of_m1, generate_m1, {}, curve_m1};
extern const Generator betssi_m3_generator{"betssi_m3",
    "BeTSSi M3: a cone of 41 m between hemispheres of 5 m and 3 m radius", hull_parameters<24, 1>,
    size_of_hull, generate_m3, {}, curve_m3};
extern const Generator betssi_m4_generator{"betssi_m4",
    "BeTSSi M4: a corner reflector of three quarter discs", m4_parameters, size_of_m4, generate_m4,
    {}, curve_m4};
extern const Generator betssi_m5b_generator{"betssi_m5b",
    "BeTSSi M5B: two cylinders of 4.8 m side by side", m5b_parameters, size_of_m5b, generate_m5b,
    {}, curve_m5b};
extern const Generator betssi_ph_generator{"betssi_ph",
    "BeTSSi PH: a cylinder of 40 m with caps of spheres, a pressure hull", hull_parameters<28, 2>,
    size_of_hull, generate_ph, {}, curve_ph};

}  // namespace febem::meshes
