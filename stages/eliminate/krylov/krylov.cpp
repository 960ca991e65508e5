// krylov: GMRES with products by the matrix, which is never formed. The algebra, the messages and their cost are in ../README.md.
#include "pipeline/owned_vector.h"
#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {
namespace {

using execution::StageContext;

/// Iterates anew for each right-hand side; the operator must outlive it.
class IterativeSolver final : public Solver {
 public:
  IterativeSolver(pipeline::RowOperator& a, const IterationLimits& limits, const StageContext& context)
      : a_(a), limits_(limits), stage_(context.stage), messages_(context.messages), arithmetic_(context.arithmetic) {}

  Vector solve(const Vector& b) override {
    const timing::Progress quiet;
    const StageContext context{stage_, messages_, arithmetic_, quiet};
    Iteration done;
    const Vector own = Gmres(a_, limits_, context).solve(pipeline::own_entries(a_.map(), b, context.rank()), done);
    return pipeline::all_entries(a_.map(), own, messages_);
  }

 private:
  pipeline::RowOperator& a_;
  IterationLimits limits_;
  core::Stage stage_;
  comm::Messenger messages_;
  timing::Arithmetic& arithmetic_;  ///< the run's, which outlives this
};

Elimination iterate_krylov(pipeline::RowOperator& a, const Vector& right_hand_side, const IterationLimits& limits,
                           const StageContext& context) {
  Elimination result;
  const Vector own = Gmres(a, limits, context).solve(right_hand_side, result.iteration.emplace());
  result.solution = pipeline::all_entries(a.map(), own, context.messages);
  result.iterative = std::make_unique<IterativeSolver>(a, limits, context);
  return result;
}

}  // namespace

extern const Method krylov_method{"krylov", "GMRES with products by the matrix, which is never formed", nullptr, false,
                                  iterate_krylov};

comm::Traffic krylov_traffic(const pipeline::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  return Gmres::traffic(a, done, messages) + pipeline::all_entries_traffic(a.map(), messages);
}

}  // namespace febem::eliminate
