// krylov: GMRES with products by the matrix, which is never formed; and what the methods that
// iterate share. The algebra, the messages and their cost are in ../README.md.
#include <cmath>
#include <utility>

#include "stages/eliminate/krylov/gmres.h"

namespace febem::eliminate {
namespace {

using common::StageContext;

class IterativeSolver final : public Solver {
 public:
  IterativeSolver(const la::RowMap& map, Iterate iterate, const StageContext& context)
      : map_(map), iterate_(std::move(iterate)), stage_(context.stage), messages_(context.messages),
        arithmetic_(context.arithmetic) {}

  Vector solve(const Vector& b) override {
    const timing::Progress quiet;
    const StageContext context{stage_, messages_, arithmetic_, quiet};
    Iteration done;
    return common::all_entries(
        map_, iterate_(common::own_entries(map_, b, context.rank()), done, context), messages_);
  }

 private:
  la::RowMap map_;
  Iterate iterate_;
  core::Stage stage_;
  comm::Messenger messages_;
  timing::Arithmetic& arithmetic_;  ///< the run's, which outlives this
};

/// Division by the diagonal near that of A, by 1 where it is 0.
class DiagonalPreconditioner final : public Preconditioner {
 public:
  explicit DiagonalPreconditioner(const common::RowOperator& a) : diagonal_(a.diagonal()) {
    for (auto& entry : diagonal_)
      if (entry == core::Complex(0)) entry = 1;
  }

  Vector apply(const Vector& own) override { return own.cwiseQuotient(diagonal_); }

 private:
  Vector diagonal_;  ///< own entries
};

Elimination run_krylov(common::RowOperator& a, const Matrix& right_hand_side,
    const IterationLimits& limits, const StageContext& context) {
  return run_gmres(
      a, std::make_unique<DiagonalPreconditioner>(a), right_hand_side, limits, context);
}

}  // namespace

Elimination run_iteration(const la::RowMap& map, const Iterate& iterate,
    const Matrix& right_hand_side, const StageContext& context) {
  Elimination result;
  result.solution.resize(map.rows(), right_hand_side.cols());
  for (Index j = 0; j < right_hand_side.cols(); ++j) {
    const Vector own = iterate(right_hand_side.col(j), result.iterations.emplace_back(), context);
    result.solution.col(j) = common::all_entries(map, own, context.messages);
  }
  result.iterative = std::make_unique<IterativeSolver>(map, iterate, context);
  return result;
}

Elimination run_gmres(common::RowOperator& a, std::unique_ptr<Preconditioner> preconditioner,
    const Matrix& right_hand_side, const IterationLimits& limits, const StageContext& context) {
  const auto gmres = [&a, shared = std::shared_ptr(std::move(preconditioner)), limits](
                         const Vector& own_b, Iteration& done, const StageContext& here) {
    return Gmres(a, *shared, limits, here).solve(own_b, done);
  };
  return run_iteration(a.map(), gmres, right_hand_side, context);
}

bool needs_no_iteration(double largest, Iteration& done) {
  if (largest != 0 && std::isfinite(largest)) return false;
  done = {{largest == 0 ? 0 : largest / largest}, {}, largest == 0};
  return true;
}

extern const Method krylov_method{.name = "krylov",
    .help = "GMRES with products by the matrix, which is never formed",
    .kind = IterativeMethod{run_krylov}};

}  // namespace febem::eliminate
