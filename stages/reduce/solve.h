// One right-hand side: x = A_s^{-1} x by the panels of a factor, and the term of the force in the right-hand side of the reduced
// system, which is one such solution.
#pragma once

#include "stages/common/factor.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

/// By a factor of any kind; `x` is read and replaced on the master, and not looked at elsewhere. Collective.
void solve(common::Factor& factor, la::Vector& x, const common::StageContext& context);

/// Where all panels are at hand.
void solve(const common::Factor& factor, la::Vector& x);

/// By a factor of which each rank has a part (Factor::subdomains), by what that rank knows of the right-hand side: `x` has its
/// entries on what the rank's own subdomain eliminates, and on the interface terms of a sum over the ranks; the others are not
/// looked at. Each rank eliminates its subdomain from them, the sum is solved with the interface on the master, and each rank
/// substitutes back: it then has the solution on its subdomain and on the interface. Collective.
void solve_own_part(const common::Factor& factor, la::Vector& x, const common::StageContext& context);
/// What it sends, all ranks together.
comm::Traffic solve_own_part_traffic(const common::Factor& factor, const comm::Messenger& messages);

/// x = 0 on the interface, on all ranks but the master: a right-hand side that every rank has then is a sum over the ranks.
void keep_interface_on_master(const common::Factor& factor, la::Vector& x, const common::StageContext& context);

/// By a factor of which each rank has a part; the rest as above. Collective.
void solve_by_subdomains(const common::Factor& factor, la::Vector& x, const common::StageContext& context);
/// What it sends, all ranks together.
comm::Traffic solve_by_subdomains_traffic(const common::Factor& factor, const comm::Messenger& messages);

/// T in the unknowns of the factor, n_s x n_a.
fem::SparseMatrix coupling_of_unknowns(const SurfaceCondition& surface);

/// b -= omega^2 rho B C A_s^{-1} F by own row; `coupling` in the unknowns of the factor. Collective.
void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface, const fem::SparseMatrix& coupling, Vector& right_hand_side,
                    const common::StageContext& context);
/// What it sends, all ranks together, for so many panels.
comm::Traffic subtract_force_traffic(const common::Factor& factor, la::Index panels, const comm::Messenger& messages);

}  // namespace febem::reduce
