#include "driver/refinement.h"

#include "la/norms.h"
#include "stages/reduce/solve.h"

namespace febem::driver {
namespace {

using core::Index;
using core::master;

class Refiner {
 public:
  Refiner(const CoupledSystem& system, eliminate::Elimination& solved, StructuralSolution& structural, const common::StageContext& context)
      : system_(system), solved_(solved), structural_(structural), context_(context),
        incident_(cases::incident(system.problem, system.model.wet.surface, system.stages.equation())) {}

  /// One step; the size of its correction.
  double step() {
    la::Vector rest, z, sources;
    if (context_.is_master()) {
      structural_.right_hand_side = motions().forces(force(solved_.solution));
      z = rest = system_.assembled->residual(structural_.unknowns, structural_.right_hand_side);
    }
    reduce::solve(system_.factor, z, context_);
    if (context_.is_master())
      sources = cases::normal_derivative(system_.problem, system_.model, system_.stages.at(), solved_.solution,
                                         motions().displacement(structural_.unknowns + z));
    const la::Vector dp = solved_.solver().solve(fluid_residual(std::move(sources)));
    if (context_.is_master()) z = rest - motions().forces(system_.model.coupling * dp);
    reduce::solve(system_.factor, z, context_);
    return apply(dp, z);
  }

  void finish() {
    if (!context_.is_master()) return;
    complete(structural_, motions());
    structural_.right_hand_side = motions().forces(force(solved_.solution));
  }

 private:
  const fem::RigidBodyMotions& motions() const { return system_.model.motions; }
  la::Vector force(const la::Vector& p) const { return system_.model.force - system_.model.coupling * p; }

  /// p_inc + alpha q_inc - H p - B q on every rank; `q` on the master.
  la::Vector fluid_residual(la::Vector q) const {
    const auto &h = system_.rows.h, &b = system_.rows.b;
    const Index n = h.map.rows();
    q.conservativeResize(n);
    context_.messages.broadcast(la::span_of(q), master);
    const la::Vector own = h.values.transpose() * solved_.solution + b.values.transpose() * q;
    la::Vector all = la::Vector::Zero(n);
    for (const Index row : h.map.rows_of(context_.rank())) all[row] = incident_[row] - own[h.map.local(row)];
    context_.messages.sum(la::span_of(all), master);
    context_.messages.broadcast(la::span_of(all), master);
    return all;
  }

  double apply(const la::Vector& dp, const la::Vector& dv) {
    double correction = 0;
    if (context_.is_master())
      correction = la::larger(la::max_norm(dp) / la::max_norm(solved_.solution), la::max_norm(dv) / la::max_norm(structural_.unknowns));
    context_.messages.broadcast(correction, master);
    solved_.solution += dp;
    if (context_.is_master()) structural_.unknowns += dv;
    return correction;
  }

  const CoupledSystem& system_;
  eliminate::Elimination& solved_;
  StructuralSolution& structural_;
  const common::StageContext& context_;
  la::Vector incident_;
};

}  // namespace

Refinement refine(const CoupledSystem& system, eliminate::Elimination& solved, StructuralSolution& structural, const common::StageContext& context) {
  Refiner refiner(system, solved, structural, context);
  Refinement result;
  do {
    result.correction = refiner.step();
    ++result.steps;
  } while (!(result.correction <= small_correction) && result.steps < most_refinements);
  refiner.finish();
  return result;
}

}  // namespace febem::driver
