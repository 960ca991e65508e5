#include "stages/reduce/cost.h"

#include <algorithm>

#include "comm/team.h"
#include "la/gemm.h"
#include "stages/reduce/columns/surface_tree.h"
#include "stages/reduce/solve.h"

namespace febem::reduce {
namespace {

using common::Dofs;

/// What subtract_force() sends.
comm::Traffic subtract_force_traffic(
    const common::Factor& factor, Index unknowns, const comm::Messenger& messages) {
  const auto vector = messages.broadcast_traffic(unknowns * sizeof(Complex), sizeof(Complex));
  return factor.subdomains ? vector + solve_traffic(factor, messages) : vector;
}

/// Entries of ForwardElimination: X of the node at hand, W and what each node has left for its
/// parent, G of a block, what the rank says.
Count forward_entries(const Subdomains& parts, const SurfaceTree& surface, Count said, int rank) {
  const auto is_shared = [&](Index v) { return parts.tree.nodes[v].is_shared(); };
  const auto left = [&](Index v) {
    const bool hands_g = surface.summed_rows(v) > 0 && is_shared(parts.tree.nodes[v].parent);
    return (parts.left(v) + (hands_g ? surface.summed_rows(v) : 0)) * surface.range(v, rank).size();
  };
  Count waiting = 0, peak = said;
  auto nodes = parts.tree.nodes_of(rank);
  const auto shared = parts.tree.shared_by(rank);
  nodes.insert(nodes.end(), shared.begin(), shared.end());
  for (const Index v : nodes) {
    const Count n = surface.range(v, rank).size(), p = parts.pivots[v], front = parts.front(v),
                rest = front - p;
    const bool in_block = surface.part[v] != Part::factored;
    const Index root = surface.summed_at[v];
    const Count block =
        in_block ? surface.of_node[root].size() * surface.range(root, rank).size() : 0;
    // The columns that come from other ranks, in messages, come before W and what is left are
    // copied.
    const Count of_team = in_block && is_shared(v) ? surface.of_node[v].size() : n;
    const Count w = p * (of_team + std::min<Count>(of_team, panels_of_strip));
    peak = std::max(peak, said + waiting + block + (front + rest) * n + w);
    for (const Index child : parts.tree.nodes[v].children) waiting -= left(child);
    waiting += left(v);
  }
  return peak;
}

/// Entries of a la::Gemm.
Count gemm_entries(Index m, Index k) {
  return la::by_three(m, k) ? 3 * Count{m} * k / 2 : Count{m} * k;
}

/// Entries of Product: what the rank says itself; the whole at hand and the next, Q of a node; and
/// some columns of a block or of W, ready to multiply by.
Count product_entries(
    const SurfaceTree& surface, const std::vector<Broadcast>& all, int rank, Count own) {
  const Count said = entries_of(all, rank);
  // A Gemm of m x k, some columns of X, of the product, and of their parts.
  const auto product = [&](Index m, Index k) {
    return gemm_entries(m, k) + rows_of_strip(own) * (3 * k / 2 + 2 * m);
  };
  const auto received = [&](std::size_t k) {
    return all[k].rank == rank && all[k].is_whole() ? 0 : all[k].of_whole;
  };
  Count peak = said;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Count next = k + 1 < all.size() && all[k + 1].is_whole() ? received(k + 1) : 0;
    for (const auto& section : all[k].sections) {
      const Count n = surface.of_node[section.node].size(), p = section.pivots;
      const Count sections = (least_panels + section.range.size() - 1) / section.range.size(),
                  strip = std::min(n, sections * section.range.size());
      const Count most = std::min<Count>(n, most_panels(own)), below = std::min(most, n - strip);
      const Count work =
          p > 0 ? own * p + std::max({own * p, product(p, strip), product(most, p)})
                : n * strip + std::max(product(most, strip), product(std::min(most, strip), below));
      peak = std::max(peak, said + received(k) + next + work);
    }
  }
  return peak;
}

}  // namespace

comm::Traffic solve_own_part_traffic(
    const common::Factor& factor, const comm::Messenger& messages) {
  const auto& parts = *factor.subdomains;
  comm::Traffic total;
  for (const Index v : parts.tree.shared)
    for (const Index child : parts.tree.nodes[v].children)
      if (parts.tree.nodes[child].rank != parts.tree.nodes[v].rank)
        for (int way = 0; way < 2; ++way)
          total += messages.send_traffic(parts.front(v) * sizeof(Complex), sizeof(Complex));
  return total;
}

comm::Traffic solve_traffic(const common::Factor& factor, const comm::Messenger& messages) {
  const auto& tree = factor.subdomains->tree;
  std::vector<std::size_t> interiors(messages.size(), 0);
  for (int rank = 0; rank < messages.size(); ++rank)
    for (const Index v : tree.eliminated_by(rank))
      interiors[rank] += tree.nodes[v].eliminated.size() * sizeof(Complex);
  return messages.broadcast_traffic(factor.size * sizeof(Complex), sizeof(Complex)) +
         solve_own_part_traffic(factor, messages) +
         messages.gather_traffic(interiors, sizeof(Complex), core::master);
}

comm::Traffic rows_traffic(
    const SurfaceCondition& surface, Index, Precision, const comm::Messenger& messages) {
  const auto& factor = *surface.factor;
  const auto bytes = [](core::Count entries) { return entries * sizeof(Complex); };
  const auto panel = [&](Index front, Index pivots) {
    return 2 * messages.ibroadcast_traffic(bytes(front * pivots), sizeof(Complex));
  };
  comm::Traffic total = messages.broadcast_traffic(bytes(factor.size), sizeof(Complex));
  if (!factor.subdomains) {
    for (const auto& shape : factor.shapes) total += panel(shape.front(), shape.pivots);
    return total;
  }
  const auto& parts = *factor.subdomains;
  for (int rank = 0; rank < messages.size(); ++rank) {
    Index rows = 0;
    for (const Index v : parts.tree.eliminated_by(rank)) {
      rows += parts.front(v);
      total += panel(parts.front(v), parts.pivots[v]);
    }
    total += messages.broadcast_traffic(rows * sizeof(Dofs::value_type), sizeof(Dofs::value_type));
  }
  return total;
}

comm::Traffic columns_traffic(const SurfaceCondition& surface, Index unknowns, Precision precision,
    const comm::Messenger& messages) {
  const auto& factor = *surface.factor;
  const auto tree =
      surface_tree(*factor.subdomains, coupling_of_unknowns(surface), messages.size());
  const std::size_t entry =
      precision == Precision::mixed ? sizeof(core::SingleComplex) : sizeof(Complex);
  auto total = subtract_force_traffic(factor, unknowns, messages);
  const auto& parts = *factor.subdomains;
  for (const Index v : parts.tree.shared)
    for (const Index child : parts.tree.nodes[v].children)
      tree.for_each_exchange(v, child, [&](int from, int to, PanelRange some) {
        if (from != to)
          total += messages.send_traffic(
              (parts.front(v) + tree.summed_rows(child)) * some.size() * entry, entry);
      });
  for (const Index v : parts.tree.shared) {
    if (tree.part[v] == Part::factored || parts.pivots[v] == 0) continue;
    const comm::Team team(messages, tree.teams[v]);
    for (int rank = tree.teams[v].first; rank < tree.teams[v].end; ++rank)
      if (const auto some = tree.range(v, rank); !some.empty())
        total += team.messages().broadcast_traffic(parts.pivots[v] * some.size() * entry, entry);
  }
  for (const auto& broadcast : broadcasts(parts, tree))
    total += messages.ibroadcast_traffic(broadcast.entries * entry, entry);
  return total;
}

comm::Traffic matrix_free_traffic(
    const SurfaceCondition& surface, Index unknowns, Precision, const comm::Messenger& messages) {
  return subtract_force_traffic(*surface.factor, unknowns, messages);
}

comm::Traffic traffic(const SurfaceCondition& surface, la::Index unknowns, const Method& method,
    const comm::Messenger& messages, Precision precision) {
  const auto vector = messages.broadcast_traffic(unknowns * sizeof(Complex), sizeof(Complex));
  comm::Traffic total = vector;
  if (surface.has_prescribed) total += vector;
  if (surface.factor != nullptr) total += method.traffic(surface, unknowns, precision, messages);
  return total;
}

std::vector<Count> columns_memory(
    const Subdomains& parts, const fem::SparseMatrix& coupling, const la::RowMap& rows) {
  const auto surface = surface_tree(parts, coupling, rows.ranks());
  const auto all = broadcasts(parts, surface);
  std::vector<Count> bytes;
  for (int rank = 0; rank < rows.ranks(); ++rank)
    bytes.push_back(static_cast<Count>(sizeof(core::Complex)) *
                    std::max(forward_entries(parts, surface, entries_of(all, rank), rank),
                        product_entries(surface, all, rank, rows.local_rows(rank))));
  return bytes;
}

}  // namespace febem::reduce
