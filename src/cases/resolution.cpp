#include "cases/resolution.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cases/case_file.h"
#include "cli/input_errors.h"
#include "core/text_table.h"
#include "mesh/edges.h"
#include "mesh/element_topology.h"
#include "mesh/point.h"

namespace febem::cases {

double panels_per_wavelength(
    const Fluid& fluid, const mesh::Surface& surface, int order, double hz) {
  return fluid.sound_speed / hz / mesh::longest_edge(surface) * (order + 1);
}

namespace {

double longest_edge(const mesh::FaceTopology& face, const Eigen::Matrix3Xd& points) {
  double edge = 0;
  for (int i = 0; i < face.corners; ++i)
    edge = std::max(
        edge, (points.col(face.local[(i + 1) % face.corners]) - points.col(face.local[i])).norm());
  return edge;
}

mesh::Vec3 centre(const mesh::FaceTopology& face, const Eigen::Matrix3Xd& points) {
  mesh::Vec3 sum = mesh::Vec3::Zero();
  for (int i = 0; i < face.corners; ++i) sum += points.col(face.local[i]) / face.corners;
  return sum;
}

// Mindlin (1951): k^2 = omega^2 (a + b)/2 + ((omega^2 (a - b)/2)^2 + rho h omega^2 / D)^(1/2), with
// 1/a = E/(rho (1 - nu^2)) and 1/b = (5/6) mu/rho the squares of the speeds of waves that stretch
// and shear the plate.
double bending_wave_number(const fem::Material& m, double thickness, double omega) {
  const double plane = m.young / (1 - m.poisson * m.poisson), a = m.density / plane,
               b = m.density / (m.lame_mu() * 5 / 6);
  const double square = omega * omega,
               bending = 12 * m.density * square / (plane * thickness * thickness);
  return std::sqrt(
      square * (a + b) / 2 + std::sqrt(square * square * (a - b) * (a - b) / 4 + bending));
}

// An element that is the whole thickness of a wall.
struct Wall {
  core::Index element;
  double thickness, longest_edge;
  double skew;  // |x0 - x1 + x2 - x3| of the corners of one face; 0 for a parallelogram and for a
                // triangle
  mesh::Vec3 centre;
};

void for_each_wall(const mesh::Solid& solid, const std::vector<std::array<bool, 3>>& free_faces,
    const std::function<void(const Wall&)>& visit) {
  for (core::Index e = 0; e < solid.element_total(); ++e) {
    const auto points = fem::element_points(solid, e);
    const auto kind = solid.elements[e].kind;
    for (const auto& pair : mesh::opposite_faces(kind)) {
      if (!free_faces[e][pair.direction]) continue;
      const auto &one = mesh::faces(kind)[pair.one], &other = mesh::faces(kind)[pair.other];
      const double edge = std::max(longest_edge(one, points), longest_edge(other, points));
      const auto corner = [&](int i) { return points.col(one.local[i]); };
      const double skew =
          one.corners == 4 ? (corner(0) - corner(1) + corner(2) - corner(3)).norm() : 0;
      visit({e, (centre(one, points) - centre(other, points)).norm(), edge, skew,
          centre(one, points)});
    }
  }
}

}  // namespace

double elements_per_shear_wavelength(const fem::Structure& structure, double hz) {
  double least = std::numeric_limits<double>::infinity();
  for (core::Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto points = structure.element_points(e);
    double edge = 0;
    for (const auto& face : mesh::faces(structure.solid().elements[e].kind))
      edge = std::max(edge, longest_edge(face, points));
    const auto& material = structure.material(e);
    least = std::min(least, std::sqrt(material.lame_mu() / material.density) / hz / edge);
  }
  return least;
}

double elements_per_bending_wavelength(const fem::Structure& structure, double hz) {
  double least = std::numeric_limits<double>::infinity();
  for_each_wall(structure.solid(), structure.free_faces(), [&](const Wall& wall) {
    const double number =
        bending_wave_number(structure.material(wall.element), wall.thickness, 2 * core::pi * hz);
    least = std::min(least, 2 * core::pi / number / wall.longest_edge);
  });
  return std::isinf(least) ? std::numeric_limits<double>::quiet_NaN() : least;
}

void check_wavelengths(const Case& problem, const mesh::Surface& surface) {
  const auto all = problem.frequencies();
  const double highest = *std::max_element(all.begin(), all.end()),
               edge = mesh::longest_edge(surface);
  const double least = least_panels / (problem.formulation.order + 1),
               panels = problem.fluid.sound_speed / highest / edge;
  if (panels >= least) return;
  const auto text = core::formatted(
      "at %.9g Hz the wavelength, %.3g m, is %.2g of the longest panel edges, %.3g m; it must be "
      "%g at least: refine the mesh or stay below %.3g Hz",
      highest, problem.fluid.sound_speed / highest, panels, edge, least,
      problem.fluid.sound_speed / (least * edge));
  cli::fail_at(place_of_frequency(problem, highest), text);
}

std::string size_warning(const mesh::Surface& surface) {
  const auto jumps = mesh::size_jumps(surface);
  if (jumps.edges == 0) return {};
  return core::formatted(
      "  ! Warning: across %d sharp edge%s the size of the panels differs by more than a factor of "
      "%g, by %.3g at worst: panels %d and %d at %s; grade the mesh there.\n",
      jumps.edges, jumps.edges == 1 ? "" : "s", mesh::size_jump, jumps.worst, jumps.small,
      jumps.large, mesh::text(jumps.where).c_str());
}

std::string facing_warning(const mesh::FacingSides& facing, int order, const std::string& when) {
  if (!(facing.nearest < one_per_cent::least_sides_apart[order])) return {};
  return core::formatted(
      "  ! Warning: %spanel %d at %s is %.3g m long and faces panel %d, only %.3g m away %s; "
      "refine the mesh there.\n",
      when.c_str(), facing.panel, mesh::text(facing.where).c_str(),
      facing.distance / facing.nearest, facing.opposite, facing.distance,
      facing.across_fluid ? "across the fluid" : "through the body");
}

std::string wall_warning(
    const mesh::Solid& solid, const std::vector<std::array<bool, 3>>& free_faces) {
  int skewed = 0;
  Wall worst{};
  for_each_wall(solid, free_faces, [&](const Wall& wall) {
    if (solid.elements[wall.element].kind != mesh::ElementKind::hex8) return;
    if (!(wall.skew > wall.thickness)) return;
    ++skewed;
    if (skewed == 1 || wall.skew / wall.thickness > worst.skew / worst.thickness) worst = wall;
  });
  if (skewed == 0) return {};
  return core::formatted(
      "  ! Warning: %d thin brick%s of 8 nodes %s along the wall, element %lld at %s most; where "
      "few of them span a plate, it is too stiff: use bricks of 20 nodes.\n",
      skewed, skewed == 1 ? "" : "s",
      skewed == 1 ? "is not a parallelogram" : "are not parallelograms",
      static_cast<long long>(worst.element), mesh::text(worst.centre).c_str());
}

}  // namespace febem::cases
