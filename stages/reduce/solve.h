// One right-hand side: x = A_s^{-1} x by the panels of a factor, and the term of the force in the
// right-hand side of the reduced system, which is one such solution.
#pragma once

#include "stages/common/factor.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

/// By a factor of any kind; `x` is read and replaced on the master, and not looked at elsewhere.
/// Collective.
void solve(const common::Factor& factor, la::Vector& x, const common::StageContext& context);

/// Where all panels are at hand.
void solve(const common::Factor& factor, la::Vector& x);

/// By a factor of which each rank has a part (Factor::subdomains); every rank has the right-hand
/// side in `x`. Each rank eliminates its subdomain, the ranks of shared nodes go on, and each rank
/// substitutes back: it then has the solution on its subdomain and on what that touches.
/// Collective.
void solve_own_part(
    const common::Factor& factor, la::Vector& x, const common::StageContext& context);

/// b -= omega^2 rho B C A_s^{-1} F by own row; `coupling` in the unknowns of the factor.
/// Collective.
void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface,
    const fem::SparseMatrix& coupling, Vector& right_hand_side,
    const common::StageContext& context);

}  // namespace febem::reduce
