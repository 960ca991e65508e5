// What the stages need of a structure and does not depend on the frequency. It is made once a case,
// the same on every rank, and handed down as const.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "fem/rigid_body.h"
#include "stages/analysis/elimination_tree.h"
#include "stages/analysis/surface_tree.h"

namespace febem::analysis {

struct Analysis {
  std::shared_ptr<const EliminationTree> tree;  ///< null unless stage 1 factors by subdomains
  fem::SparseMatrix coupling;                   ///< T in the unknowns of the factor, n_s x n_a
  std::optional<SurfaceTree> surface;           ///< if stage 3 works on the tree
};

/// Which parts a run needs besides T.
struct Wanted {
  bool tree = false;
  bool surface = false;  ///< only with the tree
};

/// `coupling` is T in displacements. Calls begins(part) before it makes each part. Throws
/// core::RunError if the surface does not lie on the elements.
Analysis analyse(const Elements& elements, const fem::RigidBodyMotions* motions,
    const fem::SparseMatrix& coupling, int ranks, Wanted wanted,
    const std::function<void(std::string_view)>& begins);

}  // namespace febem::analysis
