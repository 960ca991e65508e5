// What the methods that iterate share.
#pragma once

#include <memory>

#include "stages/eliminate/krylov/preconditioner.h"

namespace febem::eliminate {

/// A p = b by GMRES with a preconditioner; the solver of the result iterates anew for each right-hand side. `right_hand_side` by own
/// row; the result refers to `a`. Collective.
Elimination iterate(pipeline::RowOperator& a, std::unique_ptr<Preconditioner> near, const Vector& right_hand_side,
                    const IterationLimits& limits, const execution::StageContext& context);

/// What it sent for a right-hand side that is not zero, all ranks together; `near` is what the preconditioner sends each time.
comm::Traffic iterate_traffic(const pipeline::RowOperator& a, const comm::Traffic& near, const Iteration& done,
                              const comm::Messenger& messages);

}  // namespace febem::eliminate
