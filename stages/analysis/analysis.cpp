#include "stages/analysis/analysis.h"

namespace febem::analysis {

Analysis analyse(const Elements& elements, const fem::RigidBodyMotions* motions,
    const fem::SparseMatrix& coupling, int ranks, Wanted wanted,
    const std::function<void(std::string_view)>& begins) {
  Analysis result;
  if (wanted.tree) {
    begins("elimination tree");
    result.tree = std::make_shared<EliminationTree>(elimination_tree(elements, ranks));
  }
  begins("coupling of unknowns");
  result.coupling = fem::forces_on_unknowns(motions, coupling);
  if (wanted.tree && wanted.surface) {
    begins("surface tree");
    result.surface = surface_tree(*result.tree, result.coupling);
  }
  return result;
}

}  // namespace febem::analysis
