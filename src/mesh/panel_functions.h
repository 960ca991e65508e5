// Polynomials on a reference panel: the square -1 <= r, s <= 1, or the triangle r, s >= 0, r + s <=
// 1, as for faces (element_topology.h).
#pragma once

#include <Eigen/Core>
#include <vector>

namespace febem::mesh {

/// The polynomials phi_j of one order that are 1 at node j and 0 at the other nodes. On a square
/// the order is that of each variable, on a triangle the total order. The nodes are the points of a
/// rule that integrates phi_i phi_j exactly, and which gives each node a weight:
///
///   order  square                     triangle, by barycentric coordinates
///   0      the centre                 the centre
///   1      2 x 2 points of Gauss      (2/3, 1/6, 1/6) and its permutations
///   2      3 x 3 points of Gauss      two orbits of three points (Strang and Fix, An Analysis of
///          the Finite Element Method, 4.3: degree 4)
class PanelFunctions {
 public:
  static constexpr int most = 9;  ///< functions
  static constexpr int highest_order = 2;
  using Values = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most, 1>;

  struct Node {
    Eigen::Vector2d at;
    double weight;  ///< the weights add up to the area of the reference panel
    /// Corners of a part of the reference panel around the node, of the area `weight`,
    /// anticlockwise.
    std::vector<Eigen::Vector2d> cell;
  };

  /// `order` is 0, 1 or 2; `corners` is 3 or 4.
  PanelFunctions(int order, int corners);

  int size() const { return static_cast<int>(nodes_.size()); }
  const std::vector<Node>& nodes() const { return nodes_; }

  /// phi_j at a point, for all j.
  Values values(const Eigen::Vector2d& at) const;

 private:
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most>;

  Values monomials(const Eigen::Vector2d& at) const;

  std::vector<Node> nodes_;
  std::vector<Eigen::Vector2i> powers_;  ///< of r and s in each monomial
  Square coefficients_;                  ///< phi_j = sum of coefficients_(j, m) r^a s^b
};

}  // namespace febem::mesh
