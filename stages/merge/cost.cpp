// The messages and bytes of stage 1, and what its ranks hold, before anything is computed. README.md has the formulas.
#include <algorithm>

#include "la/gemm.h"
#include "stages/merge/frontal/panel_message.h"
#include "stages/merge/merge.h"
#include "stages/merge/substructure/contribution.h"

namespace febem::merge {
namespace {

using common::EliminationTree;
using core::Complex;
using core::Count;
using core::master;

/// Rows that a node leaves to its parent.
Count rest(const common::Subdomains& parts, Index v) { return parts.front(v) - parts.pivots[v]; }

/// Entries of a rank's contributions in its message to the master.
Count sent_entries(const common::Subdomains& parts, int rank) {
  Count entries = 0;
  for (const Index v : parts.tree.roots_of(rank)) entries += ContributionMessage::entries(rest(parts, v));
  return entries;
}

}  // namespace

comm::Traffic frontal_traffic(std::span<const common::PanelSum> sums, const comm::Messenger& messages) {
  comm::Traffic total;
  for (const auto& [front, candidates] : sums) {
    total += messages.sum_traffic((front + 1) * candidates * sizeof(Complex));
    total += messages.broadcast_traffic(FrontPanelMessage::bytes(front, candidates), sizeof(Complex));
  }
  return total;
}

comm::Traffic substructure_traffic(const common::Factor& factor, const comm::Messenger& messages) {
  const auto& parts = *factor.subdomains;
  const int ranks = messages.size();
  comm::Traffic total = messages.all_reduce_traffic(sizeof(common::FactorQuality));
  if (ranks == 1) return total;
  std::vector<std::size_t> pivots, contributions;
  for (int rank = 0; rank < ranks; ++rank) {
    pivots.push_back(parts.tree.nodes_of(rank).size() * sizeof(Index));
    contributions.push_back(sent_entries(parts, rank) * sizeof(Complex));
    for (const Index v : parts.tree.roots_of(rank)) pivots.back() += parts.delayed(v) * sizeof(Index);
  }
  total += messages.gather_traffic(std::vector(ranks, sizeof(std::size_t)), sizeof(std::size_t), master);
  total += messages.gather_traffic(pivots, sizeof(Index), master);
  total += messages.gather_traffic(contributions, sizeof(Complex), master);
  Index header = std::ssize(parts.pivots);
  for (const Index v : parts.tree.nodes_of(EliminationTree::interface)) {
    header += parts.front(v);
    total += messages.broadcast_traffic(parts.front(v) * parts.pivots[v] * sizeof(Complex), sizeof(Complex));
  }
  total += messages.broadcast_traffic(sizeof(std::size_t), sizeof(std::size_t));
  return total + messages.broadcast_traffic(header * sizeof(Index), sizeof(Index));
}

// Node by node, as substructure.cpp goes through them.
std::vector<Memory> substructure_memory(const common::Subdomains& parts, int ranks) {
  const auto interface = parts.tree.nodes_of(EliminationTree::interface);
  Count messages = 0, shared = 0;
  for (int rank = 0; rank < ranks; ++rank) messages += sent_entries(parts, rank);
  for (const Index v : interface) shared += parts.front(v) * parts.pivots[v];
  std::vector<Memory> result;
  for (int rank = 0; rank < ranks; ++rank) {
    Count factor = 0, front = 0, contributions = 0, peak = 0;
    const auto hold = [&](Count more) { peak = std::max(peak, factor + front + contributions + more); };
    const auto eliminate = [&](Index v) {
      const Count size = parts.front(v), p = parts.pivots[v];
      front = std::max(front, size * size);
      hold(0);
      for (const Index child : parts.tree.nodes[v].children) contributions -= la::triangle(rest(parts, child));
      factor += size * p;
      hold(la::by_three(size - p, p) ? 3 * (size - p) * p / 2 : 0);  // the parts of L21
      contributions += la::triangle(size - p);
      hold(0);
    };
    for (const Index v : parts.tree.nodes_of(rank)) eliminate(v);
    hold(sent_entries(parts, rank));
    if (rank == master) {
      for (int other = 1; other < ranks; ++other)
        for (const Index v : parts.tree.roots_of(other)) contributions += la::triangle(rest(parts, v));
      hold(messages + sent_entries(parts, rank));
      for (const Index v : interface) eliminate(v);
    } else {
      contributions = 0;
      factor += shared;
      hold(0);
    }
    result.push_back({factor * static_cast<Count>(sizeof(Complex)), peak * static_cast<Count>(sizeof(Complex))});
  }
  return result;
}

}  // namespace febem::merge
