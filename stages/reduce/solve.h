// One right-hand side: x = A_s^{-1} x by the panels of a factor.
#pragma once

#include "execution/stage_context.h"
#include "pipeline/factor.h"

namespace febem::reduce {

/// By a factor of any kind; `x` is read and replaced on the master, and not looked at elsewhere. Collective.
void solve(pipeline::Factor& factor, la::Vector& x, const execution::StageContext& context);

/// Where all panels are at hand.
void solve(const pipeline::Factor& factor, la::Vector& x);

/// By a factor of which each rank has a part (Factor::subdomains); the rest as above. Each rank eliminates its subdomain from the right-hand side, the sum over the ranks is solved with the
/// interface on the master, and each rank substitutes back. Collective.
void solve_by_subdomains(const pipeline::Factor& factor, la::Vector& x, const execution::StageContext& context);
/// What it sends, all ranks together.
comm::Traffic solve_by_subdomains_traffic(const pipeline::Factor& factor, const comm::Messenger& messages);

}  // namespace febem::reduce
