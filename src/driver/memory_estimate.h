// How much memory each rank is going to need, before anything is computed.
#pragma once

#include <vector>

#include "cases/case.h"
#include "core/stage.h"
#include "model/model.h"

namespace febem::driver {

/// Bytes that a rank holds at one time in each stage, besides program and model.
using StageBytes = core::PerStage<core::Count>;

core::Count largest(const StageBytes& bytes);

/// Of one frequency on so many ranks, by rank; of its matrices, what comes and goes within a stage included. Not counted are delayed
/// pivots, the copy of H that a refinement needs, and what an MPI library keeps of messages. Throws core::InputError where a method
/// of the case cannot tell. `model` is the master's.
std::vector<StageBytes> estimate_memory(const cases::Case& problem, const model::Model& model, int ranks);

}  // namespace febem::driver
