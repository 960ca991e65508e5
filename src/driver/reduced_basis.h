// A structure in the span of some of its responses, in a fluid that is interpolated over k:
//
//   u = V x,    p = p_s + omega^2 rho P x,    V real, V^T M V = I,
//   (V^T K V - omega^2 I + omega^2 rho T_V^T P) x = V^T F - T_V^T p_s,    T_V = T^T V.
//
// p_s is the pressure on the structure if it does not move, and P that of the normal velocities of
// the shapes V, q = M^{-1} T_V (stages/reduce/reduce.h). Neither has a resonance of the structure,
// so that few frequencies give both over a band.
#pragma once

#include <optional>
#include <vector>

#include "driver/stage_drivers.h"
#include "la/rational_interpolant.h"

namespace febem::driver {

/// On the master.
class ReducedBasis {
 public:
  /// Refers to the sweep, which must have a structure.
  explicit ReducedBasis(const Sweep& sweep);

  /// Responses, n_s x loads. The real and the imaginary part of each, without what is in the span
  /// already, join the shapes if more than `least` of the response is left, in the norm of M; the
  /// fluid must then be asked again. Returns the largest part that was left.
  double add(const la::Matrix& u, double least);
  /// u^H Im(A_s) u, J.
  double loss(const la::Vector& u) const { return -u.dot(matrices_.loss * u).real(); }
  la::Index shapes() const { return v_.cols(); }

  /// Where in the band the fluid must be known next; none when two answers in a row were predicted
  /// to `tolerance`, relative.
  std::optional<double> next_fluid(double from, double to, double tolerance);
  /// q of each shape, n_a x shapes, for StageDrivers::rigid_responses(), after next_fluid().
  la::Matrix normal() const;
  /// p_s and P at a frequency, n_a x (loads + shapes).
  void add_fluid(double hz, const la::Matrix& answers);
  /// The number of frequencies with answers of the fluid.
  la::Index answers() const { return fluid_.values(); }

  struct Response {
    la::Matrix p;  ///< n_a x loads
    std::vector<StructuralSolution> structural;
  };
  /// The fluid must be known, here and below.
  Response at(double hz) const;
  /// How much the last eighth of the shapes changes x, relative.
  double change(double hz) const;
  /// The poles of x in the band, their heights over the median of |x|.
  std::vector<la::RationalInterpolant::Pole> resonances() const;

 private:
  struct Equations {
    la::Matrix stiffness, mass;  ///< of A = stiffness - omega^2 mass
    la::Matrix force;
  };
  /// At a complex frequency, with forces and circuits of its real part.
  Equations equations(core::Complex hz) const;
  la::Matrix coordinates(double hz) const;  ///< x

  const Sweep& sweep_;
  fem::GlobalMatrices matrices_;
  la::RealMatrix v_, mass_v_;  ///< V and M V
  la::Index before_ = 0;       ///< shapes but the last eighth
  la::Matrix stiffness_;       ///< V^T K V, with losses
  la::RealMatrix surface_;     ///< T_V
  std::vector<double> fluid_hz_;
  std::vector<la::Matrix> reduced_;  ///< T_V^T (p_s, P)
  la::RationalInterpolant fluid_;    ///< p_s and P, each column over its scale
  la::Matrix pressures_;             ///< an orthonormal basis of p_s and P at all frequencies
  std::vector<la::Matrix> parts_;    ///< p_s and P in that basis, or as much of it as there was
  la::RealVector scales_;
  int good_ = 0;  ///< answers in a row
  double tolerance_ = 0;
};

}  // namespace febem::driver
