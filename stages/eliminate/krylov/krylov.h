// What the methods that iterate share.
#pragma once

#include <functional>
#include <memory>

#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {

/// Own entries of A^{-1} b from those of b, and how that went. Collective.
using Iterate = std::function<Vector(const Vector& own_b, Iteration& done, const common::StageContext& context)>;

/// A p = b by `iterate`; the solver of the result iterates anew for each right-hand side. `right_hand_side` by own row. Collective.
Elimination run_iteration(const la::RowMap& map, const Iterate& iterate, const Vector& right_hand_side, const common::StageContext& context);

/// A p = b by GMRES with a preconditioner; the result refers to `a`. Collective.
Elimination run_gmres(common::RowOperator& a, std::unique_ptr<Preconditioner> near, const Vector& right_hand_side, const IterationLimits& limits,
                      const common::StageContext& context);

/// What that sent for a right-hand side that is not zero, all ranks together; `near` is what the preconditioner sends each time.
comm::Traffic gmres_traffic(const common::RowOperator& a, const comm::Traffic& near, const Iteration& done, const comm::Messenger& messages);

/// By the largest modulus of b: true, with how it went, if b is zero or not finite, so that there is nothing to do or no way to do it.
bool needs_no_iteration(double largest, Iteration& done);

}  // namespace febem::eliminate
