// The structure as stage 1 takes it and gives it back.
#pragma once

#include "app/case.h"
#include "app/model.h"
#include "comm/strategy.h"
#include "pipeline/element_system.h"
#include "pipeline/factor.h"

namespace febem::app {

/// A_s(omega), omega in rad/s, element by element in the order of elimination. `model` must outlive it.
pipeline::ElementSystem element_system(const Model& model, double omega);

/// u = A_s^{-1} f; f and u on the master. Collective.
la::Vector structural_solution(pipeline::Factor& factor, const la::Vector& f,
                               const pipeline::StageContext& context);

}  // namespace febem::app
