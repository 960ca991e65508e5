// Panels of order 1 and 2: the functions, the space, and the integrals against values of 40 digits.
#include <array>
#include <cmath>
#include <cstring>

#include "bem/boundary_space.h"
#include "bem/own_panel.h"
#include "bem/product_integrals.h"
#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem;
using bem::Complex;
using mesh::PanelFunctions;
using mesh::Vec3;

namespace {

struct OwnValue {
  const char* panel;
  int order, node, wavenumber, function;
  double values[4][2];  ///< S, K, K', N
};
struct NearValue {
  const char* panel;
  int order, wavenumber;
  double height;
  std::array<double, 3> at;
  int function;
  double values[4][2];
};
#include "curved_panels.inc"

/// The panels of curved_panels.py.
mesh::Surface panel(const std::string& name) {
  mesh::Surface surface;
  surface.regions = {"panel"};
  surface.panels = {{{0, 1, 2, 3}, 4, 0}};
  if (name == "flat") {
    surface.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  } else if (name == "slender") {
    surface.points = {{0, 0, 0}, {5, 0, 0}, {5, 1, 0}, {0, 1, 0}};
  } else if (name == "bent") {
    surface.points = {{-.7, 0, .3}, {.7, 0, .3}, {.7, 1, .3}, {-.7, 1, .3}};
    surface.middles = {{Vec3(0, 0, .7), Vec3(.7, .5, .3), Vec3(0, 1, .7), Vec3(-.7, .5, .3)}};
  } else {
    surface.points = {{0, 0, 0}, {1, 0, .2}, {1.4, 1, -.1}, {.1, .7, .3}};
    surface.middles = {{Vec3(.5, -.1, .2), Vec3(1.3, .5, 0), Vec3(.7, .9, .2), Vec3(0, .3, .1)}};
  }
  mesh::measure(surface);
  return surface;
}

Complex value(const double (&parts)[2]) { return {parts[0], parts[1]}; }

}  // namespace

TEST_CASE("functions of a panel are one at their node, add up to one, and their products are integrated exactly by the nodes") {
  const int order = GENERATE(0, 1, 2), corners = GENERATE(3, 4);
  const PanelFunctions functions(order, corners);
  REQUIRE(functions.size() == std::array{std::array{1, 3, 6}, std::array{1, 4, 9}}[corners - 3][order]);
  double area = 0;
  for (int j = 0; j < functions.size(); ++j) {
    const auto& node = functions.nodes()[j];
    CHECK((functions.values(node.at) - PanelFunctions::Values::Unit(functions.size(), j)).norm() < 1e-13);
    area += node.weight;
    double cell = 0;
    for (std::size_t c = 0; c < node.cell.size(); ++c) {
      const auto &a = node.cell[c], &b = node.cell[(c + 1) % node.cell.size()];
      cell += (a[0] * b[1] - a[1] * b[0]) / 2;
      const Eigen::Vector2d along = b - a, to = node.at - a;
      CHECK(along[0] * to[1] - along[1] * to[0] > 0);  // the node lies in its cell
    }
    CHECK(cell == Approx(node.weight).epsilon(1e-13));
  }
  CHECK(area == Approx(corners == 3 ? 0.5 : 4));
  const Eigen::Vector2d at(0.31, 0.17), step(1e-6, -2e-6);
  CHECK(functions.values(at).sum() == Approx(1).epsilon(1e-13));
  const PanelFunctions::Values difference = (functions.values(at + step) - functions.values(at - step)) / 2;
  CHECK((functions.derivatives(at, step) - difference).norm() < 1e-15);
}

TEST_CASE("the mass of a space adds up to the area, and each unknown knows its panel") {
  const int order = GENERATE(1, 2);
  auto surface = meshes::generate("sphere", {{"frequency", 3}}, meshes::Edges::curved).wet.surface;
  const bem::BoundarySpace space(surface, order);
  REQUIRE(space.size() == surface.size() * (order == 1 ? 3 : 6));
  double area = 0;
  for (bem::Index j = 0; j < space.size(); ++j) {
    area += space.mass[j];
    CHECK(space.first(space.panel[j]) <= j);
    CHECK(space.first(space.panel[j] + 1) > j);
    CHECK(space.points[j].norm() == Approx(1).epsilon(2e-3));
    CHECK(space.normals[j].dot(space.points[j]) > 0.99);
  }
  CHECK(area == Approx(4 * core::pi).epsilon(2e-3));
  const auto cells = bem::cells(surface, space);
  CHECK(cells.centroids == space.points);
  CHECK(cells.areas == space.mass);
}

TEST_CASE("integrals over a panel at its own nodes agree with values of 40 digits") {
  for (const auto& [name, order, node, k, function, values] : own_values) {
    const auto surface = panel(name);
    const bem::BoundarySpace space(surface, order);
    const auto found = bem::own_panel(space.panels()[0], space.functions(0), bem::PanelReconstruction(space, 0, {}), node, k);
    REQUIRE(found.rows() == space.size());
    const double scale = found.col(3).cwiseAbs().maxCoeff();
    for (int op = 0; op < 4; ++op) {
      INFO(name << ", order " << order << ", node " << node << ", function " << function << ", operator " << op);
      CHECK(std::abs(found(function, op) - value(values[op])) < 1e-10 * (op == 3 ? scale : 1));
    }
  }
}

TEST_CASE("integrals near a panel agree with values of 40 digits") {
  for (const auto& [name, order, k, height, at, function, values] : near_values) {
    const auto surface = panel(name);
    const bem::BoundarySpace space(surface, order);
    const bem::ProductIntegrals integrals(surface, space, bem::chosen_panel_kernels());
    const bem::FieldPoint point{Vec3(at[0], at[1], at[2]), Vec3(2.0 / 3, -1.0 / 3, 2.0 / 3)};
    const auto row = integrals.row(point, k, bem::Terms::hypersingular);
    CHECK(row.flops == integrals.cost(point, bem::Terms::hypersingular).flops);
    const std::array found{&row.s, &row.k, &row.k_transposed, &row.n};
    for (int op = 0; op < 4; ++op) {
      double scale = 0;
      for (const Complex& entry : *found[op]) scale = std::max(scale, std::abs(entry));
      INFO(name << ", order " << order << ", height " << height << ", function " << function << ", operator " << op << ", scale " << scale);
      CHECK(std::abs((*found[op])[function] - value(values[op])) < 1e-7 * scale);
    }
  }
}

// The double layer's normal derivative is continuous across the panel: an independent way to the finite part of N.
TEST_CASE("N at a node is the limit of N at points beside it") {
  const std::string name = GENERATE("bent", "twisted");
  const auto surface = panel(name);
  const bem::BoundarySpace space(surface, 2);
  const bem::ProductIntegrals integrals(surface, space, bem::chosen_panel_kernels());
  constexpr int node = 1;
  const auto beside = [&](double height) -> la::Vector {
    la::Vector mean = la::Vector::Zero(space.size());
    for (const int sign : {1, -1}) {
      const auto row = integrals.row({space.points[node] + sign * height * space.normals[node], space.normals[node]}, 1.5, bem::Terms::hypersingular);
      mean += la::Vector::Map(row.n.data(), space.size()) / 2;
    }
    return mean;
  };
  // Extrapolates an expansion in the height.
  constexpr double h = 0.02;
  const la::Vector a = beside(h), b = beside(h / 2), c = beside(h / 4), d = beside(h / 8);
  const la::Vector ab = 2 * b - a, bc = 2 * c - b, cd = 2 * d - c, abc = (4 * bc - ab) / 3, bcd = (4 * cd - bc) / 3;
  const la::Vector limit = (8 * bcd - abc) / 7;
  const la::Vector at_node = bem::own_panel(space.panels()[0], space.functions(0), bem::PanelReconstruction(space, 0, {}), node, 1.5).col(3);
  CHECK((at_node - limit).cwiseAbs().maxCoeff() < 1e-4 * at_node.cwiseAbs().maxCoeff());
}
