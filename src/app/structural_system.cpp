#include "app/structural_system.h"

#include "pipeline/panel_sweep.h"

namespace febem::app {

pipeline::ElementSystem element_system(const Model& model, double omega) {
  const auto& structure = *model.structure;
  pipeline::ElementSystem system;
  system.size = structure.dofs();
  for (const auto element : model.order) system.dofs.push_back(structure.element_dofs(element));
  system.matrix = [&model, omega](core::Index position) {
    return model.structure->dynamic_stiffness(model.order[static_cast<std::size_t>(position)], omega);
  };
  system.matrix_flops = [&model](core::Index position) {
    return model.structure->dynamic_stiffness_flops(model.order[static_cast<std::size_t>(position)]);
  };
  return system;
}

la::Vector structural_solution(pipeline::Factor& factor, const la::Vector& f,
                               const pipeline::StageContext& context) {
  la::Matrix x(context.is_master() ? 1 : 0, factor.size);
  if (context.is_master()) x.row(0) = f.transpose();
  if (factor.opaque) {
    factor.opaque->solve(x);
  } else if (context.is_master()) {
    pipeline::solve(factor, x);
  }
  return context.is_master() ? la::Vector(x.row(0).transpose()) : la::Vector();
}

}  // namespace febem::app
