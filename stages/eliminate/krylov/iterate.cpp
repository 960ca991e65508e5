#include "stages/eliminate/krylov/iterate.h"

#include <cmath>
#include <utility>

#include "pipeline/owned_vector.h"
#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {
namespace {

using execution::StageContext;

class IterativeSolver final : public Solver {
 public:
  IterativeSolver(const la::RowMap& map, IterativeMethod method, const StageContext& context)
      : map_(map), method_(std::move(method)), stage_(context.stage), messages_(context.messages), arithmetic_(context.arithmetic) {}

  Vector solve(const Vector& b) override {
    const timing::Progress quiet;
    const StageContext context{stage_, messages_, arithmetic_, quiet};
    Iteration done;
    return pipeline::all_entries(map_, method_(pipeline::own_entries(map_, b, context.rank()), done, context), messages_);
  }

 private:
  la::RowMap map_;
  IterativeMethod method_;
  core::Stage stage_;
  comm::Messenger messages_;
  timing::Arithmetic& arithmetic_;  ///< the run's, which outlives this
};

}  // namespace

Elimination iterate(const la::RowMap& map, const IterativeMethod& method, const Vector& right_hand_side, const StageContext& context) {
  Elimination result;
  const Vector own = method(right_hand_side, result.iteration.emplace(), context);
  result.solution = pipeline::all_entries(map, own, context.messages);
  result.iterative = std::make_unique<IterativeSolver>(map, method, context);
  return result;
}

Elimination iterate(pipeline::RowOperator& a, std::unique_ptr<Preconditioner> near, const Vector& right_hand_side,
                    const IterationLimits& limits, const StageContext& context) {
  const auto gmres = [&a, shared = std::shared_ptr(std::move(near)), limits](const Vector& own_b, Iteration& done, const StageContext& here) {
    return Gmres(a, *shared, limits, here).solve(own_b, done);
  };
  return iterate(a.map(), gmres, right_hand_side, context);
}

comm::Traffic iterate_traffic(const pipeline::RowOperator& a, const comm::Traffic& near, const Iteration& done,
                              const comm::Messenger& messages) {
  return Gmres::traffic(a, near, done, messages) + pipeline::all_entries_traffic(a.map(), messages);
}

bool needs_no_iteration(double largest, Iteration& done) {
  if (largest != 0 && std::isfinite(largest)) return false;
  done = {{largest == 0 ? 0 : largest / largest}, {}, largest == 0};
  return true;
}

}  // namespace febem::eliminate
