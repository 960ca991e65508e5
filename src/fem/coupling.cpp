#include "fem/coupling.h"

#include "core/error.h"
#include "fem/face_integral.h"

namespace febem::fem {

SparseMatrix coupling(const Structure& structure, const mesh::WetSurface& wet) {
  if (wet.parents.size() != wet.surface.panels.size())
    throw core::InputError("the wet surface does not belong to the structure (its panels lie on no element)");
  std::vector<Eigen::Triplet<double>> entries;
  for (Index j = 0; j < wet.surface.size(); ++j) {
    const auto& parent = wet.parents[j];
    const mesh::FaceGeometry face(structure.solid(), parent.face);
    const int count = wet.surface.panels[j].vertex_count;
    Eigen::Matrix<double, 3, 8> sum = Eigen::Matrix<double, 3, 8>::Zero();
    integrate(face, parent.corners, count, face_rule(face.topology, count),
              [&](const mesh::FaceShape& shape, const Eigen::Vector2d&, const Vec3& normal) {
                sum += normal * shape.value.transpose();
              });
    for (int i = 0; i < face.topology.nodes; ++i)
      for (int d = 0; d < 3; ++d)
        if (const Index dof = structure.dof(face.nodes[i], d); dof >= 0)
          entries.emplace_back(dof, j, sum(d, i));
  }
  SparseMatrix t(structure.dofs(), wet.surface.size());
  t.setFromTriplets(entries.begin(), entries.end());
  return t;
}

}  // namespace febem::fem
