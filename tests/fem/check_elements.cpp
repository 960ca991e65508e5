#include "fem/check_elements.h"

#include "core/error.h"
#include "support/bodies.h"
#include "support/catch.h"

using Edges = std::vector<mesh::EdgeCorners>;

namespace {

// What is wrong with the elements; "" if nothing is.
std::string fault(const Solid& solid) {
  try {
    fem::check_elements(solid);
  } catch (const core::InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

int corners_of(ElementKind kind) {
  return mesh::node_count(kind) - static_cast<int>(mesh::middle_edges(kind).size());
}

// Puts the mid-edge nodes of an element, which are in VTK order, into that of these edges.
void reorder(mesh::Element& element, const Edges& order) {
  const auto before = element.nodes;
  const int corners = corners_of(element.kind);
  const auto edges = mesh::middle_edges(element.kind);
  REQUIRE(edges.size() == order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t k = 0; k < edges.size(); ++k)
      if (std::minmax(order[i][0], order[i][1]) == std::minmax(edges[k][0], edges[k][1]))
        element.nodes[corners + i] = before[corners + k];
}

// Exchanges two sides of an element, mid-edge nodes with them.
void turn(mesh::Element& element) {
  auto& n = element.nodes;
  const auto exchange = [&](std::vector<std::array<int, 2>> pairs) {
    for (const auto& [a, b] : pairs) std::swap(n[a], n[b]);
  };
  switch (element.kind) {
    case ElementKind::hex8:
      return exchange({{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    case ElementKind::hex20:
      return exchange({{0, 4}, {1, 5}, {2, 6}, {3, 7}, {8, 12}, {9, 13}, {10, 14}, {11, 15}});
    case ElementKind::tet10:
      return exchange({{1, 2}, {4, 6}, {8, 9}});
    case ElementKind::wedge15:
      return exchange({{0, 3}, {1, 4}, {2, 5}, {6, 9}, {7, 10}, {8, 11}});
  }
}

// One layer of bricks around a thin ring: the sagitta of an element is far more than its thickness.
Solid thin_ring() {
  return meshes::box({2 * core::pi, 1, 0.002}, {8, 1, 1}, [](const Vec3& x) {
    return Vec3((1 + x.z()) * std::sin(x.x()), x.y(), (1 + x.z()) * std::cos(x.x()));
  });
}

}  // namespace

TEST_CASE("the mid-edge nodes of every kind of element lie on the edges of the table") {
  for (const auto kind : mesh::element_kinds()) {
    INFO(mesh::name(kind));
    const auto solid = box(kind, {3, 4, 5}, {1, 2, 1});
    CHECK(fault(solid).empty());
    for (const auto& element : solid.elements) {
      int node = corners_of(kind);
      for (const auto& [a, b] : mesh::middle_edges(kind)) {
        const Vec3 middle = (solid.points[element.nodes[a]] + solid.points[element.nodes[b]]) / 2;
        CHECK((solid.points[element.nodes[node++]] - middle).norm() < 1e-12);
      }
      CHECK(node == mesh::node_count(kind));
    }
  }
}

TEST_CASE("the order of another program is recognised by its mid-edge nodes") {
  struct Other {
    std::string owner;
    ElementKind kind;
    Edges edges;
    std::string first;  // what is said of element 0
  };
  // From the manuals: Gmsh (node ordering), Nastran (CHEXA, CPENTA), Netgen.
  const std::vector<Other> others{{"Gmsh", ElementKind::hex20,
                                      {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {2, 6},
                                          {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}},
                                      "element 0: node 9 does not lie between nodes 1 and 2, node "
                                      "10 does not lie between nodes 2 and 3, and 9 more"},
      {"Gmsh", ElementKind::tet10, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}},
          "element 0: node 8 does not lie between nodes 1 and 3, node 9 does not lie between nodes "
          "2 and 3"},
      {"Gmsh", ElementKind::wedge15,
          {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}},
          "element 0: node 7 does not lie between nodes 1 and 2, node 8 does not lie between nodes "
          "2 and 0, and 6 more"},
      {"Nastran", ElementKind::hex20,
          {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {4, 5}, {5, 6}, {6, 7},
              {7, 4}},
          "element 0: node 12 does not lie between nodes 4 and 5, node 13 does not lie between "
          "nodes 5 and 6, and 6 more"},
      {"Nastran", ElementKind::wedge15,
          {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {5, 3}},
          "element 0: node 9 does not lie between nodes 3 and 4, node 10 does not lie between "
          "nodes 4 and 5, and 4 more"},
      {"Netgen", ElementKind::tet10, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}},
          "element 0: node 5 does not lie between nodes 1 and 2, node 6 does not lie between nodes "
          "2 and 0, and 1 more"}};
  for (const auto& [owner, kind, edges, first] : others)
    for (const double thickness : {1.0, 0.01}) {
      INFO(owner << " " << mesh::name(kind) << " " << thickness);
      auto solid = box(kind, {2, 2, 2 * thickness}, {2, 2, 2});
      for (auto& element : solid.elements) reorder(element, edges);
      const auto total = std::to_string(solid.element_total());
      const auto text = fault(solid);
      const auto more = std::to_string(solid.element_total() - 3);
      CHECK_THAT(
          text, Contains(total + " of " + total + " elements have mid-side nodes off their edges"));
      CHECK_THAT(text, Contains(first + "; element 1: "));
      CHECK_THAT(text, Contains("; and " + more + " elements more; VTK order is needed; " + owner +
                                "'s order was recognised"));
      CHECK(text.size() < 800);
    }
}

TEST_CASE("the order of another program is recognised where elements are thin and curved") {
  auto ring = thin_ring();
  REQUIRE(fault(ring).empty());
  for (auto& element : ring.elements)
    reorder(element, {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {2, 6}, {3, 7}, {4, 5},
                         {4, 7}, {5, 6}, {6, 7}});
  CHECK_THAT(fault(ring), Contains("8 of 8 elements") && Contains("Gmsh's order was recognised"));
}

TEST_CASE("two exchanged mid-edge nodes are named, and those alone, wherever they are") {
  std::vector<Solid> bodies{thin_ring()};
  for (const auto kind : {ElementKind::hex20, ElementKind::tet10, ElementKind::wedge15})
    for (const double thickness : {1.0, 0.01})
      bodies.push_back(box(kind, {2, 2, 2 * thickness}, {2, 2, 2}));
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    const auto kind = bodies[body].elements[2].kind;
    const auto edges = mesh::middle_edges(kind);
    const int corners = corners_of(kind), nodes = mesh::node_count(kind);
    const auto name = [&](int node) {
      const auto& [a, b] = edges[static_cast<std::size_t>(node - corners)];
      return "node " + std::to_string(node) + " does not lie between nodes " + std::to_string(a) +
             " and " + std::to_string(b);
    };
    for (int i = corners; i < nodes; ++i)
      for (int k = i + 1; k < nodes; ++k) {
        INFO("body " << body << ", " << mesh::name(kind) << " " << i << " " << k);
        auto solid = bodies[body];
        std::swap(solid.elements[2].nodes[i], solid.elements[2].nodes[k]);
        const auto total = std::to_string(solid.element_total());
        CHECK_THAT(fault(solid),
            Contains("1 of " + total + " elements has mid-side nodes off its edges") &&
                Contains(": element 2: " + name(i) + ", " + name(k) + "; VTK order is needed"));
      }
  }
}

TEST_CASE("a mid-edge node that lies elsewhere is named in each element that it spoils") {
  auto solid = meshes::box({1, 1, 1}, {2, 2, 2});
  const int node = 8;  // on the edge from (0, 0, 0) to (0.5, 0, 0), of one element alone
  solid.points[solid.elements[0].nodes[node]].x() = 0.7;
  CHECK_THAT(fault(solid), Contains("1 of 8 elements") &&
                               Contains("element 0: node 8 does not lie between nodes 0 and 1;"));
  auto shared = meshes::box({1, 1, 1}, {2, 2, 2});
  const auto middle =
      shared.elements[0]
          .nodes[18];  // from (0.5, 0.5, 0) to the middle of the cube: of four elements
  shared.points[middle].z() = 0.7;
  CHECK_THAT(fault(shared),
      Contains("4 of 8 elements") &&
          Contains("element 0: node 18 does not lie between nodes 2 and 6; element 1: "));
  CHECK_THAT(fault(shared), Contains("; and 1 element more; "));
}

TEST_CASE("curved edges and nodes at the quarter points of edges are sound") {
  CHECK(fault(thin_ring()).empty());
  auto cracked = meshes::box({1, 1, 1}, {1, 1, 1});
  for (auto& x : cracked.points)
    if (x.x() == 0.5) x.x() = 0.26;
  CHECK(fault(cracked).empty());
}

TEST_CASE("an element that is inside out is named, and all are counted") {
  for (const auto kind : mesh::element_kinds()) {
    INFO(mesh::name(kind));
    auto solid = box(kind, {2, 2, 2}, {2, 2, 2});
    const auto total = std::to_string(solid.element_total());
    turn(solid.elements[3]);
    CHECK(fault(solid) == "element 3 is inside out (1 of " + total + " elements)");
    turn(solid.elements[5]);
    CHECK(fault(solid) == "2 of " + total + " elements are inside out: 3, 5");
    for (std::size_t e = 0; e < solid.elements.size(); ++e)
      if (e != 3 && e != 5) turn(solid.elements[e]);
    CHECK(fault(solid) == "all " + total + " elements are inside out");
  }
  auto many = box(ElementKind::hex8, {4, 4, 4}, {4, 4, 4});
  for (std::size_t e = 0; e < 20; ++e) turn(many.elements[e]);
  CHECK(fault(many) == "20 of 64 elements are inside out: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...");
}

TEST_CASE("a corner pushed through the element distorts it") {
  for (const auto kind : {ElementKind::hex8, ElementKind::hex20}) {
    auto solid = box(kind, {1, 1, 1}, {1, 1, 1});
    for (auto& x : solid.points)
      if (x.isApprox(Vec3::Ones())) x = Vec3::Constant(0.1);
    CHECK(fault(solid) ==
          "element 0 is inverted or too distorted (the Jacobian is not positive everywhere) (1 of "
          "1 elements)");
  }
}

TEST_CASE("several kinds of faults are told in one line") {
  auto solid = meshes::box({4, 1, 1}, {4, 1, 1});
  std::swap(solid.elements[1].nodes[8], solid.elements[1].nodes[9]);
  turn(solid.elements[2]);
  solid.elements[3].nodes[6] = solid.elements[3].nodes[0];
  CHECK_THAT(fault(solid), Contains("1 of 4 elements has mid-side nodes"));
  CHECK_THAT(
      fault(solid), Contains("; element 2 is inside out (1 of 4 elements); element 3 is inverted"));
}

TEST_CASE(
    "mid-edge nodes in each other's places are refused even where the Jacobian stays positive") {
  auto solid = box(ElementKind::tet10, {1, 1, 1}, {1, 1, 1});
  auto& nodes = solid.elements[1].nodes;
  std::rotate(nodes.begin() + 7, nodes.begin() + 8,
      nodes.begin() + 10);  // of the edges that meet in a corner
  CHECK(fault(solid) ==
        "1 of 6 elements has mid-side nodes off its edges: element 1: node 7 does not lie between "
        "nodes 0 and 3, node 8 "
        "does not lie between nodes 1 and 3, and 1 more; VTK order is needed");
}
