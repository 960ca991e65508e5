#include "fem/rigid_body.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <boost/pending/disjoint_sets.hpp>
#include <map>
#include <numeric>

#include "mesh/element_topology.h"

namespace febem::fem {
namespace {

/// A motion is held if it moves a held degree of freedom by more than this fraction of the body's own movement.
constexpr double held_threshold = 1e-8;

/// The nodes of each connected part, elements being connected where they share a node.
std::vector<std::vector<Index>> connected_parts(const mesh::Solid& solid) {
  const auto nodes = solid.points.size();
  std::vector<Index> rank(nodes, 0), parent(nodes);
  std::iota(parent.begin(), parent.end(), 0);
  boost::disjoint_sets<Index*, Index*> sets(rank.data(), parent.data());
  std::vector<char> used(nodes, 0);
  for (const auto& element : solid.elements)
    for (int i = 0; i < mesh::node_count(element.kind); ++i) {
      sets.union_set(element.nodes[0], element.nodes[i]);
      used[element.nodes[i]] = 1;
    }
  std::map<Index, std::vector<Index>> parts;
  for (Index node = 0; node < solid.node_total(); ++node)
    if (used[node] != 0) parts[sets.find_set(node)].push_back(node);
  std::vector<std::vector<Index>> result;
  for (auto& [root, members] : parts) result.push_back(std::move(members));
  return result;
}

/// Translations, then rotations about the centre of the nodes, scaled to the size of the part: 3 x nodes rows.
Eigen::Matrix<double, Eigen::Dynamic, 6> all_motions(const mesh::Solid& solid, const std::vector<Index>& nodes) {
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
      modes.col(3 + d).segment<3>(3 * i) = Vec3::Unit(d).cross(solid.points[nodes[i]] - centre) / size;
    }
  return modes;
}

/// Orthonormal combinations of columns (6 x m) that vanish in the held rows: what is orthogonal to all of these.
Eigen::MatrixXd combinations_left(const Eigen::Matrix<double, Eigen::Dynamic, 6>& motions,
                                  const std::vector<la::Index>& held) {
  if (held.empty()) return Eigen::MatrixXd::Identity(6, 6);
  const Eigen::MatrixXd rows = motions(held, Eigen::all);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows.transpose());
  qr.setThreshold(held_threshold);
  return Eigen::MatrixXd(qr.householderQ()).rightCols(6 - qr.rank());
}

/// The motions of one part, and the degrees of freedom at which they are best distinguished.
void append(const Structure& structure, const std::vector<Index>& nodes, RigidBodyMotions& motions) {
  const auto all = all_motions(structure.solid(), nodes);
  std::vector<la::Index> held, free;
  std::vector<Index> dofs;
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
  const Index before = motions.count();
  motions.modes.conservativeResize(structure.dofs(), before + left.cols());
  motions.modes.rightCols(left.cols()).setZero();
  for (std::size_t i = 0; i < dofs.size(); ++i)
    motions.modes.row(dofs[i]).tail(left.cols()) = part.row(i);
  for (la::Index k = 0; k < left.cols(); ++k)
    motions.replaced.push_back(dofs[qr.colsPermutation().indices()[k]]);
}

/// Columns of R that move the element, and their rows in it (zero where held).
struct ElementMotions {
  std::vector<Index> columns;
  la::RealMatrix modes;
};

ElementMotions motions_of(const std::vector<Index>& dofs, const RigidBodyMotions& motions) {
  la::RealMatrix rows = la::RealMatrix::Zero(dofs.size(), motions.count());
  for (std::size_t i = 0; i < dofs.size(); ++i)
    if (dofs[i] >= 0) rows.row(i) = motions.modes.row(dofs[i]);
  ElementMotions result;
  for (Index k = 0; k < motions.count(); ++k)
    if (!rows.col(k).isZero(0)) result.columns.push_back(k);
  result.modes = rows(Eigen::all, result.columns);
  return result;
}

/// Complex numbers by row as pairs of reals: 2 rows x columns.
Eigen::Map<la::RealMatrix> as_real(la::Matrix& x) {
  return {reinterpret_cast<double*>(x.data()), 2 * x.rows(), x.cols()};
}

}  // namespace

void RigidBodyMotions::to_unknowns(la::Matrix& x) const {
  if (empty()) return;
  auto real = as_real(x);
  const la::RealMatrix amplitudes = real * modes;
  for (Index k = 0; k < count(); ++k) real.col(replaced[k]) = amplitudes.col(k);
}

void RigidBodyMotions::to_displacements(la::Matrix& x) const {
  if (empty()) return;
  auto real = as_real(x);
  const la::RealMatrix amplitudes = real(Eigen::all, replaced);
  for (const Index dof : replaced) real.col(dof).setZero();
  real.noalias() += amplitudes * modes.transpose();
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
  for (la::Index j = 0; j < f.cols(); ++j) {
    la::RealVector amplitudes = la::RealVector::Zero(count());
    for (SparseMatrix::InnerIterator entry(f, j); entry; ++entry) {
      amplitudes += entry.value() * modes.row(entry.row()).transpose();
      if (is_amplitude[entry.row()] == 0) entries.emplace_back(entry.row(), j, entry.value());
    }
    // Motions of other parts do not move it at all.
    for (Index k = 0; k < count(); ++k)
      if (amplitudes[k] != 0) entries.emplace_back(replaced[k], j, amplitudes[k]);
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

la::Vector RigidBodyMotions::deformation(const la::Vector& v) const {
  la::Vector w = v;
  for (const Index dof : replaced) w[dof] = 0;
  return w;
}

la::Vector forces_on_unknowns(const RigidBodyMotions* motions, const la::Vector& f) {
  return motions != nullptr ? motions->forces(f) : f;
}

SparseMatrix forces_on_unknowns(const RigidBodyMotions* motions, const SparseMatrix& f) {
  return motions != nullptr ? motions->forces(f) : f;
}

RigidBodyMotions free_motions(const Structure& structure) {
  RigidBodyMotions motions;
  for (const auto& nodes : connected_parts(structure.solid())) append(structure, nodes, motions);
  return motions;
}

std::vector<Index> element_unknowns(const Structure& structure, const RigidBodyMotions& motions, Index element) {
  auto unknowns = structure.element_dofs(element);
  if (motions.empty()) return unknowns;
  const auto moving = motions_of(unknowns, motions).columns;
  for (Index& dof : unknowns)
    if (std::find(motions.replaced.begin(), motions.replaced.end(), dof) != motions.replaced.end()) dof = -1;
  for (const Index k : moving) unknowns.push_back(motions.replaced[k]);
  return unknowns;
}

la::Matrix unknowns_matrix(const Structure& structure, const RigidBodyMotions& motions, Index element, double omega) {
  if (motions.empty()) return structure.dynamic_stiffness(element, omega);
  const auto [k, m] = structure.element_matrices(element);
  const la::RealMatrix modes = motions_of(structure.element_dofs(element), motions).modes;
  const la::RealMatrix inertia = -omega * omega * m, border = inertia * modes;
  const la::Index n = k.rows(), moving = modes.cols();
  la::Matrix result(n + moving, n + moving);
  result.topLeftCorner(n, n) = k * Complex(1, -structure.material(element).loss_factor) + inertia.cast<Complex>();
  result.topRightCorner(n, moving) = border.cast<Complex>();
  result.bottomLeftCorner(moving, n) = border.transpose().cast<Complex>();
  result.bottomRightCorner(moving, moving) = (modes.transpose() * border).cast<Complex>();
  return result;
}

core::Count unknowns_matrix_flops(const Structure& structure, const RigidBodyMotions& motions, Index element) {
  const auto dofs = structure.element_dofs(element);
  const core::Count n = std::ssize(dofs);
  const core::Count moving = motions.empty() ? 0 : std::ssize(motions_of(dofs, motions).columns);
  return structure.dynamic_stiffness_flops(element) + 2 * n * n * moving + 2 * n * moving * moving;
}

}  // namespace febem::fem
