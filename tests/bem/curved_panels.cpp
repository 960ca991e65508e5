// Panels of order 1 and 2: the functions, the space, and the integrals against values of 40 digits.

#include "bem/operators.h"
#include "bem/panel_basis.h"
#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem::bem;
using mesh::PanelFunctions;

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
  } else if (name == "sphere") {
    surface.points = {{-.0938, -.3414, .9352}, {.4132, -.3123, .8554}, {.419, .2683, .8674},
        {-.0954, .2942, .951}};
    surface.middles = {{Vec3(.1871, -.3368, .9228), Vec3(.4345, -.045, .8995),
        Vec3(.1901, .2901, .9379), Vec3(-.0997, -.0497, .9938)}};
    surface.ninth_nodes = {{.1984, -.049, .9789}};
  } else {
    surface.points = {{0, 0, 0}, {1, 0, .2}, {1.4, 1, -.1}, {.1, .7, .3}};
    surface.middles = {{Vec3(.5, -.1, .2), Vec3(1.3, .5, 0), Vec3(.7, .9, .2), Vec3(0, .3, .1)}};
  }
  mesh::measure(surface);
  return surface;
}

Complex value(const double (&parts)[2]) { return {parts[0], parts[1]}; }

OperatorRows operators(
    const mesh::Surface& surface, const BoundarySpace& space, const FieldPoint& at, double k) {
  return operators(*row_integrals(surface, space, chosen_panel_kernels()), space.size(), at, k);
}

}  // namespace

TEST_CASE(
    "functions of a panel are one at their node, add up to one, and their products are integrated "
    "exactly by the nodes") {
  const int order = GENERATE(0, 1, 2), corners = GENERATE(3, 4);
  const PanelFunctions functions(order, corners);
  REQUIRE(
      functions.size() == std::array{std::array{1, 3, 6}, std::array{1, 4, 9}}[corners - 3][order]);
  double area = 0;
  for (int j = 0; j < functions.size(); ++j) {
    const auto& node = functions.nodes()[j];
    CHECK((functions.values(node.at) - PanelFunctions::Values::Unit(functions.size(), j)).norm() <
          1e-13);
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
  if (order == 0) return;
  const PanelBasis basis(order, corners);
  const auto phi = basis.coefficients.topRows(functions.size());
  CHECK((phi * monomials(order, at) - functions.values(at)).norm() < 1e-13);
  const PanelFunctions::Values difference =
      (functions.values(at + step) - functions.values(at - step)) / 2;
  CHECK((phi * monomial_derivatives(order, at, step) - difference).norm() < 1e-15);
}

TEST_CASE("the mass of a space adds up to the area, and each unknown knows its panel") {
  const int order = GENERATE(1, 2);
  auto surface = meshes::generate("sphere", {{"frequency", 3}}, meshes::Edges::curved).wet.surface;
  const BoundarySpace space(surface, order);
  REQUIRE(space.size() == surface.size() * (order == 1 ? 3 : 6));
  double area = 0;
  for (Index j = 0; j < space.size(); ++j) {
    area += space.mass[j];
    CHECK(space.first(space.panel[j]) <= j);
    CHECK(space.first(space.panel[j] + 1) > j);
    CHECK(space.points[j].norm() == Approx(1).epsilon(2e-3));
    CHECK(space.normals[j].dot(space.points[j]) > 0.99);
  }
  CHECK(area == Approx(4 * core::pi).epsilon(2e-3));
  const auto found = cells(surface, space);
  CHECK(found.centroids == space.points);
  CHECK(found.areas == space.mass);
}

TEST_CASE(
    "the ninth node is the image of the middle; where the face has it, the panel is the same") {
  auto surface = panel("sphere");
  const Vec3 ninth = surface.ninth_nodes[0], without = middle_of_face(surface, 0);
  CHECK((ninth - without).norm() > 1e-3);
  const mesh::CurvedPanel nine(surface, 0);
  CHECK((nine.centre() - ninth).norm() < 1e-15);
  surface.ninth_nodes[0] = without;
  const mesh::CurvedPanel same(surface, 0);
  surface.ninth_nodes.clear();
  const mesh::CurvedPanel eight(surface, 0);
  for (const Vector2d& xi : {Vector2d(0.3, -0.8), Vector2d(1, 0.2), Vector2d(0, 0)}) {
    CHECK((same.at(xi).point - eight.at(xi).point).norm() < 1e-15);
    CHECK((same.at(xi).area_vector() - eight.at(xi).area_vector()).norm() < 1e-15);
    CHECK((nine.at(xi).point - eight.at(xi).point -
              (1 - xi[0] * xi[0]) * (1 - xi[1] * xi[1]) * (ninth - without))
              .norm() < 1e-15);
  }
  // Along a line.
  const Vector2d from(0.2, -0.3), direction(-0.7, 0.4);
  const auto line = nine.line(from, direction, Vec3(1, 2, 3));
  constexpr double t = 0.9;
  const auto there = nine.at(from + t * direction);
  const auto value = [&](const auto& coefficients) {
    Vec3 sum = Vec3::Zero();
    for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) sum = t * sum + *c;
    return sum;
  };
  CHECK((value(line.y) + Vec3(1, 2, 3) - there.point).norm() < 1e-14);
  CHECK((value(line.along_r) - there.along_r).norm() < 1e-14);
  CHECK((value(line.along_s) - there.along_s).norm() < 1e-14);
}

TEST_CASE("integrals over a panel at its own nodes agree with values of 40 digits") {
  for (const auto& [name, order, node, k, function, values] : own_values) {
    const auto surface = panel(name);
    const BoundarySpace space(surface, order);
    const auto found =
        operators(surface, space, {space.points[node], space.normals[node], node}, k);
    const double scale = found[3].cwiseAbs().maxCoeff();
    for (int op = 0; op < 4; ++op) {
      INFO(name << ", order " << order << ", node " << node << ", function " << function
                << ", operator " << op);
      CHECK(std::abs(found[op][function] - value(values[op])) < 1e-10 * (op == 3 ? scale : 1));
    }
  }
}

TEST_CASE("integrals near a panel agree with values of 40 digits") {
  for (const auto& [name, order, k, height, at, function, values] : near_values) {
    const auto surface = panel(name);
    const BoundarySpace space(surface, order);
    const auto found =
        operators(surface, space, {Vec3(at[0], at[1], at[2]), Vec3(2.0 / 3, -1.0 / 3, 2.0 / 3)}, k);
    for (int op = 0; op < 4; ++op) {
      const double scale = found[op].cwiseAbs().maxCoeff();
      INFO(name << ", order " << order << ", height " << height << ", function " << function
                << ", operator " << op << ", scale " << scale);
      CHECK(std::abs(found[op][function] - value(values[op])) < 1e-7 * scale);
    }
  }
}

/// A Gauss rule of 20 points on each of 12 x 12 parts of panel 0, for the entries of N.
la::Vector n_by_parts(const BoundarySpace& space, const FieldPoint& at, double k) {
  la::Vector sum = la::Vector::Zero(space.size());
  constexpr int parts = 12;
  const auto line = gauss_line(20);
  for (int part = 0; part < parts * parts; ++part)
    for (const auto& [s, weight_s] : line)
      for (const auto& [r, weight_r] : line) {
        const Vector2d xi(
            (2 * (part % parts) + 1 + r) / parts - 1, (2 * (part / parts) + 1 + s) / parts - 1);
        const auto place = space.panels()[0].at(xi);
        const double weight = weight_r * weight_s / (parts * parts);
        sum += kernels(at.x, at.normal, place.point, weight * place.area_vector(), k).n *
               space.functions(0).values(xi);
      }
  return sum;
}

TEST_CASE(
    "each rule for a panel that is not far integrates N to 1e-7 of its greatest entry at the "
    "panel's nodes") {
  const std::string name = GENERATE("flat", "slender", "bent", "twisted", "sphere");
  const int order = GENERATE(1, 2);
  const auto surface = panel(name);
  const BoundarySpace space(surface, order);
  const auto& shape = space.panels()[0];
  const double scale =
      operators(surface, space, {space.points[0], space.normals[0], 0}, 1)[3].cwiseAbs().maxCoeff();
  // Beside an edge, where the nodes of a neighbour are, and in the other ranges of distance.
  std::vector<Vec3> points;
  for (const double s : {-0.9, 0.1, 1.3})
    points.push_back(shape.at({order == 1 ? 1.4 : 1.25, s}).point);
  for (const double ratio : {1.7, 1.91, 2.3, 2.51, 3.4})
    points.push_back(shape.centre() + ratio * shape.radius() * Vec3(0.64, 0.48, 0.6));
  for (const Vec3& x : points) {
    const FieldPoint at{x, Vec3(0.48, -0.6, 0.64)};
    INFO(name << ", order " << order << ", " << (x - shape.centre()).norm() / shape.radius()
              << " radii away");
    CHECK((operators(surface, space, at, 1)[3] - n_by_parts(space, at, 1)).cwiseAbs().maxCoeff() <
          4e-7 * scale);
  }
}

// The double layer's normal derivative is continuous across the panel: an independent way to the
// finite part of N.
TEST_CASE("N at a node is the limit of N at points beside it") {
  const std::string name = GENERATE("bent", "twisted", "sphere");
  const auto surface = panel(name);
  const BoundarySpace space(surface, 2);
  constexpr int node = 1;
  const auto beside = [&](double height) -> la::Vector {
    la::Vector mean = la::Vector::Zero(space.size());
    for (const int sign : {1, -1})
      mean += operators(surface, space,
                  {space.points[node] + sign * height * space.normals[node], space.normals[node]},
                  1.5)[3] /
              2;
    return mean;
  };
  // Extrapolates an expansion in the height.
  constexpr double h = 0.02;
  const la::Vector a = beside(h), b = beside(h / 2), c = beside(h / 4), d = beside(h / 8);
  const la::Vector ab = 2 * b - a, bc = 2 * c - b, cd = 2 * d - c, abc = (4 * bc - ab) / 3,
                   bcd = (4 * cd - bc) / 3;
  const la::Vector limit = (8 * bcd - abc) / 7;
  const la::Vector at_node =
      operators(surface, space, {space.points[node], space.normals[node], node}, 1.5)[3];
  CHECK((at_node - limit).cwiseAbs().maxCoeff() < 1e-4 * at_node.cwiseAbs().maxCoeff());
}
