#include "fem/rigid_body.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "core/error.h"
#include "support/assembled.h"
#include "support/bodies.h"
#include "support/catch.h"

using fem::Material;
using fem::RigidBodyMotions;
using fem::Structure;

namespace {

const Material lossy_steel{207e9, 0.3, 7800, 0.02};
constexpr double omega = 900;

Structure body(Solid solid, std::vector<fem::Support> supports = {}) {
  return Structure(std::move(solid), {{"box", lossy_steel}}, std::move(supports), true);
}

Solid two_boxes() {
  auto solid = box(ElementKind::hex8, {1, 1, 1}, {2, 1, 1});
  append(solid, box(ElementKind::hex8, {1, 2, 1}, {1, 2, 1}), {5, 1, 0});
  return solid;
}

/// A solid with its nodes numbered from the last to the first after every second one.
Solid renumbered(Solid solid) {
  std::vector<Index> number;
  const Index n = solid.node_total();
  for (Index i = 0; i < n; ++i) number.push_back(i % 2 == 0 ? i / 2 : n - 1 - i / 2);
  auto result = solid;
  for (Index i = 0; i < n; ++i) result.points[number[i]] = solid.points[i];
  for (auto& element : result.elements)
    for (int i = 0; i < mesh::node_count(element.kind); ++i)
      element.nodes[i] = number[element.nodes[i]];
  return result;
}

/// R as a whole.
la::RealMatrix all_modes(const RigidBodyMotions& motions, Index dofs) {
  la::RealMatrix r = la::RealMatrix::Zero(dofs, motions.count());
  for (const auto& [body, first_column, first_dof, modes] : motions.bodies)
    r.block(first_dof, first_column, modes.rows(), modes.cols()) = modes;
  return r;
}

/// The sum over elements of what they contribute.
la::Matrix assembled(
    const Structure& s, const RigidBodyMotions& motions, double frequency = omega) {
  return test::assembled(
      s.dofs(), s.solid().element_total(),
      [&](Index e) { return fem::element_unknowns(s, motions, e); },
      [&](Index e) { return fem::unknowns_matrix(s, motions, e, frequency); });
}

/// T as a whole: u = T v.
la::Matrix transformation(const RigidBodyMotions& motions, Index n) {
  la::Matrix t = la::Matrix::Identity(n, n);
  motions.to_displacements(t);  // each row e_i^T becomes (T e_i)^T
  return t.transpose();
}

void check_equivalent(const Structure& s, Index expected) {
  const auto motions = fem::free_motions(s);
  REQUIRE(motions.count() == expected);
  CHECK(all_modes(motions, s.dofs()).colwise().norm().minCoeff() > 0.1);
  const la::Matrix a = assembled(s, {}), t = transformation(motions, s.dofs());
  CHECK(Eigen::FullPivLU<la::Matrix>(t).isInvertible());
  const la::Matrix transformed = t.transpose() * a * t;
  const la::Matrix built = assembled(s, motions);
  CHECK((built - built.transpose()).norm() <= 1e-14 * built.norm());
  CHECK((built - transformed).norm() <= 1e-12 * transformed.norm());
  // The rows of the amplitudes by themselves, which are small beside the stiffness. K R is zero to
  // rounding only.
  const auto rows = built(motions.replaced, Eigen::all),
             expected_rows = transformed(motions.replaced, Eigen::all);
  CHECK((rows - expected_rows).norm() <= 1e-12 * a.norm());
  CHECK(expected_rows.norm() > 0);
  la::Matrix x = la::Matrix::Random(3, s.dofs());
  const la::Matrix direct = x * t;
  motions.to_unknowns(x);
  CHECK((x - direct).norm() <= 1e-13 * direct.norm());
}

}  // namespace

TEST_CASE("the unknowns of a free body are equivalent to its displacements") {
  for (const auto kind : mesh::element_kinds()) {
    INFO(mesh::name(kind));
    check_equivalent(body(box(kind, {1, 1.2, 0.9}, {2, 1, 1})), 6);
  }
}

TEST_CASE(
    "each body has motions of its own, and keeps to itself, whatever the numbers of its nodes") {
  for (const auto& solid : {two_boxes(), renumbered(two_boxes())}) {
    const auto s = body(solid);
    check_equivalent(s, 12);
    const auto motions = fem::free_motions(s);
    REQUIRE(motions.bodies.size() == 2);
    CHECK(motions.bodies[1].body == 1);
    for (Index e = 0; e < s.solid().element_total(); ++e)
      CHECK(fem::element_unknowns(s, motions, e).size() == s.element_dofs(e).size() + 6);
    // Forces by column, those on one body, on the other and on both.
    fem::SparseMatrix f(s.dofs(), 3);
    for (Index node = 0; node < s.solid().node_total(); ++node)
      for (const int column : {s.solid().points[node].x() < 4 ? 0 : 1, 2})
        f.insert(s.dof(node, 1), column) = 1 + 0.1 * node;
    const la::RealMatrix expected = transformation(motions, s.dofs()).real().transpose() * f;
    CHECK((la::RealMatrix(motions.forces(f)) - expected).norm() <= 1e-13 * expected.norm());
    CHECK(motions.forces(f).nonZeros() < f.nonZeros() + 24);
  }
}

TEST_CASE("motions of bodies that lie one after the other take no memory for the others") {
  const auto s = body(two_boxes());
  const auto motions = fem::free_motions(s);
  CHECK(motions.entries() == 6 * s.dofs());
}

TEST_CASE("of two bodies one may be held and the other float, and who holds it is said by body") {
  auto solid = two_boxes();
  for (Index i = 0; i < solid.node_total(); ++i)
    solid.node_sets[solid.points[i].x() < 4 ? "near" : "far"].push_back(i);
  solid.node_sets["hinge"] = {0, 3};
  const fem::Support near{"near", {true, true, true}}, far{"far", {true, true, true}},
      hinge{"hinge", {true, true, true}};
  const auto motions = fem::free_motions(body(solid, {near}));
  REQUIRE(motions.bodies.size() == 1);
  CHECK(motions.bodies[0].body == 1);
  check_equivalent(body(solid, {near}), 6);
  check_equivalent(body(solid, {hinge}), 7);
  CHECK(fem::free_motions(body(solid, {near, far})).empty());
  const auto said = [&](std::vector<fem::Support> supports) {
    Structure(solid, {{"box", lossy_steel}}, std::move(supports), false);
  };
  CHECK_NOTHROW(said({near, far}));
  CHECK_THROWS_WITH(said({near}),
      Contains("leave 6 rigid-body motions of body 2 (2 elements, the first is 2, around "
               "(5.5, 2, 0.5)) free; hold"));
  CHECK_THROWS_WITH(said({hinge}),
      Contains("leave 1 rigid-body motions of body 1 (2 elements, the first is 0, around "
               "(0.5, 0.5, 0.5)) free; hold") &&
          Catch::Matchers::EndsWith("(and 1 body more)"));
}

TEST_CASE("supports leave the motions that they do not hold") {
  auto solid = box(ElementKind::hex8, {1, 1, 1}, {2, 2, 1});
  solid.node_sets["corner"] = {0};
  solid.node_sets["edge"] = {0, 2};
  solid.node_sets["all"] = {};
  for (Index i = 0; i < solid.node_total(); ++i) solid.node_sets["all"].push_back(i);
  check_equivalent(body(solid, {{"corner", {true, true, true}}}), 3);
  check_equivalent(body(solid, {{"edge", {true, true, true}}}), 1);
  check_equivalent(body(solid, {{"all", {true, false, false}}}),
      3);  // translations along y and z, rotation about x
  CHECK(fem::free_motions(body(solid, {{"all", {true, true, false}}})).count() == 1);
  CHECK(
      fem::free_motions(body(solid, {{"edge", {true, true, true}}, {"all", {false, false, true}}}))
          .empty());
}

TEST_CASE("a held node that belongs to no element holds nothing") {
  auto solid = box(ElementKind::hex8, {1, 1, 1}, {1, 1, 1});
  solid.points.emplace_back(9, 9, 9);
  solid.node_sets["stray"] = {8};
  CHECK(fem::free_motions(body(solid, {{"stray", {true, true, true}}})).count() == 6);
  CHECK_THROWS_AS(Structure(solid, {{"box", lossy_steel}}, {{"stray", {true, true, true}}}, false),
      core::InputError);
}

TEST_CASE("as the frequency falls the scaled matrix stays regular, and the plain one does not") {
  const auto s = body(box(ElementKind::hex8, {1, 0.2, 0.1}, {4, 1, 1}));
  const auto motions = fem::free_motions(s);
  const la::Matrix a = assembled(s, motions, 1e-4);
  const la::RealVector scale = a.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
  const la::Matrix scaled = scale.asDiagonal() * a * scale.asDiagonal();
  CHECK(Eigen::PartialPivLU<la::Matrix>(scaled).rcond() > 1e-7);
}
