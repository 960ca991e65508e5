// scalapack: ScaLAPACK's LU of A^T, whose columns are the owned rows where they are. Its messages
// do not go through the message layer.
#include "stages/reference/scalapack.h"

#include <cmath>
#include <limits>

#include "la/norms.h"
#include "stages/eliminate/eliminate.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::master;
using la::Index;

class ScalapackFactor final : public Factored {
 public:
  ScalapackFactor(la::OwnedRows rows, const StageContext& context)
      : map_(rows.map), messages_(context.messages),
        library_(std::move(rows.values), {map_.rows(), map_.block(), {1, map_.ranks()}}) {}

  Vector solve(const Vector& b) override { return everywhere(library_.solve(b, true)); }
  Vector solve_transposed(const Vector& b) override { return everywhere(library_.solve(b, false)); }

  double largest_entry() const override {
    double largest = 0;
    for (Index j = 0; j < library_.factors().cols(); ++j)
      largest = la::larger(largest, library_.factors()
                                        .col(j)
                                        .head(map_.global(messages_.rank(), j) + 1)
                                        .cwiseAbs2()
                                        .maxCoeff<Eigen::PropagateNaN>());
    return std::sqrt(largest);
  }

  bool singular() const { return library_.singular(); }

 private:
  Vector everywhere(Vector x) const {
    messages_.broadcast(la::span_of(x), master);
    return x;
  }

  la::RowMap map_;
  comm::Messenger messages_;
  reference::Scalapack library_;
};

/// The whole right-hand sides at the master, from the rows of every rank.
Matrix gathered(const la::RowMap& map, const Matrix& own, const StageContext& context) {
  Matrix whole = Matrix::Zero(map.rows(), own.cols());
  const auto parts = context.messages.gather_varying(la::span_of(own), master);
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const auto rows = map.rows_of(static_cast<int>(rank));
    whole(rows, Eigen::all) =
        Eigen::Map<const Matrix>(parts[rank].data(), std::ssize(rows), own.cols());
  }
  return whole;
}

Elimination run_scalapack(
    la::OwnedRows matrix, Matrix right_hand_side, const StageContext& context) {
  const core::Count n = matrix.map.rows();
  const Matrix b = gathered(matrix.map, right_hand_side, context);
  Elimination result;
  std::unique_ptr<ScalapackFactor> factor;
  context.arithmetic.in_library(8 * n * n * n / 3 / context.ranks(),
      [&] { factor = std::make_unique<ScalapackFactor>(std::move(matrix), context); });
  result.singular = factor->singular();
  result.solution =
      Matrix::Constant(static_cast<Index>(n), b.cols(), std::numeric_limits<double>::quiet_NaN());
  if (!result.singular)
    for (Index j = 0; j < b.cols(); ++j) result.solution.col(j) = factor->solve(b.col(j));
  result.factored = std::move(factor);
  return result;
}

}  // namespace

extern const Method scalapack_method{.name = "scalapack",
    .help = "ScaLAPACK's LU, as a reference; its messages are its own",
    .kind = DirectMethod{run_scalapack},
    .is_library = true};

}  // namespace febem::eliminate
