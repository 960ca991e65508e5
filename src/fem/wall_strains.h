// Assumed strains of one element: steps 1 to 4 of elastic_element.cpp, for any material.
#pragma once

#include "fem/assumed_strain.h"
#include "fem/element_formulation.h"

namespace febem::fem {

using Matrix6d = Eigen::Matrix<double, 6, 6>;

/// Strains of bricks or wedges of one kind from displacements. Strains have the components of
/// tensor_components, with engineering shears.
class WallStrains {
 public:
  explicit WallStrains(const ReferenceElement& element);

  using ConstantStrain = Eigen::Matrix<double, Eigen::Dynamic, 6>;
  /// With B_g u the assumed strain at quadrature point g and U = `upper`: columns 6 g and on of
  /// `p` (3 n rows) are sqrt(w det J) (U B_g)^T of e - m, and `mean` is (U B)^T of m.
  struct Rows {
    const AssumedStrain& strain;
    Eigen::Matrix3d centre;  ///< dx/dxi
    la::RealMatrix p;
    ConstantStrain mean;
  };
  Rows rows(const Eigen::Matrix3Xd& points, const ReferenceElement::Geometry& at,
      const Matrix6d& upper, const Walls& walls) const;

  /// The mean over the volume of columns such as `p`.
  static ConstantStrain mean_of(const la::RealMatrix& part, const ReferenceElement::Geometry& at);

  /// `centre` is dx/dxi there. A linear brick is thin if it is thinner than half its sides; as the
  /// whole thickness of a wall, than its sides.
  const AssumedStrain& strain_of(const Eigen::Matrix3d& centre, const Walls& walls) const;

 private:
  bool is_wedge() const { return kind_ == mesh::ElementKind::wedge15; }

  mesh::ElementKind kind_;
  std::vector<AssumedStrain> strains_;  ///< not thin, and thin in direction 0 .. 2
  Eigen::MatrixX3d centre_;             ///< gradients of the shape functions at the centre
};

/// Cartesian strains with engineering shears from covariant components, with dxi/dx.
Matrix6d cartesian_from_covariant(const Eigen::Matrix3d& inverse);

/// B of a constant strain: 6 x 3 n from the mean of dN_a/dx.
la::RealMatrix constant_strain(const Eigen::MatrixX3d& gradient);

}  // namespace febem::fem
