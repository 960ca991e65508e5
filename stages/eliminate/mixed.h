// Mixed precision: the matrix is factored in single precision, and GMRES on the operator in double corrects what that left. The
// algebra, the messages and their cost are in README.md.
#pragma once

#include "stages/eliminate/eliminate.h"

namespace febem::eliminate {

/// A p = b by iteration with the products of `a`, preconditioned by the factor that `method` (with factor_single) makes of `near`,
/// the same matrix in single precision. Ends when the residual is what rounding in double makes it, 1e-13 of the right-hand side at
/// most, when nothing more is gained, or after `most` or 20 iterations: check() tells whether elimination in double would do better. Of the result, `factored` is that of
/// `near`; it refers to `a`. Collective.
Elimination run_mixed(pipeline::RowOperator& a, la::SingleRows near, const Vector& right_hand_side, const Method& method,
                      la::Index most, const execution::StageContext& context);

/// What it sent by the method `rows` for a right-hand side that is not zero, all ranks together.
comm::Traffic mixed_traffic(const pipeline::RowOperator& a, const Iteration& done, const comm::Messenger& messages);

}  // namespace febem::eliminate
