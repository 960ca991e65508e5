#include "stages/eliminate/krylov/iterate.h"

#include <utility>

#include "pipeline/owned_vector.h"
#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {
namespace {

using execution::StageContext;

/// The operator must outlive it.
class IterativeSolver final : public Solver {
 public:
  IterativeSolver(pipeline::RowOperator& a, std::unique_ptr<Preconditioner> near, const IterationLimits& limits,
                  const StageContext& context)
      : a_(a), near_(std::move(near)), limits_(limits), stage_(context.stage), messages_(context.messages), arithmetic_(context.arithmetic) {}

  Vector solve(const Vector& b) override {
    const timing::Progress quiet;
    const StageContext context{stage_, messages_, arithmetic_, quiet};
    Iteration done;
    const Vector own = Gmres(a_, *near_, limits_, context).solve(pipeline::own_entries(a_.map(), b, context.rank()), done);
    return pipeline::all_entries(a_.map(), own, messages_);
  }

 private:
  pipeline::RowOperator& a_;
  std::unique_ptr<Preconditioner> near_;
  IterationLimits limits_;
  core::Stage stage_;
  comm::Messenger messages_;
  timing::Arithmetic& arithmetic_;  ///< the run's, which outlives this
};

}  // namespace

Elimination iterate(pipeline::RowOperator& a, std::unique_ptr<Preconditioner> near, const Vector& right_hand_side,
                    const IterationLimits& limits, const StageContext& context) {
  Elimination result;
  const Vector own = Gmres(a, *near, limits, context).solve(right_hand_side, result.iteration.emplace());
  result.solution = pipeline::all_entries(a.map(), own, context.messages);
  result.iterative = std::make_unique<IterativeSolver>(a, std::move(near), limits, context);
  return result;
}

comm::Traffic iterate_traffic(const pipeline::RowOperator& a, const comm::Traffic& near, const Iteration& done,
                              const comm::Messenger& messages) {
  return Gmres::traffic(a, near, done, messages) + pipeline::all_entries_traffic(a.map(), messages);
}

}  // namespace febem::eliminate
