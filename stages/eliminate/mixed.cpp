// Mixed precision: the matrix is factored in single precision, and GMRES on the operator in double
// corrects what that left. The algebra, the messages and their cost are in README.md.
#include <algorithm>
#include <limits>
#include <utility>

#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {
namespace {

using common::StageContext;

/// Solution by the factor in single precision.
class FactorPreconditioner final : public Preconditioner {
 public:
  FactorPreconditioner(Factored& factored, const la::RowMap& map, const comm::Messenger& messages)
      : factored_(factored), map_(map), messages_(messages) {}

  Vector apply(const Vector& own) override {
    return common::own_entries(
        map_, factored_.solve(common::all_entries(map_, own, messages_)), messages_.rank());
  }

 private:
  Factored& factored_;
  la::RowMap map_;
  comm::Messenger messages_;
};

/// Half of what check() calls a residual of 1 where A p is as large as b: p is then as good as by
/// elimination in double.
double tolerance(la::Index n) {
  constexpr double at_most = 1e-13, eps = std::numeric_limits<double>::epsilon() / 2;
  return std::min(at_most, eps * static_cast<double>(n) / 2);
}

}  // namespace

Elimination run_mixed(common::RowOperator& a, la::SingleRows single, const Matrix& right_hand_side,
    const Method& method, la::Index most, const StageContext& context) {
  // A factor that needs more is not worth it. Where a cycle does not halve the residual only
  // rounding is left, as in the refinement of LAPACK (xGERFS).
  constexpr la::Index worth = 20;
  const IterationLimits limits{
      .tolerance = tolerance(a.map().rows()), .most = std::min(most, worth), .stagnation = 0.5};
  auto factored = method.direct().factor_single(std::move(single), context);
  auto result =
      run_gmres(a, std::make_unique<FactorPreconditioner>(*factored, a.map(), context.messages),
          right_hand_side, limits, context);
  result.factored = std::move(factored);
  return result;
}

}  // namespace febem::eliminate
