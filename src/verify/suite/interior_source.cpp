// Bodies whose surface moves as the field of a source inside would move it: outside there is that
// field and nothing else. The sphere is smooth; the others have edges, and no exact solution
// otherwise.
#include <array>
#include <cmath>

#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_suite.h"

namespace febem::verify {
namespace {

/// A family of meshes of one body with a source inside.
struct Body {
  std::string name;
  std::array<std::string, 3> geometries;  ///< coarse to fine
  std::array<double, 3> size;             ///< of the panels, in some unit
  double ka, radius;                      ///< of the frequency
  mesh::Vec3 source;
  double tolerance, shortfall;  ///< of the finest mesh's error, and of the order
};

/// -i omega rho Q G of 1 m^3/s, or F (1/r - ik) cos G of 1 N along z, G = e^{ikr} / (4 pi r).
Complex exact_pressure(const std::string& kind, const SolvedFrequency& solved,
    const mesh::Vec3& from, const mesh::Vec3& x) {
  const double k = solved.at.wavenumber, r = (x - from).norm();
  const Complex green = std::polar(1 / (4 * core::pi * r), k * r);
  if (kind == "monopole")
    return Complex(0, -solved.at.omega * solved.problem.fluid.density) * green;
  return Complex(1 / r, -k) * ((x - from).z() / r) * green;
}

void converge(VerificationSuite& suite, const Body& body, const std::string& kind) {
  const auto label = kind + " in a " + body.name;
  std::vector<double> h, error;
  for (std::size_t mesh = 0; mesh < body.size.size(); ++mesh) {
    const auto text = body.geometries[mesh] + water() + point_source(kind, body.source) +
                      at_ka({body.ka}, body.radius);
    suite.solve(text, [&](const SolvedFrequency& solved) {
      std::vector<Complex> exact;
      for (const auto& x : solved.surface().centroids)
        exact.push_back(exact_pressure(kind, solved, body.source, x));
      const auto panels = ", " + std::to_string(solved.surface().size()) + " panels";
      const auto row = compare_surface_pressure(
          "surface pressure, " + label + panels, solved, exact, body.tolerance);
      if (mesh + 1 == body.size.size()) suite.record(row);
      h.push_back(body.size[mesh]);
      error.push_back(row.error);
    });
  }
  if (suite.is_master()) suite.record(order_at_least(2, label, h, error, body.shortfall));
}

/// A cylinder of radius 0.4 m and length 1 m; `n` panels along the radius, all of about one size.
std::string cylinder(int n) {
  return geometry("cylinder",
      core::text("radius = 0.4\nlength = 1\npiston_radius = 0.2\ngrading = 1\naround = ", 8 * n,
          "\npiston_rings = ", n, "\nrim_rings = ", n, "\nback_rings = ", 2 * n,
          "\nstations = ", 5 * n));
}

std::string box_of(int panels) {
  return geometry(
      "box", core::text("panels_x = ", panels, "\npanels_y = ", panels, "\npanels_z = ", panels));
}

std::string cats_eye(int cells) { return geometry("cats_eye", "cells = " + std::to_string(cells)); }

void run_interior_source(VerificationSuite& suite) {
  const Body ball{"sphere", {icosphere(4), icosphere(6), icosphere(9)}, {1.0 / 4, 1.0 / 6, 1.0 / 9},
      2, 1, {0.2, -0.1, 0.3}, 0.005, 0.2};
  const Body can{"cylinder", {cylinder(2), cylinder(3), cylinder(4)}, {1.0 / 2, 1.0 / 3, 1.0 / 4},
      1, 0.4, {0.05, 0.1, 0.2}, 0.01, 0.4};
  for (const auto& body : {ball, can})
    for (const char* kind : {"monopole", "dipole"}) converge(suite, body, kind);
  // At the first eigenvalue of the cube, k = pi sqrt(3), where the CBIE has no unique solution.
  const Body box{"box", {box_of(10), box_of(14), box_of(20)}, {1. / 10, 1. / 14, 1. / 20},
      core::pi * std::sqrt(3.), 1, {-0.05, 0.05, 0.1}, 0.005, 0.3};
  const Body eye{"cat's eye", {cats_eye(4), cats_eye(6), cats_eye(9)}, {1. / 4, 1. / 6, 1. / 9}, 5,
      1, {-0.4, -0.3, -0.3}, 0.015, 0.5};
  for (const auto& body : {box, eye}) converge(suite, body, "monopole");
}

}  // namespace

extern const VerificationCase interior_source_case{"interior_source",
    "sphere, cylinder, box and cat's eye that move as the field of a source inside: its own field "
    "outside",
    run_interior_source};

}  // namespace febem::verify
