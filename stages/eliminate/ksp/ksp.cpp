// ksp: PETSc's Krylov methods with products by the matrix, which is never formed. What PETSc sends
// by itself, its sums of products, does not go through the message layer; what the products send
// does.
#include "stages/reference/ksp.h"

#include <algorithm>
#include <cmath>

#include "la/norms.h"
#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::master;

reference::KspSettings settings_of(const IterationLimits& limits) {
  return {limits.tolerance, limits.most, limits.restart, limits.petsc};
}

/// The master's account, so that all ranks take the same decisions by it.
Iteration agreed(reference::KspResult& result, const StageContext& context) {
  context.messages.broadcast_varying(result.residuals, master);
  context.messages.broadcast(result.converged, master);
  return {result.residuals, {std::ssize(result.residuals) - 1}, result.converged};
}

Vector solve(common::RowOperator& a, const Vector& own_b, const IterationLimits& limits,
    Iteration& done, const StageContext& context) {
  const double scale = context.messages.all_reduce(la::max_norm(own_b), la::larger);
  if (needs_no_iteration(scale, done)) return own_b;
  const reference::KspMatrix matrix{
      a.map().rows(), a.diagonal(), [&](const Vector& own) { return a.apply(own, context); }};
  const auto progress = [&](double residual) {
    context.report_progress(std::clamp(std::log(residual) / std::log(limits.tolerance), 0.0, 1.0));
  };
  auto result = reference::solve_by_ksp(matrix, own_b / scale, settings_of(limits), progress);
  context.arithmetic.charge(timing::in_library(result.flops));
  done = agreed(result, context);
  return scale * result.solution;
}

Elimination run_ksp(common::RowOperator& a, const Matrix& right_hand_side,
    const IterationLimits& limits, const StageContext& context) {
  const auto iterate = [&a, limits](
                           const Vector& own_b, Iteration& done, const StageContext& here) {
    return solve(a, own_b, limits, done, here);
  };
  return run_iteration(a.map(), iterate, right_hand_side, context);
}

void start_ksp(const IterationLimits& limits) { reference::validate(settings_of(limits)); }

}  // namespace

extern const Method ksp_method{.name = "ksp",
    .help = "PETSc's KSP with products by the matrix, which is never formed; its sums are its own",
    .kind = IterativeMethod{run_ksp, start_ksp},
    .is_library = true};

}  // namespace febem::eliminate
