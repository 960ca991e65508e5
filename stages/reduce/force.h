// The term of the force in the right-hand side, by one solution with the factor as it lies.
#pragma once

#include "stages/reduce/reduce.h"

namespace febem::reduce {

/// T in the unknowns of the factor, n_s x n_a.
fem::SparseMatrix coupling_of_unknowns(const SurfaceCondition& surface);

/// b -= omega^2 rho B C A_s^{-1} F by own row; `coupling` in the unknowns of the factor. Collective.
void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface, const fem::SparseMatrix& coupling,
                    Vector& right_hand_side, const execution::StageContext& context);
/// What it sends, all ranks together, for so many panels.
comm::Traffic subtract_force_traffic(const pipeline::Factor& factor, la::Index panels, const comm::Messenger& messages);

}  // namespace febem::reduce
