// matrix-free: only the right-hand side. The matrix stays an operator for stage 4 to iterate with. The algebra, the messages and
// their cost are in ../README.md.
#include "stages/reduce/force.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {
namespace {

void run_matrix_free(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRows&, Vector& right_hand_side,
                     const execution::StageContext& context) {
  subtract_force(b, surface, coupling_of_unknowns(surface), right_hand_side, context);
}

comm::Traffic matrix_free_traffic(const SurfaceCondition& surface, la::Index panels, Precision, const comm::Messenger& messages) {
  return subtract_force_traffic(*surface.factor, panels, messages);
}

}  // namespace

extern const Method matrix_free_method{
    "matrix-free", "the right-hand side alone; stage 4 iterates with products", run_matrix_free, matrix_free_traffic, false, false};

}  // namespace febem::reduce
