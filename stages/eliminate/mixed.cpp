#include "stages/eliminate/mixed.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "pipeline/owned_vector.h"
#include "stages/eliminate/krylov/iterate.h"

namespace febem::eliminate {
namespace {

using execution::StageContext;

/// Solution by the factor in single precision.
class FactorPreconditioner final : public Preconditioner {
 public:
  FactorPreconditioner(Factored& factored, const la::RowMap& map, const comm::Messenger& messages)
      : factored_(factored), map_(map), messages_(messages) {}

  Vector apply(const Vector& own) override {
    return pipeline::own_entries(map_, factored_.solve(pipeline::all_entries(map_, own, messages_)), messages_.rank());
  }
 private:
  Factored& factored_;
  la::RowMap map_;
  comm::Messenger messages_;
};

/// Half of what check() calls a residual of 1 where A p is as large as b: p is then as good as by elimination in double.
double tolerance(la::Index n) {
  constexpr double at_most = 1e-13, eps = std::numeric_limits<double>::epsilon() / 2;
  return std::min(at_most, eps * static_cast<double>(n) / 2);
}

}  // namespace

Elimination run_mixed(pipeline::RowOperator& a, la::SingleRows near, const Vector& right_hand_side, const Method& method,
                      la::Index most, const StageContext& context) {
  // A factor that needs more is not worth it.
  constexpr la::Index worth = 20;
  const IterationLimits limits{.tolerance = tolerance(a.map().rows()), .most = std::min(most, worth)};
  auto factored = method.factor_single(std::move(near), context);
  auto result = iterate(a, std::make_unique<FactorPreconditioner>(*factored, a.map(), context.messages), right_hand_side, limits, context);
  result.factored = std::move(factored);
  return result;
}

comm::Traffic mixed_traffic(const pipeline::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  const auto rows = rows_single_traffic(a.map(), messages);
  return rows.factor + iterate_traffic(a, pipeline::all_entries_traffic(a.map(), messages) + rows.solution, done, messages);
}

}  // namespace febem::eliminate
