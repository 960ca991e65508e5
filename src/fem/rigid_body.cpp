#include "fem/rigid_body.h"

#include <Eigen/QR>
#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "mesh/bodies.h"

namespace febem::fem {
namespace {

/// A motion is held if it moves a held degree of freedom by more than this fraction of the body's
/// own movement.
constexpr double held_threshold = 1e-8;

/// Translations, then rotations about the centre of the nodes, scaled to the size of the body: 3 x
/// nodes rows.
Eigen::Matrix<double, Eigen::Dynamic, 6> all_motions(
    const mesh::Solid& solid, const std::vector<Index>& nodes) {
  Vec3 centre = Vec3::Zero();
  Eigen::AlignedBox3d box;
  for (const Index node : nodes) {
    centre += solid.points[node] / static_cast<double>(nodes.size());
    box.extend(solid.points[node]);
  }
  const double size = box.diagonal().norm();
  Eigen::Matrix<double, Eigen::Dynamic, 6> modes(3 * nodes.size(), 6);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (int d = 0; d < 3; ++d) {
      modes.col(d).segment<3>(3 * i) = Vec3::Unit(d);
      modes.col(3 + d).segment<3>(3 * i) =
          Vec3::Unit(d).cross(solid.points[nodes[i]] - centre) / size;
    }
  return modes;
}

/// Orthonormal combinations of columns (6 x m) that vanish in the held rows: what is orthogonal to
/// all of these.
Eigen::MatrixXd combinations_left(
    const Eigen::Matrix<double, Eigen::Dynamic, 6>& motions, const std::vector<la::Index>& held) {
  if (held.empty()) return Eigen::MatrixXd::Identity(6, 6);
  const Eigen::MatrixXd rows = motions(held, Eigen::all);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows.transpose());
  qr.setThreshold(held_threshold);
  return Eigen::MatrixXd(qr.householderQ()).rightCols(6 - qr.rank());
}

/// The motions of one body, and the degrees of freedom at which they are best distinguished.
void append(const Structure& structure, std::size_t body, const std::vector<Index>& nodes,
    RigidBodyMotions& motions) {
  const auto all = all_motions(structure.solid(), nodes);
  std::vector<la::Index> held, free;
  std::vector<Index> dofs;  // ascending, as the nodes are
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (int d = 0; d < 3; ++d) {
      const Index dof = structure.dof(nodes[i], d);
      (dof < 0 ? held : free).push_back(3 * i + d);
      if (dof >= 0) dofs.push_back(dof);
    }
  const Eigen::MatrixXd left = combinations_left(all, held);
  if (left.cols() == 0) return;
  const Eigen::MatrixXd part = all(free, Eigen::all) * left;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(part.transpose());
  la::RealMatrix modes = la::RealMatrix::Zero(dofs.back() - dofs.front() + 1, left.cols());
  for (std::size_t i = 0; i < dofs.size(); ++i) modes.row(dofs[i] - dofs.front()) = part.row(i);
  motions.bodies.push_back({body, motions.count(), dofs.front(), std::move(modes)});
  for (la::Index k = 0; k < left.cols(); ++k)
    motions.replaced.push_back(dofs[qr.colsPermutation().indices()[k]]);
}

/// Columns of R that move the element, and their rows in it (zero where held).
struct ElementMotions {
  std::vector<Index> columns;
  la::RealMatrix modes;
};

ElementMotions motions_of(const std::vector<Index>& dofs, const RigidBodyMotions& motions) {
  ElementMotions result{{}, la::RealMatrix(dofs.size(), 0)};
  for (const auto& body : motions.bodies) {
    if (std::none_of(dofs.begin(), dofs.end(), [&](Index dof) { return body.spans(dof); }))
      continue;
    la::RealMatrix rows = la::RealMatrix::Zero(dofs.size(), body.count());
    for (std::size_t i = 0; i < dofs.size(); ++i)
      if (body.spans(dofs[i])) rows.row(i) = body.modes.row(dofs[i] - body.first_dof);
    std::vector<Index> moving;
    for (Index k = 0; k < body.count(); ++k)
      if (!rows.col(k).isZero(0)) moving.push_back(k);
    if (moving.empty()) continue;  // another body, whose numbers lie between this one's
    result.modes = rows(Eigen::all, moving);
    for (const Index k : moving) result.columns.push_back(body.first_column + k);
    break;
  }
  return result;
}

/// Complex numbers by row as pairs of reals: 2 rows x columns.
Eigen::Map<la::RealMatrix> as_real(la::Matrix& x) {
  return {reinterpret_cast<double*>(x.data()), 2 * x.rows(), x.cols()};
}

}  // namespace

core::Count RigidBodyMotions::entries() const {
  core::Count sum = 0;
  for (const auto& body : bodies) sum += body.modes.size();
  return sum;
}

void RigidBodyMotions::to_unknowns(la::Matrix& x) const {
  auto real = as_real(x);
  for (const auto& [body, first_column, first_dof, modes] : bodies) {
    const la::RealMatrix amplitudes = real.middleCols(first_dof, modes.rows()) * modes;
    for (la::Index k = 0; k < modes.cols(); ++k)
      real.col(replaced[first_column + k]) = amplitudes.col(k);
  }
}

void RigidBodyMotions::to_displacements(la::Matrix& x) const {
  auto real = as_real(x);
  for (const auto& [body, first_column, first_dof, modes] : bodies) {
    const auto places = std::span(replaced).subspan(first_column, modes.cols());
    const la::RealMatrix amplitudes = real(Eigen::all, places);
    for (const Index dof : places) real.col(dof).setZero();
    real.middleCols(first_dof, modes.rows()).noalias() += amplitudes * modes.transpose();
  }
}

la::Vector RigidBodyMotions::forces(const la::Vector& f) const {
  la::Matrix row = f.transpose();
  to_unknowns(row);
  return row.row(0).transpose();
}

SparseMatrix RigidBodyMotions::forces(const SparseMatrix& f) const {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<char> is_amplitude(f.rows(), 0);
  for (const Index dof : replaced) is_amplitude[dof] = 1;
  std::vector<const BodyMotions*> moved_by(f.rows(), nullptr);
  for (const auto& body : bodies)
    for (la::Index row = 0; row < body.modes.rows(); ++row)
      if (!body.modes.row(row).isZero(0)) moved_by[body.first_dof + row] = &body;
  la::RealVector amplitudes = la::RealVector::Zero(count());
  for (la::Index j = 0; j < f.cols(); ++j) {
    std::set<const BodyMotions*> moved;
    for (SparseMatrix::InnerIterator entry(f, j); entry; ++entry) {
      if (is_amplitude[entry.row()] == 0) entries.emplace_back(entry.row(), j, entry.value());
      const auto* body = moved_by[entry.row()];
      if (body == nullptr) continue;
      moved.insert(body);
      amplitudes.segment(body->first_column, body->count()) +=
          entry.value() * body->modes.row(entry.row() - body->first_dof).transpose();
    }
    for (const auto* body : moved)
      for (Index k = body->first_column; k < body->first_column + body->count(); ++k)
        if (const double force = std::exchange(amplitudes[k], 0.0); force != 0)
          entries.emplace_back(replaced[k], j, force);
  }
  SparseMatrix result(f.rows(), f.cols());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

la::Vector RigidBodyMotions::displacement(const la::Vector& v) const {
  la::Matrix row = v.transpose();
  to_displacements(row);
  return row.row(0).transpose();
}

la::Vector forces_on_unknowns(const RigidBodyMotions* motions, const la::Vector& f) {
  return motions != nullptr ? motions->forces(f) : f;
}

SparseMatrix forces_on_unknowns(const RigidBodyMotions* motions, const SparseMatrix& f) {
  return motions != nullptr ? motions->forces(f) : f;
}

RigidBodyMotions free_motions(const Structure& structure) {
  RigidBodyMotions motions;
  const auto bodies = mesh::bodies(structure.solid());
  for (std::size_t body = 0; body < bodies.size(); ++body)
    append(structure, body, bodies[body].nodes, motions);
  return motions;
}

std::vector<Index> element_unknowns(
    const Structure& structure, const RigidBodyMotions& motions, Index element) {
  auto unknowns = structure.element_dofs(element);
  if (motions.empty()) return unknowns;
  const auto moving = motions_of(unknowns, motions).columns;
  for (Index& dof : unknowns)
    if (std::find(motions.replaced.begin(), motions.replaced.end(), dof) != motions.replaced.end())
      dof = -1;
  for (const Index k : moving) unknowns.push_back(motions.replaced[k]);
  return unknowns;
}

UnknownsMatrices unknowns_matrices(
    const Structure& structure, const RigidBodyMotions& motions, Index element) {
  auto [k, m, loss] = structure.element_matrices(element);
  UnknownsMatrices result{{k.rows(), k.cols()}, std::move(m)};
  result.stiffness.real() = k;
  result.stiffness.imag() = -loss;
  if (motions.empty()) return result;
  const la::RealMatrix modes = motions_of(structure.element_dofs(element), motions).modes,
                       border = result.mass * modes;
  const la::Index n = k.rows(), moving = modes.cols();
  result.stiffness.conservativeResizeLike(la::Matrix::Zero(n + moving, n + moving));
  result.mass.conservativeResize(n + moving, n + moving);
  result.mass.topRightCorner(n, moving) = border;
  result.mass.bottomLeftCorner(moving, n) = border.transpose();
  result.mass.bottomRightCorner(moving, moving) = modes.transpose() * border;
  return result;
}

la::Matrix unknowns_matrix(
    const Structure& structure, const RigidBodyMotions& motions, Index element, double omega) {
  auto [stiffness, mass] = unknowns_matrices(structure, motions, element);
  stiffness -= (omega * omega * mass).cast<Complex>();
  return std::move(stiffness);
}

core::Count unknowns_matrix_flops(
    const Structure& structure, const RigidBodyMotions& motions, Index element) {
  const auto dofs = structure.element_dofs(element);
  const core::Count n = std::ssize(dofs);
  const core::Count moving = motions.empty() ? 0 : std::ssize(motions_of(dofs, motions).columns);
  return structure.dynamic_stiffness_flops(element) + 2 * n * n * moving + 2 * n * moving * moving;
}

}  // namespace febem::fem
