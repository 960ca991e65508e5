// A few right-hand sides, the columns of x: x = A_s^{-1} x by the panels of a factor, and the term
// of the forces in the right-hand sides of the reduced system, which are such solutions.
#pragma once

#include "stages/common/factor.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

using la::Index;

/// By a factor of any kind. `x`, n_s x columns, is read and replaced on the master, and not looked
/// at elsewhere; `columns` is the same on every rank. Collective.
void solve(const common::Factor& factor, la::Matrix& x, Index columns,
    const common::StageContext& context);
/// For a single right-hand side.
void solve(const common::Factor& factor, la::Vector& x, const common::StageContext& context);

/// Where all panels are at hand.
void solve(const common::Factor& factor, la::View x);

/// By a factor of which each rank has a part (Factor::subdomains); every rank has the right-hand
/// sides in `x`. Each rank eliminates its subdomain, the ranks of shared nodes go on, and each rank
/// substitutes back: it then has the solution on its subdomain and on what that touches.
/// Collective.
void solve_own_part(const common::Factor& factor, la::View x, const common::StageContext& context);

/// b -= omega^2 rho B C A_s^{-1} F by own row; `coupling` in the unknowns of the factor.
/// Collective.
void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface,
    const fem::SparseMatrix& coupling, Matrix& right_hand_side,
    const common::StageContext& context);

}  // namespace febem::reduce
