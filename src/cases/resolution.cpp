#include "cases/resolution.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "cases/case_file.h"
#include "cli/input_errors.h"
#include "mesh/edges.h"
#include "mesh/element_topology.h"
#include "mesh/point.h"

namespace febem::cases {

double panels_per_wavelength(const Fluid& fluid, const mesh::Surface& surface, double hz) {
  return fluid.sound_speed / hz / mesh::longest_edge(surface);
}

namespace {

double longest_edge(const mesh::FaceTopology& face, const Eigen::Matrix3Xd& points) {
  double edge = 0;
  for (int i = 0; i < face.corners; ++i) edge = std::max(edge, (points.col(face.local[(i + 1) % face.corners]) - points.col(face.local[i])).norm());
  return edge;
}

mesh::Vec3 centre(const mesh::FaceTopology& face, const Eigen::Matrix3Xd& points) {
  mesh::Vec3 sum = mesh::Vec3::Zero();
  for (int i = 0; i < face.corners; ++i) sum += points.col(face.local[i]) / face.corners;
  return sum;
}

// Mindlin (1951): k^2 = omega^2 (a + b)/2 + ((omega^2 (a - b)/2)^2 + rho h omega^2 / D)^(1/2), with 1/a = E/(rho (1 - nu^2)) and
// 1/b = (5/6) mu/rho the squares of the speeds of waves that stretch and shear the plate.
double bending_wave_number(const fem::Material& m, double thickness, double omega) {
  const double plane = m.young / (1 - m.poisson * m.poisson), a = m.density / plane, b = m.density / (m.lame_mu() * 5 / 6);
  const double square = omega * omega, bending = 12 * m.density * square / (plane * thickness * thickness);
  return std::sqrt(square * (a + b) / 2 + std::sqrt(square * square * (a - b) * (a - b) / 4 + bending));
}

}  // namespace

double elements_per_shear_wavelength(const fem::Structure& structure, double hz) {
  double least = std::numeric_limits<double>::infinity();
  for (core::Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto points = structure.element_points(e);
    double edge = 0;
    for (const auto& face : mesh::faces(structure.solid().elements[e].kind)) edge = std::max(edge, longest_edge(face, points));
    const auto& material = structure.material(e);
    least = std::min(least, std::sqrt(material.lame_mu() / material.density) / hz / edge);
  }
  return least;
}

double elements_per_bending_wavelength(const fem::Structure& structure, double hz) {
  const double omega = 2 * core::pi * hz;
  double least = std::numeric_limits<double>::infinity();
  for (core::Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto points = structure.element_points(e);
    const auto& m = structure.material(e);
    const auto kind = structure.solid().elements[e].kind;
    for (const auto& pair : mesh::opposite_faces(kind)) {
      if (!structure.free_faces(e)[pair.direction]) continue;
      const auto &one = mesh::faces(kind)[pair.one], &other = mesh::faces(kind)[pair.other];
      const double thickness = (centre(one, points) - centre(other, points)).norm();
      const double number = bending_wave_number(m, thickness, omega);
      least = std::min(least, 2 * core::pi / number / std::max(longest_edge(one, points), longest_edge(other, points)));
    }
  }
  return std::isinf(least) ? std::numeric_limits<double>::quiet_NaN() : least;
}

void check_wavelengths(const Case& problem, const mesh::Surface& surface) {
  const auto all = problem.frequencies();
  const double highest = *std::max_element(all.begin(), all.end()), edge = mesh::longest_edge(surface);
  const double panels = problem.fluid.sound_speed / highest / edge;
  if (panels >= least_panels) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "at %.9g Hz the wavelength, %.3g m, is %.2g of the longest panel edges, %.3g m; it must be %g at "
                "least: refine the mesh or stay below %.3g Hz",
                highest, problem.fluid.sound_speed / highest, panels, edge, least_panels, problem.fluid.sound_speed / (least_panels * edge));
  cli::fail_at(place_of_frequency(problem, highest), text);
}

std::string size_warning(const mesh::Surface& surface) {
  const auto jumps = mesh::size_jumps(surface);
  if (jumps.edges == 0) return {};
  char line[300];
  std::snprintf(
      line, sizeof line,
      "  ! Warning: across %d sharp edge%s the size of the panels differs by more than a factor of %g, by %.3g at worst: panels %d and %d at "
      "%s; grade the mesh there.\n",
      jumps.edges, jumps.edges == 1 ? "" : "s", mesh::size_jump, jumps.worst, jumps.small, jumps.large, mesh::text(jumps.where).c_str());
  return line;
}

std::string facing_warning(const mesh::FacingSides& facing) {
  if (!(facing.nearest < one_per_cent::least_sides_apart)) return {};
  char line[300];
  std::snprintf(line, sizeof line, "  ! Warning: panel %d at %s is %.3g m long and faces panel %d, only %.3g m away %s; refine the mesh there.\n",
                facing.panel, mesh::text(facing.where).c_str(), facing.distance / facing.nearest, facing.opposite, facing.distance,
                facing.across_fluid ? "across the fluid" : "through the body");
  return line;
}

}  // namespace febem::cases
