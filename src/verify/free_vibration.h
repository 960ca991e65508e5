// Free vibrations of a structure in vacuo: K u = omega^2 M u.
#pragma once

#include <functional>

#include "verify/verification_suite.h"

namespace febem::verify {

struct FreeVibration {
  double hz = 0.0;
  la::RealVector mode;  ///< free degrees of freedom, u^T M u = 1
};

/// Inverse iteration (K - sigma M) u' = M u about sigma = (2 pi shift_hz)^2 through stage 1, from the
/// displacement `start` of the nodes; the frequency is the root of the Rayleigh quotient u^T K u / u^T M u.
/// It finds the vibration of the structure nearest to the shift among those that `start` is not orthogonal
/// to. The result is on the master. Throws core::RunError if the shift is a resonance to rounding.
/// Collective.
FreeVibration nearest_vibration(const Prepared& structure, double shift_hz,
                                const std::function<mesh::Vec3(const mesh::Vec3&)>& start,
                                execution::Run& run);

}  // namespace febem::verify
