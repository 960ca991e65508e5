#include "meshes/brick_builder.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/error.h"
#include "mesh/element_topology.h"

namespace febem::meshes {

using mesh::Face;
using mesh::Index;
using mesh::Vec3;

BrickBuilder::Key BrickBuilder::key(const Vec3& parameter) const {
  constexpr double resolution = 1e8;
  const Vec3 share = parameter.cwiseQuotient(unit_) * resolution;
  return {std::llround(share.x()), std::llround(share.y()), std::llround(share.z())};
}

Index BrickBuilder::region(const std::string& name) {
  const auto found = std::ranges::find(solid.regions, name) - solid.regions.begin();
  if (found == std::ssize(solid.regions)) solid.regions.push_back(name);
  return static_cast<Index>(found);
}

Index BrickBuilder::add_corner(const Vec3& parameter) {
  const auto [known, fresh] = corners_.emplace(key(parameter), solid.node_total());
  if (fresh) {
    solid.points.push_back(map_(parameter));
    parameters_.push_back(parameter);
  }
  return known->second;
}

Index BrickBuilder::add_middle(Index a, Index b) {
  const auto [known, fresh] = middles_.emplace(std::minmax(a, b), solid.node_total());
  if (fresh) {
    parameters_.push_back((parameters_[a] + parameters_[b]) / 2);
    solid.points.push_back(map_(parameters_.back()));
  }
  return known->second;
}

Index BrickBuilder::corner(const Vec3& parameter) const {
  const auto found = corners_.find(key(parameter));
  return found == corners_.end() ? -1 : found->second;
}

Index BrickBuilder::add(const std::array<Vec3, 8>& corners, const std::string& name) {
  mesh::Element element{mesh::ElementKind::hex20, region(name), {}};
  for (int i = 0; i < 8; ++i) element.nodes[i] = add_corner(corners[i]);
  if (std::set(element.nodes.begin(), element.nodes.begin() + 8).size() < 8)
    throw core::InputError("corners of a brick of region '", name,
        "' lie closer together than 1e-8 of the body's size");
  int i = 8;
  for (const auto& [a, b] : mesh::middle_edges(element.kind))
    element.nodes[i++] = add_middle(element.nodes[a], element.nodes[b]);
  solid.elements.push_back(element);
  return solid.element_total() - 1;
}

std::array<Vec3, 8> box_corners(const Vec3& low, const Vec3& high) {
  std::array<Vec3, 8> corners;
  constexpr std::array<std::array<int, 3>, 8> sides{
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  for (int i = 0; i < 8; ++i)
    for (int d = 0; d < 3; ++d) corners[i](d) = sides[i][d] == 0 ? low(d) : high(d);
  return corners;
}

mesh::Solid box(const Vec3& size, const std::array<int, 3>& count, const BrickBuilder::Map& map) {
  BrickBuilder builder([&](const Vec3& parameter) {
    const Vec3 share = parameter.cwiseQuotient(Vec3(count[0], count[1], count[2]));
    return map(share.cwiseProduct(size));
  });
  for (int k = 0; k < count[2]; ++k)
    for (int j = 0; j < count[1]; ++j)
      for (int i = 0; i < count[0]; ++i)
        builder.add(box_corners(Vec3(i, j, k), Vec3(i + 1, j + 1, k + 1)), "box");
  return std::move(builder.solid);
}

namespace {

constexpr int face_inside = 4, face_outside = 5;  // zeta = -1 and +1 of a brick

}  // namespace

Vec3 cube_direction(const Vec3& parameter) {
  const Vec3 on_cube = parameter / parameter.cwiseAbs().maxCoeff();
  return on_cube.unaryExpr([](double u) { return std::tan(core::pi / 4 * u); }).normalized();
}

std::vector<Face> add_cube_layer(
    BrickBuilder& builder, int n, double inner, double outer, const std::string& region) {
  std::vector<Face> result;
  for (int axis = 0; axis < 3; ++axis)
    for (int sign : {-1, 1}) {
      // (u, v, out) is right-handed, so that the bricks are too.
      const Vec3 out = sign * Vec3::Unit(axis), u = Vec3::Unit((axis + 1) % 3), v = out.cross(u);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          auto corners = box_corners(Vec3(2. * i / n - 1, 2. * j / n - 1, 0),
              Vec3(2. * (i + 1) / n - 1, 2. * (j + 1) / n - 1, 1));
          for (auto& x : corners)
            x = Vec3((x(0) * u + x(1) * v + out) * (x(2) == 0 ? inner : outer));
          result.push_back({builder.add(corners, region), face_outside});
        }
    }
  return result;
}

std::vector<Face> opposite_faces(const std::vector<Face>& outer) {
  auto result = outer;
  for (auto& face : result) face.face = face_inside;
  return result;
}

}  // namespace febem::meshes
