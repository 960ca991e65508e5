#include "stages/reduce/force.h"

#include "stages/reduce/solve.h"

namespace febem::reduce {

using la::Index;

fem::SparseMatrix coupling_of_unknowns(const SurfaceCondition& surface) {
  return fem::forces_on_unknowns(surface.factor->motions, *surface.coupling);
}

void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface, const fem::SparseMatrix& coupling,
                    Vector& right_hand_side, const execution::StageContext& context) {
  auto& factor = *surface.factor;
  const Index n = b.map.rows(), own = right_hand_side.size();
  Vector x, q;
  if (context.is_master()) x = fem::forces_on_unknowns(factor.motions, surface.force);
  solve(factor, x, context);
  if (context.is_master()) {
    q = Vector::Zero(n);
    context.arithmetic.charge({timing::add_scaled_by_real(coupling.nonZeros())}, [&] {
      q = coupling.transpose() * x;
      for (Index j = 0; j < n; ++j) q[j] *= surface.omega_squared_rho / (*surface.areas)[j];
    });
  }
  q = shared(std::move(q), n, context);
  context.arithmetic.charge({timing::add_scaled(n * own)}, [&] { right_hand_side -= b.values.transpose() * q; });
}

comm::Traffic subtract_force_traffic(const pipeline::Factor& factor, Index panels, const comm::Messenger& messages) {
  const auto vector = messages.broadcast_traffic(panels * sizeof(Complex), sizeof(Complex));
  return factor.subdomains ? vector + solve_by_subdomains_traffic(factor, messages) : vector;
}

}  // namespace febem::reduce
