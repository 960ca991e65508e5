// The messages and bytes of stage 1, and what its ranks hold, before anything is computed.
// README.md has the formulas.
#include <algorithm>

#include "comm/team.h"
#include "la/gemm.h"
#include "la/packed.h"
#include "stages/merge/frontal/panel_message.h"
#include "stages/merge/merge.h"
#include "stages/merge/substructure/contribution.h"
#include "stages/merge/substructure/spread_front.h"

namespace febem::merge {
namespace {

using core::Complex;
using core::Count;

/// Calls visit(from, to, entries) for every message with columns of what a child of a shared node
/// leaves.
template <class Visit>
void for_each_message(const common::Subdomains& parts, Index child, Visit&& visit) {
  const auto& parent = parts.tree.nodes[parts.tree.nodes[child].parent];
  std::vector<Index> delayed;
  for (const Index each : parent.children) delayed.push_back(parts.delayed(each));
  const Transfer transfer(parts.tree, child, delayed, parts.pivots[child]);
  transfer.for_each(parent.team, [&](int from, int to, const std::vector<Index>& columns) {
    if (from != to) visit(from, to, transfer.entries(columns));
  });
}

/// Calls visit(column, where its block begins) for each column of a spread front, of so many
/// candidates, that a rank has.
template <class Visit>
void for_each_own_column(const common::EliminationTree& tree, Index v, Index candidates,
    Index front, int rank, Visit&& visit) {
  const auto& node = tree.nodes[v];
  for (Index column = 0; node.team.contains(rank) && column < front; ++column) {
    const Index counted = column < candidates ? column : column - candidates;
    if (node.team.first + tree.spreading.owner(counted, node.team.size()) == rank)
      visit(column, column - counted % tree.spreading.width);
  }
}

/// Entries of a spread front that a rank has, if no pivot is delayed.
Count own_entries(const common::Subdomains& parts, Index v, int rank) {
  Count sum = 0;
  for_each_own_column(parts.tree, v, parts.pivots[v], parts.front(v), rank,
      [&](Index, Index block) { sum += parts.front(v) - block; });
  return sum;
}

/// Entries of what a node leaves that a rank has, if no pivot is delayed.
Count own_contribution(const common::Subdomains& parts, Index v, int rank) {
  const auto& node = parts.tree.nodes[v];
  if (!node.is_spread) return node.rank == rank ? la::triangle(parts.left(v)) : 0;
  Count sum = 0;
  for_each_own_column(
      parts.tree, v, parts.pivots[v], parts.front(v), rank, [&](Index column, Index) {
        if (column >= parts.pivots[v]) sum += parts.front(v) - column;
      });
  return sum;
}

}  // namespace

comm::Traffic frontal_traffic(
    std::span<const common::PanelSum> sums, const comm::Messenger& messages) {
  comm::Traffic total;
  for (const auto& [front, candidates] : sums) {
    total += messages.sum_traffic((front + 1) * candidates * sizeof(Complex));
    total +=
        messages.broadcast_traffic(FrontPanelMessage::bytes(front, candidates), sizeof(Complex));
  }
  return total;
}

comm::Traffic substructure_traffic(const common::Factor& factor, const comm::Messenger& messages) {
  const auto& parts = *factor.subdomains;
  const auto& tree = parts.tree;
  comm::Traffic total = messages.all_reduce_traffic(sizeof(common::FactorQuality));
  if (messages.size() == 1) return total;
  std::vector<std::size_t> pivots;
  for (int rank = 0; rank < messages.size(); ++rank)
    pivots.push_back(tree.eliminated_by(rank).size() * sizeof(Index));
  total += messages.gather_traffic(pivots, sizeof(Index), core::master);
  total += messages.broadcast_traffic(parts.pivots.size() * sizeof(Index), sizeof(Index));
  for (const Index v : tree.shared) {
    const auto& node = tree.nodes[v];
    const comm::Team team(messages, node.team);
    const auto broadcast = [&](Count values, std::size_t size) {
      total += team.messages().broadcast_traffic(values * size, size);
    };
    for (const Index child : node.children) {
      broadcast(1, sizeof(std::size_t));
      broadcast(parts.left(child) + 1, sizeof(ContributionRow));
      for_each_message(parts, child, [&](int, int, Count entries) {
        total += messages.send_traffic(entries * sizeof(Complex), sizeof(Complex));
      });
    }
    const Index front = parts.front(v), candidates = parts.candidates(v), p = parts.pivots[v];
    if (!node.is_spread) {
      broadcast(1, sizeof(std::size_t));
      broadcast(front + 1, sizeof(common::Dofs::value_type));
      broadcast(front * p, sizeof(Complex));
    }
    for (Index first = 0; node.is_spread && first < std::min(candidates, p + 1);
         first += tree.spreading.width) {
      const Index block = std::min(tree.spreading.width, candidates - first);
      total += team.messages().ibroadcast_traffic(
          SpreadFront::message_entries(front - first, block) * sizeof(Complex), sizeof(Complex));
    }
  }
  return total;
}

// Node by node, as substructure.cpp goes through them.
std::vector<Memory> substructure_memory(const common::Subdomains& parts, int ranks) {
  const auto& tree = parts.tree;
  struct Message {
    int from, to;
    Count entries;
  };
  std::vector<std::vector<Message>> messages(tree.nodes.size());  // by child
  for (const Index v : tree.shared)
    for (const Index child : tree.nodes[v].children)
      for_each_message(parts, child, [&](int from, int to, Count entries) {
        messages[child].push_back({from, to, entries});
      });
  std::vector<Memory> result;
  for (int rank = 0; rank < ranks; ++rank) {
    Count factor = 0, front = 0, contributions = 0, peak = 0;
    const auto hold = [&](Count more) {
      peak = std::max(peak, factor + front + contributions + more);
    };
    const auto eliminate = [&](Index v) {
      const Count size = parts.front(v), p = parts.pivots[v];
      front = std::max(front, size * size);
      hold(0);
      for (const Index child : tree.nodes[v].children)
        contributions -= la::triangle(parts.left(child));
      factor += size * p;
      hold(la::by_three(size - p, p) ? 3 * (size - p) * p / 2 : 0);  // the parts of L21
      contributions += la::triangle(size - p);
      hold(0);
    };
    for (const Index v : tree.nodes_of(rank)) eliminate(v);
    for (const Index v : tree.shared_by(rank)) {
      const auto& node = tree.nodes[v];
      const Count size = parts.front(v), p = parts.pivots[v];
      if (node.is_spread) {
        front = std::max(front, own_entries(parts, v, rank));
        hold(0);
      }
      for (const Index child : node.children) {
        Count message = 0;
        for (const auto& [from, to, entries] : messages[child])
          if (from == rank || to == rank) message = std::max(message, entries);
        const bool stays =
            !node.is_spread && !tree.nodes[child].is_spread && tree.nodes[child].rank == node.rank;
        const Count all = la::triangle(parts.left(child));
        if (!node.is_spread && !stays && node.rank == rank) contributions += all;
        hold(message);
        if (!stays) contributions -= own_contribution(parts, child, rank);
      }
      if (node.is_spread) {
        factor += size * p;
        hold(4 * tree.spreading.width *
             size);  // two messages, and a panel before it is one: its columns and the factor
        contributions += own_contribution(parts, v, rank);
        hold(0);
      } else if (node.rank == rank) {
        eliminate(v);
      } else {
        factor += size * p;
        hold(0);
      }
    }
    result.push_back(
        {factor * static_cast<Count>(sizeof(Complex)), peak * static_cast<Count>(sizeof(Complex))});
  }
  return result;
}

}  // namespace febem::merge
