// The messages and bytes of stage 1, and what its ranks hold, before anything is computed. README.md has the formulas.
#include <algorithm>
#include <map>
#include <utility>

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

/// Entries on one rank, node by node as substructure.cpp has them.
class Held {
 public:
  explicit Held(const common::Subdomains& parts) : parts_(parts) {}

  void eliminate(const std::vector<Index>& nodes) {
    for (const Index v : nodes) {
      const Count front = parts_.front(v), p = parts_.pivots[v], rest = front - p;
      front_ = std::max(front_, front * front);
      see(0);
      for (const Index child : parts_.tree.nodes[v].children) waiting_ -= std::exchange(left_[child], 0);
      factor_ += front * p;
      see(la::by_three(rest, p) ? 3 * rest * p / 2 : 0);  // the parts of L21
      take(v);
      see(0);
    }
  }
  /// What a node leaves to its parent is here.
  void take(Index v) { waiting_ += left_[v] = la::triangle(parts_.front(v) - parts_.pivots[v]); }
  void forget_contributions() { waiting_ = 0; }
  void add_to_factor(Count entries) {
    factor_ += entries;
    see(0);
  }
  /// So much more is held for a moment.
  void see(Count more) { peak_ = std::max(peak_, factor_ + front_ + waiting_ + more); }

  Memory memory() const {
    constexpr Count entry = sizeof(Complex);
    return {entry * factor_, entry * peak_};
  }

 private:
  const common::Subdomains& parts_;
  std::map<Index, Count> left_;
  Count factor_ = 0, front_ = 0, waiting_ = 0, peak_ = 0;
};

/// Entries of a rank's contributions in its message to the master.
Count sent_entries(const common::Subdomains& parts, int rank) {
  Count entries = 0;
  for (const Index v : parts.tree.roots_of(rank)) entries += ContributionMessage::entries(parts.front(v) - parts.pivots[v]);
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

std::vector<Memory> substructure_memory(const common::Subdomains& parts, int ranks) {
  const auto interface = parts.tree.nodes_of(EliminationTree::interface);
  Count messages = 0, shared = 0;
  for (int rank = 0; rank < ranks; ++rank) messages += sent_entries(parts, rank);
  for (const Index v : interface) shared += parts.front(v) * parts.pivots[v];
  std::vector<Memory> result;
  for (int rank = 0; rank < ranks; ++rank) {
    Held held(parts);
    held.eliminate(parts.tree.nodes_of(rank));
    held.see(sent_entries(parts, rank));
    if (rank == master) {
      for (int other = 1; other < ranks; ++other)
        for (const Index v : parts.tree.roots_of(other)) held.take(v);
      held.see(messages + sent_entries(parts, rank));
      held.eliminate(interface);
    } else {
      held.forget_contributions();
      held.add_to_factor(shared);
    }
    result.push_back(held.memory());
  }
  return result;
}

}  // namespace febem::merge
