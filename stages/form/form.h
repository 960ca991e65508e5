// Stage 2, form: own rows of H and B by collocation. The algebra and the cost are in README.md.
#pragma once

#include "bem/collocation.h"
#include "execution/stage_context.h"
#include "la/row_map.h"

namespace febem::form {

/// This rank's rows of H p = -B q + p_inc + alpha q_inc.
struct BoundaryRows {
  la::OwnedRows h;
  la::OwnedRows b;
};

/// Forms the rows of `map` that this rank owns (the static schedule). Every rank must have the surface behind
/// `collocation`; no message is sent.
BoundaryRows run(const bem::Collocation& collocation, const la::RowMap& map, const execution::StageContext& context);

}  // namespace febem::form
