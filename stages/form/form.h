// Stage 2, form: own rows of H and B by collocation. README.md has the algebra, the messages and
// the cost.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bem/collocation.h"
#include "la/row_map.h"
#include "stages/common/stage_context.h"

namespace febem::form {

/// This rank's rows of H p = -B q + p_inc + alpha q_inc.
struct BoundaryRows {
  la::OwnedRows h;
  la::OwnedRows b;
  std::vector<int> formed_by = {};  ///< rank that formed each block of the map, equal on every
                                    ///< rank; empty: the owner formed it
};

/// A method of stage 2 is a schedule: it decides which rank forms which row. With any schedule each
/// rank gets the rows of `map` that it owns, equal to the last bit. Every rank must have the
/// surface of `collocation`. Collective.
struct Method {
  std::string_view name;
  std::string_view help;
  BoundaryRows (*run)(const bem::Collocation& collocation, const la::RowMap& map,
      const common::StageContext& context);
};

/// Every method, in the order of list.inc.
std::span<const Method> methods();
/// Names of the methods that only a build with PETSc has, if this build has no PETSc.
std::span<const std::string_view> methods_missing();

/// The named method. Throws core::InputError with the nearest name if there is none.
const Method& method(std::string_view name);

}  // namespace febem::form
