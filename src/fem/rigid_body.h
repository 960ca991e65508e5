// Rigid-body motions that the supports leave free, and the unknowns that treat them exactly.
//
// Let the columns of R (n_s x m) span these motions, K R = 0, and let c be m degrees of freedom
// with R_c regular. Every displacement is
//
//     u = w + R a,   w_c = 0        or   u = T v,   v = (w elsewhere, a in the places c)
//
// with T regular, and A_s u = f becomes (T^T A_s T) v = T^T f. Because K R = 0, with r for all
// degrees of freedom but c,
//
//     T^T A_s T = [ (A_s)_rr            -omega^2 (M R)_r ]        T^T f = [ f_r   ]
//                 [ -omega^2 (R^T M)_r  -omega^2 R^T M R ]                [ R^T f ]
//
// As omega -> 0 the motions decouple from K_rr, which is regular. So no digits are lost, although
// A_s itself becomes singular to rounding. Each element contributes to T^T A_s T by itself, so that
// every method of stage 1 takes it in place of A_s. docs/decisions/0011 has the proof.
#pragma once

#include <vector>

#include "fem/structure.h"

namespace febem::fem {

/// The motions of one body: columns of R, which are zero outside of the body.
struct BodyMotions {
  std::size_t body = 0;    ///< number of the body among mesh::bodies()
  Index first_column = 0;  ///< first column of R
  Index first_dof = 0;     ///< first degree of freedom of the body
  /// The columns of R, rows from first_dof to the body's last degree of freedom; entries of about
  /// 1.
  la::RealMatrix modes;

  Index count() const { return static_cast<Index>(modes.cols()); }
  bool spans(Index dof) const { return dof >= first_dof && dof < first_dof + modes.rows(); }
};

struct RigidBodyMotions {
  std::vector<BodyMotions> bodies;  ///< R by body; a body that is held has no columns
  /// The m degrees of freedom c: v[replaced[k]] is the amplitude of column k.
  std::vector<Index> replaced;

  Index count() const { return std::ssize(replaced); }
  bool empty() const { return replaced.empty(); }
  /// The number of entries of R that are kept.
  core::Count entries() const;

  /// x = x T: each row f^T becomes (T^T f)^T. `x` has n_s columns and any number of rows.
  void to_unknowns(la::Matrix& x) const;
  /// x = x T^T: each row v^T becomes u^T.
  void to_displacements(la::Matrix& x) const;
  /// T^T f.
  la::Vector forces(const la::Vector& f) const;
  /// T^T f for each column of f.
  SparseMatrix forces(const SparseMatrix& f) const;
  /// T v.
  la::Vector displacement(const la::Vector& v) const;
};

/// The right-hand side for the unknowns: T^T f. If `motions` is null, the displacements themselves
/// are the unknowns, and it is f.
la::Vector forces_on_unknowns(const RigidBodyMotions* motions, const la::Vector& f);
SparseMatrix forces_on_unknowns(const RigidBodyMotions* motions, const SparseMatrix& f);

/// The motions that the supports leave free, by body. Empty if the supports hold all bodies.
RigidBodyMotions free_motions(const Structure& structure);

/// The unknowns that an element contributes to, in the order of unknowns_matrix(): its degrees of
/// freedom (-1 if held or replaced), then the amplitudes of the motions that move it.
std::vector<Index> element_unknowns(
    const Structure& structure, const RigidBodyMotions& motions, Index element);

/// An element's contribution to T^T K T, with the losses of its material, and to T^T M T; K_e and
/// M_e if there are no motions. T^T A_s T = T^T K T - omega^2 T^T M T, complex symmetric.
struct UnknownsMatrices {
  la::Matrix stiffness;
  la::RealMatrix mass;
};
UnknownsMatrices unknowns_matrices(
    const Structure& structure, const RigidBodyMotions& motions, Index element);
/// The element's contribution to T^T A_s T.
la::Matrix unknowns_matrix(
    const Structure& structure, const RigidBodyMotions& motions, Index element, double omega);
/// Real operations of unknowns_matrix().
core::Count unknowns_matrix_flops(
    const Structure& structure, const RigidBodyMotions& motions, Index element);

}  // namespace febem::fem
