#include "fem/loads.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/error.h"
#include "core/text.h"
#include "fem/face_integral.h"

namespace febem::fem {
namespace {

template <class Set>
const Set& find_set(const std::map<std::string, Set>& sets, const std::string& name, const char* what) {
  const auto found = sets.find(name);
  if (found != sets.end() && !found->second.empty()) return found->second;
  if (found != sets.end()) throw core::InputError(std::string(what) + " '" + name + "' is empty");
  std::vector<std::string> names;
  for (const auto& [known, set] : sets) names.push_back(known);
  throw core::InputError("unknown " + std::string(what) + " '" + name + "'" + core::suggestion(name, names));
}

void add(const Structure& structure, Index node, const Vec3& force, la::RealVector& load) {
  for (int d = 0; d < 3; ++d)
    if (const Index dof = structure.dof(node, d); dof >= 0) load(dof) += force(d);
}

}  // namespace

la::RealVector point_force(const Structure& structure, const std::string& node_set, const Vec3& force) {
  const auto& nodes = find_set(structure.solid().node_sets, node_set, "node set");
  la::RealVector load = la::RealVector::Zero(structure.dofs());
  for (Index node : nodes) add(structure, node, force / static_cast<double>(nodes.size()), load);
  return load;
}

la::RealVector point_force_at(const Structure& structure, const Vec3& point, const Vec3& force,
                              double tolerance) {
  const auto& points = structure.solid().points;
  const auto nearest = std::min_element(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) {
    return (a - point).squaredNorm() < (b - point).squaredNorm();
  });
  if (nearest == points.end() || !((*nearest - point).norm() <= tolerance)) {
    std::ostringstream text;
    text << "point force at (" << point.transpose() << "): no node within " << tolerance << " m";
    if (nearest != points.end()) text << "; the nearest is at (" << nearest->transpose() << ")";
    throw core::InputError(text.str());
  }
  la::RealVector load = la::RealVector::Zero(structure.dofs());
  add(structure, nearest - points.begin(), force, load);
  return load;
}

la::RealVector pressure(const Structure& structure, const std::string& face_set, double amplitude,
                        const Distribution& distribution) {
  la::RealVector load = la::RealVector::Zero(structure.dofs());
  for (const auto& which : find_set(structure.solid().face_sets, face_set, "face set")) {
    const mesh::FaceGeometry face(structure.solid(), which);
    const int count = face.topology.corners;
    Eigen::Matrix<double, 3, 8> sum = Eigen::Matrix<double, 3, 8>::Zero();
    integrate(face, mesh::face_corners(face.topology), count, face_rule(face.topology, count),
              [&](const mesh::FaceShape& shape, const Eigen::Vector2d& at, const Vec3& normal) {
                sum -= amplitude * distribution(face.position(at)) * normal * shape.value.transpose();
              });
    for (int i = 0; i < face.topology.nodes; ++i) add(structure, face.nodes[i], sum.col(i), load);
  }
  return load;
}

Distribution uniform() {
  return [](const Vec3&) { return 1.0; };
}

Distribution legendre(int n, const Vec3& axis) {
  if (n < 0) throw core::InputError("pressure: the Legendre order must not be negative");
  if (!(axis.norm() > 0)) throw core::InputError("pressure: the axis has no direction");
  return [n, axis = Vec3(axis.normalized())](const Vec3& x) {
    return std::legendre(static_cast<unsigned>(n), std::clamp(x.normalized().dot(axis), -1.0, 1.0));
  };
}

}  // namespace febem::fem
