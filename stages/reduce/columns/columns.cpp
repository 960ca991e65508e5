// columns: S = C A_s^{-1} T by forward elimination alone, on the tree of a factor by subdomains. The algebra, the messages and
// their cost are in ../README.md.
#include "stages/reduce/columns/columns.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "la/gemm.h"
#include "stages/reduce/solve.h"

namespace febem::reduce {
namespace {

using common::StageContext;
using core::SingleComplex;
using la::Matrix;

/// A -= omega^2 rho B M^{-1} G where a library gives G as a whole.
template <class T>
void subtract_whole(const Matrix& g, const SurfaceCondition& surface, const la::OwnedRows& b, la::MatrixOf<T>& a) {
  Matrix scaled = b.values;
  for (Index j = 0; j < scaled.rows(); ++j) scaled.row(j) *= surface.omega_squared_rho / surface.mass[j];
  la::Gemm<T>(la::in_precision<T>(g)).subtract_product(a, la::in_precision<T>(scaled));
}

template <class T>
void run_columns(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRowsOf<T>& matrix, Vector& right_hand_side,
                 const StageContext& context) {
  auto& factor = *surface.factor;
  if (!factor.subdomains && !factor.opaque) throw std::logic_error("method 'columns' needs a factor that takes sparse right-hand sides");
  const auto coupling = coupling_of_unknowns(surface);
  subtract_force(b, surface, coupling, right_hand_side, context);
  if (factor.opaque) return context.arithmetic.in_library(0, [&] { subtract_whole(factor.opaque->condensed(coupling), surface, b, matrix.values); });
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

/// Entries of ForwardElimination: X of the node at hand, W and what each node has left for its parent, G of a block, the message.
Count forward_entries(const Subdomains& parts, const SurfaceTree& surface, const Layout& layout, int rank) {
  std::map<Index, Count> left;
  Count waiting = 0, block = 0, peak = layout.entries;
  for (const int owner : {rank, EliminationTree::interface})
    for (const Index v : parts.tree.nodes_of(owner)) {
      const Count n = surface.range(v, rank).size(), p = parts.pivots[v], front = parts.front(v), rest = front - p;
      if (n == 0) continue;
      if (surface.part[v] == Part::block) block = n * n;
      peak = std::max(peak, layout.entries + waiting + block + (front + rest + 2 * p) * n);
      for (const Index child : parts.tree.nodes[v].children) waiting -= std::exchange(left[child], 0);
      waiting += left[v] = rest * n;
    }
  return peak;
}

/// Entries of a la::Gemm.
Count gemm_entries(Index m, Index k) { return la::by_three(m, k) ? 3 * Count{m} * k / 2 : Count{m} * k; }

/// Entries of Product: the message at hand and the next, what is kept of those before, Q, and G of a block, or the Gemm of a section.
Count product_entries(const Subdomains& parts, const std::vector<Layout>& layouts, int rank, Count own) {
  std::set<Index> nodes;
  Count kept = 0, q = 0, peak = 0;
  for (int at = 0; at < std::ssize(layouts); ++at) {
    const auto& layout = layouts[at];
    Count g = 0;
    for (const auto& section : layout.blocks) {
      const Index n = section.range.size();
      g = std::max(g, Count{n} * n + gemm_entries(n, n));
    }
    for (const auto& section : layout.factored) {
      g = std::max(g, gemm_entries(section.pivots, section.range.size()));
      if (nodes.insert(section.node).second) q += own * parts.pivots[section.node];
    }
    Count messages = layout.entries;
    if (at + 1 < std::ssize(layouts)) messages += layouts[at + 1].entries;
    if (at + 1 < rank) messages += layouts[rank].entries;
    peak = std::max(peak, messages + kept + q + g);
    kept += layout.entries - layout.factored_offset;
    peak = std::max(peak, messages + kept + q);
  }
  return peak;
}

}  // namespace

std::vector<Count> columns_memory(const Subdomains& parts, const fem::SparseMatrix& coupling, const la::RowMap& rows) {
  const auto surface = surface_tree(parts, coupling, rows.ranks());
  std::vector<Layout> layouts;
  for (int rank = 0; rank < rows.ranks(); ++rank) layouts.emplace_back(parts, surface, rank);
  std::vector<Count> bytes;
  for (int rank = 0; rank < rows.ranks(); ++rank)
    bytes.push_back(static_cast<Count>(sizeof(core::Complex)) *
                    std::max(forward_entries(parts, surface, layouts[rank], rank), product_entries(parts, layouts, rank, rows.local_rows(rank))));
  return bytes;
}

extern const Method columns_method{.name = "columns",
                                   .help = "C A_s^{-1} T by forward elimination on the tree, then the product with B",
                                   .run = run_columns<Complex>,
                                   .traffic = columns_traffic,
                                   .needs_sparse_columns = true,
                                   .memory = columns_memory,
                                   .run_single = run_columns<SingleComplex>};

}  // namespace febem::reduce
