// Assumed strains: some strains of an element are evaluated at chosen points and interpolated from
// there, so that thin elements do not lock. This is the mixed interpolation of tensorial components
// of Dvorkin and Bathe (1984) and Bathe and Dvorkin (1986), for solid elements.
// docs/decisions/0016 compares it with other remedies.
//
// A covariant strain is e_ij = (g_i . du/dxi_j + g_j . du/dxi_i)/2 with the tangents g_i = dx/dxi_i
// of the reference coordinates xi_1 .. xi_3, here named i, j and the third one k; a = 1/sqrt(3). A
// basis of products is written as a product.
//   hex20    e_ii  at i = +-a, j and k = -1, 0, 1
//            in {1,i} {1,j,j^2} {1,k,k^2}
//            e_ij  at i and j = +-a, k = +-1; mean of i and j = +-a at k = 0
//                  in {1,i} {1,j} {1,k} and k^2
//   wedge15  the stretch along each edge of the triangle (r, s): at two Gauss points of the edge
//            and in the middle of the parallel at a of the height, at t = 0, 1/2, 1
//                all of e_rr, e_rs, e_ss in {1,r,s} {1,t,t^2}
//            e_tt  at t = (1 +- a)/2, at the six nodes of the triangle
//                  in {1,t} and all of second degree
//            e_rt, e_st  at t = (1 +- a)/2, along each edge at two Gauss points, and their means,
//                        in {1,t} times (1,0) (r,0) (s,0) (0,1) (0,r) (0,s) (rs,-r^2) (s^2,-rs)
//   hex8, thin along d   e_dj at d = j = 0, k = +-1 in {1,k};  e_dd at d = 0 and the corners in
//                        {1,j} {1,k}
// All other strains are those of the displacements. Linear elements also have enhanced strains,
// which no displacement has (Simo and Rifai 1990): x_i in e_ii, x_i and x_j in e_ij. An element
// that is thin along d has x_d, x_d x_j, x_d x_k in e_dd in their place.
#pragma once

#include <vector>

#include "fem/reference_element.h"
#include "la/matrix.h"

namespace febem::fem {

/// The components of a symmetric tensor, in the order of all matrices of this folder.
inline constexpr std::array<std::array<int, 2>, 6> tensor_components{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};

/// Components that are interpolated together, and the samples that they are interpolated from.
struct StrainInterpolation {
  struct Sample {
    int component;              ///< index into tensor_components
    Eigen::MatrixX3d gradient;  ///< gradients of the shape functions at the sampling point, n x 3
  };
  struct Weights {
    int component;
    la::RealMatrix of_samples;  ///< quadrature points x samples
  };
  std::vector<Sample> samples;
  std::vector<Weights> weights;
};

struct AssumedStrain {
  std::vector<StrainInterpolation> interpolations;  ///< all six components
  /// Covariant enhanced strains at each quadrature point; may have no columns.
  std::vector<Eigen::Matrix<double, 6, Eigen::Dynamic>> enhanced;
  /// The direction across the wall that a brick of 20 nodes or a wedge may be, else -1; and
  /// interpolations whose sum is the shears of the displacements across the wall less the
  /// interpolated ones.
  int across = -1;
  std::vector<StrainInterpolation> lost_shears;
  /// Whether the mean strain of the element is that of its displacements. In a thin linear element
  /// such a mean would lock.
  bool keeps_mean = true;
  /// For a wedge that is a wall, or empty: a further rotation of its normal, nought on the edges,
  /// as MITC7 has. It follows the nodes and takes away the part of the mean shears that the shears
  /// along the edges do not have, all of it in a thin wall and none in a thick one. These are the
  /// strain of the rotation and the change of the shears, times -1. Only nodes of the two triangles
  /// are in it.
  StrainInterpolation rotation;
  /// Gradients of the strain at the centre, in place of the mean strain.
  Eigen::MatrixX3d rotation_reference;
};

/// The assumed strains of a brick or a wedge with the quadrature `rule`. `thin` is the direction in
/// which a brick is thin or a wedge is a wall, 0 .. 2, or -1.
AssumedStrain assumed_strain(
    mesh::ElementKind kind, const std::vector<VolumePoint>& rule, int thin);

}  // namespace febem::fem
