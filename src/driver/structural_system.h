// The structural system: input of stage 1, and solutions with its factor.
#pragma once

#include "cases/case.h"
#include "comm/strategy.h"
#include "execution/stage_context.h"
#include "model/model.h"
#include "pipeline/element_system.h"
#include "pipeline/factor.h"

namespace febem::driver {

/// A_s(omega), omega in rad/s, element by element in the order of elimination; T^T A_s T where rigid-body motions are free.
/// `model` must outlive it.
pipeline::ElementSystem element_system(const model::Model& model, double omega);

/// u = T v, (T^T A_s T) v = T^T f = g.
struct StructuralSolution {
  la::Vector unknowns;         ///< v
  la::Vector right_hand_side;  ///< g
  la::Vector displacement;     ///< u, m
  la::Vector deformation;      ///< u less the rigid-body motion in it, m
};

/// Sets u and its deformation from v.
void complete(StructuralSolution& solution, const fem::RigidBodyMotions& motions);

/// The response to `f`; vectors are valid on the master. Collective.
StructuralSolution structural_solution(pipeline::Factor& factor, const la::Vector& f,
                               const execution::StageContext& context);

}  // namespace febem::driver
