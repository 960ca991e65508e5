// krylov: GMRES with products by the matrix, which is never formed. The algebra, the messages and their cost are in ../README.md.
#include "stages/eliminate/krylov/iterate.h"

namespace febem::eliminate {
namespace {

using execution::StageContext;

/// Division by the diagonal near that of A, by 1 where it is 0.
class DiagonalPreconditioner final : public Preconditioner {
 public:
  explicit DiagonalPreconditioner(const pipeline::RowOperator& a) : diagonal_(a.diagonal()) {
    for (auto& entry : diagonal_)
      if (entry == core::Complex(0)) entry = 1;
  }

  Vector apply(const Vector& own) override { return own.cwiseQuotient(diagonal_); }

 private:
  Vector diagonal_;  ///< own entries
};

Elimination iterate_krylov(pipeline::RowOperator& a, const Vector& right_hand_side, const IterationLimits& limits,
                           const StageContext& context) {
  return iterate(a, std::make_unique<DiagonalPreconditioner>(a), right_hand_side, limits, context);
}

}  // namespace

extern const Method krylov_method{"krylov", "GMRES with products by the matrix, which is never formed", nullptr, false,
                                  iterate_krylov};

comm::Traffic krylov_traffic(const pipeline::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  return iterate_traffic(a, {}, done, messages);
}

}  // namespace febem::eliminate
