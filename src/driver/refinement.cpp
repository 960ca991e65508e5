#include "driver/refinement.h"

#include <utility>

#include "la/norms.h"
#include "stages/reduce/solve.h"

namespace febem::driver {
namespace {

using core::Index;
using core::master;

/// p_inc + alpha q_inc - H p - B q on every rank; `q` on the master.
la::Vector fluid_residual(const CoupledSystem& system, const la::Vector& incident,
    const la::Vector& p, la::Vector q, const common::StageContext& context) {
  const auto &h = system.rows.h, &b = system.rows.b;
  const Index n = h.map.rows();
  q.conservativeResize(n);
  context.messages.broadcast(la::span_of(q), master);
  const la::Vector own = h.values.transpose() * p + b.values.transpose() * q;
  la::Vector all = la::Vector::Zero(n);
  for (const Index row : h.map.rows_of(context.rank()))
    all[row] = incident[row] - own[h.map.local(row)];
  context.messages.sum(la::span_of(all), master);
  context.messages.broadcast(la::span_of(all), master);
  return all;
}

}  // namespace

Refinement refine(const CoupledSystem& system, eliminate::Solver& solver, la::Vector& p,
    StructuralSolution& structural, const common::StageContext& context) {
  const auto& model = system.model;
  const la::Vector incident = cases::incident(
      system.problem, system.load, model.wet.surface, model.space, system.stages.equation());
  const la::Vector admittance =
      cases::admittance(system.problem, model.wet.surface, model.space, system.stages.at());
  la::Vector& v = structural.unknowns;
  const auto update_right_hand_side = [&] {
    structural.right_hand_side =
        model.motions.forces(system.stages.force().col(system.load.number) - model.coupling * p);
  };
  Refinement result;
  do {
    la::Vector rest, z, q;
    if (context.is_master()) {
      update_right_hand_side();
    }
    z = rest = system.assembled.residual(v, structural.right_hand_side, context);
    reduce::solve(system.factor, z, context);
    if (context.is_master())
      q = cases::normal_derivative(system.problem, system.load, model, system.stages.at(),
          admittance, p, model.motions.displacement(v + z));
    const la::Vector dp = solver.solve(fluid_residual(system, incident, p, std::move(q), context));
    la::Vector dv;
    if (context.is_master()) dv = rest - model.motions.forces(model.coupling * dp);
    reduce::solve(system.factor, dv, context);
    if (context.is_master())
      result.correction =
          la::larger(la::max_norm(dp) / la::max_norm(p), la::max_norm(dv) / la::max_norm(v));
    context.messages.broadcast(result.correction, master);
    p += dp;
    if (context.is_master()) v += dv;
    ++result.steps;
  } while (!(result.correction <= small_correction) && result.steps < most_refinements);
  if (context.is_master()) {
    structural.displacement = model.motions.displacement(v);
    update_right_hand_side();
  }
  return result;
}

}  // namespace febem::driver
