#include "driver/structural_system.h"

#include "stages/reduce/solve.h"

namespace febem::driver {

pipeline::ElementSystem element_system(const model::Model& model, double omega) {
  const auto& structure = *model.structure;
  pipeline::ElementSystem system;
  system.size = structure.dofs();
  if (!model.motions.empty()) system.motions = &model.motions;
  system.coupling = &model.coupling;
  for (const auto element : model.order)
    system.dofs.push_back(fem::element_unknowns(structure, model.motions, element));
  system.matrix = [&model, omega](la::Index position) {
    return fem::unknowns_matrix(*model.structure, model.motions, model.order[position], omega);
  };
  system.dissection = model.dissection;
  system.matrix_flops = [&model](la::Index position) {
    return fem::unknowns_matrix_flops(*model.structure, model.motions, model.order[position]);
  };
  return system;
}

void complete(StructuralSolution& solution, const fem::RigidBodyMotions& motions) {
  solution.displacement = motions.displacement(solution.unknowns);
  solution.deformation = motions.deformation(solution.unknowns);
}

StructuralSolution structural_solution(pipeline::Factor& factor, const la::Vector& f,
                                       const execution::StageContext& context) {
  const fem::RigidBodyMotions none, &motions = factor.motions != nullptr ? *factor.motions : none;
  StructuralSolution result;
  if (context.is_master()) result.right_hand_side = motions.forces(f);
  result.unknowns = result.right_hand_side;
  reduce::solve(factor, result.unknowns, context);
  if (!context.is_master()) return {};
  complete(result, motions);
  return result;
}

}  // namespace febem::driver
