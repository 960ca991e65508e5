#include "fem/loads.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "fem/reference_element.h"
#include "mesh/curved_panel.h"
#include "mesh/element_topology.h"
#include "mesh/panel_functions.h"

namespace febem::fem {
namespace {

/// Calls visit(shape, place on the face, n dS w, point of the rule) at the quadrature points of the
/// part of a face between `count` (3 or 4) corners given in face coordinates. Exact for shape
/// functions times the normal on the polynomial face when the part is a parallelogram or a
/// triangle; so that panels of a face add up to the face.
template <class Visit>
void integrate(const mesh::FaceGeometry& face, const std::array<Eigen::Vector2d, 4>& corners,
    int count, const std::vector<FacePoint>& rule, Visit visit) {
  for (const auto& point : rule) {
    const auto [at, jacobian] = mesh::between(corners, count, point.at);
    visit(mesh::face_shape(face.topology, at), at,
        mesh::Vec3(point.weight * jacobian.determinant() * face.area_vector(at)), point);
  }
}

/// The rule for a part with `count` corners: shape functions times the normal have degree 5 in each
/// variable (quadrilateral parts), total degree 7 (triangular parts of quadrilateral faces) or 4
/// (of triangular faces). Functions of `order` add to the degree.
std::vector<FacePoint> face_rule(const mesh::FaceTopology& face, int count, int order = 0) {
  if (count == 4) return square_rule(3 + (order + 1) / 2);
  return triangle_rule((face.corners == 4 ? 5 : 3) + (order + 1) / 2);
}

template <class Set>
const Set& find_set(
    const std::map<std::string, Set>& sets, const std::string& name, const char* what) {
  const auto found = sets.find(name);
  if (found != sets.end() && !found->second.empty()) return found->second;
  if (found != sets.end()) throw core::InputError(what, " '", name, "' is empty");
  std::vector<std::string> names;
  for (const auto& [known, set] : sets) names.push_back(known);
  throw core::InputError("unknown ", what, " '", name, "'", core::suggestion(name, names));
}

void add(const Structure& structure, Index node, const Vec3& force, la::RealVector& load) {
  for (int d = 0; d < 3; ++d)
    if (const Index dof = structure.dof(node, d); dof >= 0) load(dof) += force(d);
}

}  // namespace

la::RealVector point_force(const Structure& structure, const std::string& node_set,
    const Vec3& force, const Distribution& share, double parts) {
  const auto& nodes = find_set(structure.solid().node_sets, node_set, "node set");
  const auto share_of = [&](Index node) {
    return share ? share(structure.solid().points[node]) : 1.0;
  };
  double sum = 0;
  for (const Index node : nodes) sum += share_of(node);
  la::RealVector load = la::RealVector::Zero(structure.dofs());
  for (const Index node : nodes) add(structure, node, share_of(node) * force / (sum * parts), load);
  return load;
}

la::RealVector pressure(const Structure& structure, const std::string& face_set, double amplitude,
    const Distribution& distribution) {
  la::RealVector load = la::RealVector::Zero(structure.dofs());
  for (const auto& which : find_set(structure.solid().face_sets, face_set, "face set")) {
    const mesh::FaceGeometry face(structure.solid(), which);
    const int count = face.topology.corners;
    Eigen::Matrix<double, 3, 8> sum = Eigen::Matrix<double, 3, 8>::Zero();
    integrate(face, mesh::reference_corners(count), count, face_rule(face.topology, count),
        [&](const mesh::FaceShape& shape, const Eigen::Vector2d& at, const Vec3& normal,
            const FacePoint&) {
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

SparseMatrix coupling(const Structure& structure, const mesh::WetSurface& wet, int order) {
  if (wet.parts.empty())
    throw core::InputError(
        "the wet surface does not belong to the structure (its panels lie on no element)");
  const std::array functions{mesh::PanelFunctions(order, 3), mesh::PanelFunctions(order, 4)};
  std::vector<Eigen::Triplet<double>> entries;
  Index first = 0, end = 0;  // unknowns of the panel at hand
  for (std::size_t k = 0; k < wet.parts.size(); ++k) {
    const auto& part = wet.parts[k];
    const Index j = part.panel;
    const mesh::FaceGeometry face(structure.solid(), part.face);
    const int count = wet.surface.panels[j].vertex_count;
    const auto& of_panel = functions[count - 3];
    // With a ninth node the area is that of the panel, as in M, and not that of the face.
    std::optional<mesh::CurvedPanel> panel;
    if (wet.surface.has_ninth_node(j)) panel.emplace(wet.surface, j);
    if (k == 0 || wet.parts[k - 1].panel != j) first = std::exchange(end, end + of_panel.size());
    std::vector<Eigen::Matrix<double, 3, 8>> sums(
        of_panel.size(), Eigen::Matrix<double, 3, 8>::Zero());
    integrate(face, part.on_face, count, face_rule(face.topology, count, order),
        [&](const mesh::FaceShape& shape, const Eigen::Vector2d&, const Vec3& of_face,
            const FacePoint& point) {
          const auto [at, jacobian] = mesh::between(part.on_panel, count, point.at);
          const auto phi = of_panel.values(at);
          const Vec3 normal =
              panel ? Vec3(point.weight * jacobian.determinant() * panel->at(at).area_vector())
                    : of_face;
          for (int f = 0; f < of_panel.size(); ++f)
            sums[f] += phi[f] * normal * shape.value.transpose();
        });
    for (int f = 0; f < of_panel.size(); ++f)
      for (int i = 0; i < face.topology.nodes; ++i)
        for (int d = 0; d < 3; ++d)
          if (const Index dof = structure.dof(face.nodes[i], d); dof >= 0)
            entries.emplace_back(dof, first + f, sums[f](d, i));
  }
  SparseMatrix t(structure.dofs(), end);
  t.setFromTriplets(entries.begin(), entries.end());
  return t;
}

}  // namespace febem::fem
