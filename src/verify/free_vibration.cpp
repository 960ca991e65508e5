#include "verify/free_vibration.h"

#include <cmath>

#include "driver/structural_system.h"
#include "stages/merge/merge.h"

namespace febem::verify {
namespace {

/// Each gains a factor |lambda_1 - sigma| / |lambda_2 - sigma| in the mode, its square in the frequency.
constexpr int iterations = 6;

la::RealVector nodal_values(const fem::Structure& structure,
                            const std::function<mesh::Vec3(const mesh::Vec3&)>& displacement) {
  la::RealVector u = la::RealVector::Zero(structure.dofs());
  for (core::Index node = 0; node < structure.solid().node_total(); ++node) {
    const mesh::Vec3 value = displacement(structure.solid().points[static_cast<std::size_t>(node)]);
    for (int d = 0; d < 3; ++d)
      if (const auto dof = structure.dof(node, d); dof >= 0) u[dof] = value[d];
  }
  return u;
}

pipeline::Factor shifted_factor(const Prepared& structure, double shift_hz, execution::Run& run) {
  const auto& merge = structure.problem.stages[Stage::merge];
  auto factor = run.section(Stage::merge, structure.strategies[Stage::merge],
                            [&](const auto& context) {
                              return merge::run(driver::element_system(structure.model, 2.0 * core::pi * shift_hz),
                                                {merge.method, merge.width}, context);
                            });
  if (factor.report.singular) throw core::RunError("the shift of the inverse iteration is a resonance");
  return factor;
}

}  // namespace

FreeVibration nearest_vibration(const Prepared& structure, double shift_hz,
                                const std::function<mesh::Vec3(const mesh::Vec3&)>& start,
                                execution::Run& run) {
  const auto& elastic = *structure.model.structure;
  auto factor = shifted_factor(structure, shift_hz, run);
  fem::GlobalMatrices matrices;
  FreeVibration found;
  if (run.is_master()) {
    matrices = fem::assemble(elastic);
    found.mode = nodal_values(elastic, start);
  }
  run.section(Stage::recover, structure.strategies[Stage::recover],
              [&](const auto& context) {
                for (int i = 0; i < iterations; ++i) {
                  const la::Vector f =
                      context.is_master() ? la::Vector(matrices.mass * found.mode) : la::Vector();
                  const la::Vector u = driver::structural_solution(factor, f, context).displacement;
                  if (context.is_master())
                    found.mode = u.real() / std::sqrt(u.real().dot(matrices.mass * u.real()));
                }
              });
  if (run.is_master())
    found.hz = std::sqrt(found.mode.dot(matrices.stiffness * found.mode)) / (2.0 * core::pi);
  return found;
}

}  // namespace febem::verify
