// columns: S = C A_s^{-1} T by forward elimination alone, on the tree of a factor by subdomains. The algebra, the messages and
// their cost are in ../README.md.
#include <stdexcept>

#include "la/multiplier.h"
#include "stages/reduce/columns/forward_elimination.h"
#include "stages/reduce/columns/layout.h"
#include "stages/reduce/columns/memory.h"
#include "stages/reduce/columns/product.h"
#include "stages/reduce/force.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {
namespace {

using core::SingleComplex;
using execution::StageContext;
using la::Matrix;

/// A -= omega^2 rho B diag(1 / area) G where a library gives G as a whole.
template <class T>
void subtract_whole(const Matrix& g, const SurfaceCondition& surface, const la::OwnedRows& b, la::MatrixOf<T>& a) {
  Matrix scaled = b.values;
  for (Index j = 0; j < scaled.rows(); ++j) scaled.row(j) *= surface.omega_squared_rho / (*surface.areas)[j];
  la::Multiplier<T>(la::in_precision<T>(g)).subtract_product(a, la::in_precision<T>(scaled));
}

template <class T>
void run_columns(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRowsOf<T>& matrix, Vector& right_hand_side,
                 const StageContext& context) {
  auto& factor = *surface.factor;
  if (!factor.subdomains && !factor.opaque) throw std::logic_error("method 'columns' needs a factor that takes sparse right-hand sides");
  const auto coupling = coupling_of_unknowns(surface);
  subtract_force(b, surface, coupling, right_hand_side, context);
  if (factor.opaque)
    return context.arithmetic.charge({timing::in_library(0)},
                                     [&] { subtract_whole(factor.opaque->condensed(coupling), surface, b, matrix.values); });
  const auto tree = surface_tree(*factor.subdomains, coupling, context.ranks());
  subtract_columns(eliminate_columns<T>(factor, tree, coupling, context), tree, surface, b, matrix.values, context);
}

comm::Traffic columns_traffic(const SurfaceCondition& surface, Index panels, Precision precision, const comm::Messenger& messages) {
  const auto& factor = *surface.factor;
  const auto tree = surface_tree(*factor.subdomains, coupling_of_unknowns(surface), messages.size());
  const std::size_t entry = precision == Precision::mixed ? sizeof(SingleComplex) : sizeof(Complex);
  auto total = subtract_force_traffic(factor, panels, messages);
  for (int rank = 0; rank < messages.size(); ++rank)
    total += messages.ibroadcast_traffic(Layout(*factor.subdomains, tree, rank).entries * entry, entry);
  return total;
}

}  // namespace

extern const Method columns_method{"columns", "C A_s^{-1} T by forward elimination on the tree, then the product with B", run_columns<Complex>,
                                   columns_traffic, true, true, false, columns_memory, run_columns<SingleComplex>};

}  // namespace febem::reduce
