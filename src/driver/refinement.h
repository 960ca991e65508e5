// Iterative refinement of the coupled solution, for ill-conditioned structures.
//
// The surface pressure p and the structure's unknowns v satisfy, with H and B as stage 2 formed
// them and the structure as it is assembled (A = T^T A_s T, u = T v),
//
//     H p + B q = p_inc + alpha q_inc,   q = q_prescribed + y p + omega^2 rho C u        fluid
//     A v = T^T (F - T_c p)                                                              structure
//
// where T_c is the coupling. One step computes the residuals, that of the structure in extended
// precision. It solves for the corrections with the existing factors:
//
//     r_s = T^T (F - T_c p) - A v,   z = A^{-1} r_s
//     A_reduced dp = p_inc + alpha q_inc - H p - B (q + omega^2 rho C T z)
//     dv = A^{-1} (r_s - T^T T_c dp)
//
// Each step multiplies the error by about the condition of A times the rounding unit (Wilkinson;
// Higham, Accuracy and Stability of Numerical Algorithms, chapter 12). A step sends three
// broadcasts and one sum of n_a entries, two broadcasts and a gather of n_s, and the messages of a
// dense solution.
#pragma once

#include "driver/stage_drivers.h"
#include "driver/structural_system.h"

namespace febem::driver {

/// The solution is refined if the condition estimate of the structure is above this. Without
/// refinement, results on different numbers of ranks would differ by more than 1e-10.
inline constexpr double refine_beyond = 2e8;
/// Relative size of a correction below which refinement ends.
inline constexpr double small_correction = 1e-10;
inline constexpr int most_refinements = 5;

/// The data for the residuals, not owned. Every rank has them.
struct CoupledSystem {
  const cases::Case& problem;
  const cases::LoadCase& load;
  const cases::Model& model;
  const StageDrivers& stages;
  const AssembledSystem& assembled;
  common::Factor& factor;
  const form::BoundaryRows& rows;  ///< H and B as formed
};

struct Refinement {
  int steps = 0;
  double correction = 0;  ///< relative size of the last correction: the greater of those of p and
                          ///< v, in maximum norms
};

/// Corrects `p` on every rank, with a solver of A_reduced, and `structural` on the master until a
/// correction is small, at most `most_refinements` times. Collective. The result is the same on
/// every rank.
Refinement refine(const CoupledSystem& system, eliminate::Solver& solver, la::Vector& p,
    StructuralSolution& structural, const common::StageContext& context);

}  // namespace febem::driver
