// The messages and bytes of stage 1, and what its ranks hold, before anything is computed. README.md has the formulas.
#include <algorithm>

#include "comm/team.h"
#include "la/gemm.h"
#include "la/packed.h"
#include "stages/merge/frontal/panel_message.h"
#include "stages/merge/merge.h"

namespace febem::merge {
namespace {

using core::Complex;
using core::Count;

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
  const auto& tree = parts.tree;
  const auto bytes = [](Count entries) { return entries * sizeof(Complex); };
  comm::Traffic total = messages.all_reduce_traffic(sizeof(common::FactorQuality));
  if (!tree.nodes.empty()) total += messages.broadcast_traffic(parts.pivots.size() * sizeof(Index), sizeof(Index));
  for (const Index v : tree.shared) {
    const auto& node = tree.nodes[v];
    for (const Index child : node.children) {
      if (tree.nodes[child].rank == node.rank) continue;
      const Count rows = parts.left(child);
      total += messages.send_traffic((child + 1 - tree.first_below(child)) * sizeof(Index), sizeof(Index));
      if (rows > 0) total += messages.send_traffic(bytes(rows), sizeof(Complex)) + messages.send_traffic(bytes(la::triangle(rows)), sizeof(Complex));
    }
    constexpr std::size_t number = sizeof(common::Dofs::value_type);
    const comm::Team team(messages, node.team);
    total += team.messages().broadcast_traffic(sizeof(std::size_t), sizeof(std::size_t));
    total += team.messages().broadcast_traffic((parts.front(v) + 1) * number, number);
    total += team.messages().broadcast_traffic(bytes(parts.front(v) * parts.pivots[v]), sizeof(Complex));
  }
  return total;
}

// Node by node, as substructure.cpp goes through them.
std::vector<Memory> substructure_memory(const common::Subdomains& parts, int ranks) {
  const auto& tree = parts.tree;
  std::vector<Memory> result;
  for (int rank = 0; rank < ranks; ++rank) {
    Count factor = 0, front = 0, contributions = 0, peak = 0;
    const auto hold = [&](Count more) { peak = std::max(peak, factor + front + contributions + more); };
    const auto eliminate = [&](Index v) {
      const Count size = parts.front(v), p = parts.pivots[v];
      front = std::max(front, size * size);
      hold(0);
      for (const Index child : tree.nodes[v].children) contributions -= la::triangle(parts.left(child));
      factor += size * p;
      hold(la::by_three(size - p, p) ? 3 * (size - p) * p / 2 : 0);  // the parts of L21
      contributions += la::triangle(size - p);
      hold(0);
    };
    for (const Index v : tree.nodes_of(rank)) eliminate(v);
    for (const Index v : tree.shared) {
      const auto& node = tree.nodes[v];
      for (const Index child : node.children) {
        if (tree.nodes[child].rank == node.rank) continue;
        if (node.rank == rank) contributions += la::triangle(parts.left(child));
        if (tree.nodes[child].rank == rank) contributions -= la::triangle(parts.left(child));
      }
      if (node.rank == rank) {
        eliminate(v);
      } else if (node.team.contains(rank)) {
        factor += parts.front(v) * parts.pivots[v];
        hold(0);
      }
    }
    result.push_back({factor * static_cast<Count>(sizeof(Complex)), peak * static_cast<Count>(sizeof(Complex))});
  }
  return result;
}

}  // namespace febem::merge
