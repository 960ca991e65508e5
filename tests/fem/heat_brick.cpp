// A formulation with other unknowns than displacements: what a new one needs, in one file and one
// line.
#include "fem/structure.h"
#include "support/assembled.h"
#include "support/bodies.h"
#include "support/catch.h"

using fem::DofMap;
using mesh::ElementKind;

namespace {

/// Conduction of heat: one unknown at a node, the temperature. Young's modulus stands for the
/// conductivity, and the density for the heat capacity of a volume.
class HeatBrick : public fem::ElementFormulation {
 public:
  using ElementFormulation::ElementFormulation;

  std::span<const int> components() const override { return temperature; }
  fem::ElementMatrices matrices(const Eigen::Matrix3Xd& points, const fem::Material& material,
      const fem::Walls&, const std::string& what) const override {
    const auto at = geometry(points, what);
    const auto n = points.cols();
    fem::ElementMatrices result{la::RealMatrix::Zero(n, n), la::RealMatrix::Zero(n, n)};
    for (std::size_t g = 0; g < shapes().size(); ++g) {
      const auto& [value, gradient] = shapes()[g];
      result.stiffness +=
          material.young * at.weight(g) * at.gradient[g] * at.gradient[g].transpose();
      result.mass += material.density * at.weight(g) * value * value.transpose();
    }
    return result;
  }
  core::Count matrices_flops(const fem::Walls&) const override { return 0; }

 private:
  static constexpr std::array temperature{3};
};

std::shared_ptr<const fem::ElementFormulation> make_heat(ElementKind kind) {
  return std::make_shared<HeatBrick>(kind);
}

std::vector<fem::FormulationEntry> with_heat() {
  const auto shipped = fem::formulations();
  std::vector<fem::FormulationEntry> all(shipped.begin(), shipped.end());
  all.push_back({ElementKind::hex8, "heat", make_heat});  // the line
  return all;
}

const fem::Material conductor{.young = 5, .density = 7, .physics = "heat"};

/// Two bricks along x: region "cold", then region "hot".
mesh::Solid two_bricks() {
  auto solid = test::box(ElementKind::hex8, {2, 1, 1}, {2, 1, 1});
  solid.regions = {"cold", "hot"};
  for (auto& element : solid.elements) {
    double x = 0;
    for (const auto node : element.used_nodes()) x += solid.points[node].x() / 8;
    element.region = x > 1 ? 1 : 0;
  }
  return solid;
}

}  // namespace

TEST_CASE("a formulation of one unknown a node conducts heat") {
  const fem::Structure s(
      two_bricks(), {{"cold", conductor}, {"hot", conductor}}, {}, false, {}, with_heat());
  CHECK(s.dofs() == s.solid().node_total());
  const auto [k, m, loss] = assemble(s);
  la::RealVector linear(s.dofs());
  for (core::Index e = 0; e < 2; ++e)
    for (int i = 0; i < 8; ++i)
      linear[s.element_dofs(e)[i]] = s.solid().points[s.solid().elements[e].nodes[i]].x();
  const la::RealVector flow = k * linear;
  for (core::Index e = 0; e < 2; ++e)
    for (int i = 0; i < 8; ++i) {
      const auto dof = s.element_dofs(e)[i];
      // The conductivity times the gradient leaves by four nodes of each end.
      CHECK(flow[dof] == Approx((linear[dof] - 1) * 5 / 4).margin(1e-12));
    }
  CHECK(m.sum() == Approx(7 * 2));
  CHECK(test::dynamic_stiffness(s, 0, 2).real().isApprox(
      s.element_matrices(0).stiffness - 4 * s.element_matrices(0).mass));
}

TEST_CASE("a node has the unknowns of all elements there") {
  const fem::Structure s(two_bricks(), {{"cold", {200e9, 0.3, 8000, 0}}, {"hot", conductor}}, {},
      true, {}, with_heat());
  std::map<double, int> unknowns{{0, 3}, {1, 4}, {2, 1}};  // by x
  for (core::Index node = 0; node < s.solid().node_total(); ++node)
    CHECK(s.node_dofs()[node] == unknowns.at(s.solid().points[node].x()));
  CHECK(s.dofs() == 4 * (3 + 4 + 1));
  CHECK(s.element_dofs(0).size() == 24);
  CHECK(s.element_dofs(1).size() == 8);
}

TEST_CASE("elements without a formulation of their material's physics are refused") {
  CHECK_THROWS_WITH(
      fem::Structure(two_bricks(), {{"cold", conductor}, {"hot", conductor}}, {}, true),
      Contains("region 'cold': no formulation of hex8 has the physics 'heat'"));
}

TEST_CASE("an unknown may belong to many nodes, and holding one node holds it") {
  DofMap map(4, 2);
  for (int node = 0; node < 4; ++node) map.add(node, 1);
  map.add(2, 0);
  const std::vector<core::Index> tied{1, 3};
  map.tie(tied, 1);
  auto held = map;
  map.number();
  CHECK(map.size() == 4);
  CHECK(map(0, 0) == -1);
  CHECK(map(0, 1) == 0);
  CHECK(map(1, 1) == 1);
  CHECK(map(2, 0) == 2);
  CHECK(map(2, 1) == 3);
  CHECK(map(3, 1) == 1);
  CHECK(map.counts() == std::vector{1, 1, 2, 0});
  held.hold(3, 1);
  held.number();
  CHECK(held.size() == 3);
  CHECK(held(1, 1) == -1);
  CHECK(held(3, 1) == -1);
}
