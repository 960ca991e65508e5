// columns: S = C A_s^{-1} T by forward elimination alone, on the tree of a factor by subdomains.
// The algebra, the messages and their cost are in ../README.md.
#include <stdexcept>
#include <utility>

#include "la/gemm.h"
#include "stages/reduce/columns/forward_elimination.h"
#include "stages/reduce/columns/product.h"
#include "stages/reduce/solve.h"

namespace febem::reduce {
namespace {

using core::SingleComplex;

/// A -= omega^2 rho B M^{-1} G where a library gives G as a whole.
template <class T>
void subtract_whole(
    const Matrix& g, const SurfaceCondition& surface, const la::OwnedRows& b, la::Workspace<T>& a) {
  Matrix scaled = b.values;
  for (Index j = 0; j < scaled.rows(); ++j)
    scaled.row(j) *= surface.omega_squared_rho / surface.mass[j];
  la::Gemm<T>(la::in_precision<T>(g)).subtract_product(a, la::in_precision<T>(scaled));
}

template <class T>
void run_columns(const la::OwnedRows& b, const SurfaceCondition& surface,
    la::OwnedRowsOf<T>& matrix, Matrix& right_hand_side, const StageContext& context) {
  auto& factor = *surface.factor;
  if (!factor.subdomains && !factor.opaque)
    throw std::logic_error("method 'columns' needs a factor that takes sparse right-hand sides");
  const auto& [tree, coupling, of_surface] = *surface.analysis;
  subtract_force(b, surface, coupling, right_hand_side, context);
  if (factor.opaque)
    return context.arithmetic.in_library(
        0, [&] { subtract_whole(factor.opaque->condensed(coupling), surface, b, matrix.values); });
  const auto& pivots = factor.subdomains->pivots;
  const auto changed = pivots == tree->pivots_without_delays()
                           ? Schedule()
                           : analysis::schedule(*tree, *of_surface, pivots);
  const auto& schedule = changed.empty() ? of_surface->schedule : changed;
  auto send_buffer = ForwardElimination<T>(factor, *of_surface, schedule, coupling, context).run();
  Product<T>(*of_surface, schedule, surface, b, matrix.values, context).run(std::move(send_buffer));
}

}  // namespace

extern const Method columns_method{.name = "columns",
    .help = "C A_s^{-1} T by forward elimination on the tree, then the product with B",
    .run = run_columns<Complex>,
    .needs_sparse_columns = true,
    .run_single = run_columns<SingleComplex>};

}  // namespace febem::reduce
