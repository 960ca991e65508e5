// The contribution block that a node of the elimination tree leaves to its parent, and the schedule
// by which its columns go to the parent's front.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "la/matrix.h"
#include "stages/analysis/elimination_tree.h"

namespace febem::merge {

using analysis::EliminationTree;
using la::Index;

/// S of a front, or the columns of S that this rank has.
struct Contribution {
  analysis::Dofs rows;  ///< the delayed candidates, then the others
  Index delayed = 0;
  la::RealVector scales;                ///< of the rows
  la::Workspace<la::Complex> values{};  ///< lower triangle, packed, or own columns of it

  Index size() const { return std::ssize(rows); }
};

/// A row of a contribution block, as the ranks of the parent's team learn of it.
struct ContributionRow {
  Index dof = 0;  ///< in the first entry of the message the number of pivots
  double scale = 0;
};

/// Which columns of a contribution block go from which rank to which: from the ranks that have them
/// in the child's front to those that have them in the parent's front.
class ContributionSchedule {
 public:
  /// `delayed` by each child of the parent, and the pivots of `child`.
  ContributionSchedule(
      const EliminationTree& tree, Index child, const std::vector<Index>& delayed, Index pivots)
      : team_(tree.nodes[tree.nodes[child].parent].team) {
    const auto& node = tree.nodes[child];
    const auto& parent = tree.nodes[node.parent];
    Index own_delayed = 0, all_delayed = 0;
    for (std::size_t k = 0; k < delayed.size(); all_delayed += delayed[k++])
      if (parent.children[k] == child)
        for (own_delayed = 0; own_delayed < delayed[k]; ++own_delayed)
          places_.push_back(all_delayed + own_delayed);
    const auto rows = parent.rows();
    auto at = rows.begin();
    for (const auto dof : node.others) {
      at = std::find(at, rows.end(), dof);
      places_.push_back(all_delayed + (at - rows.begin()));
    }
    const auto rank_of = [&](const EliminationTree::Node& of, Index column) {
      return of.is_spread ? of.team.first + tree.spreading.owner(column, of.team.size()) : of.rank;
    };
    const Index candidates = all_delayed + std::ssize(parent.eliminated);
    for (Index column = 0; column < std::ssize(places_); ++column) {
      const Index place = places_[column];
      const int from = rank_of(node, column < own_delayed ? pivots + column : column - own_delayed),
                to = rank_of(parent, place < candidates ? place : place - candidates);
      columns_[{(to - from + team_.size()) % team_.size(), from}].push_back(column);
    }
  }

  /// The rows of the parent's front that the rows of the contribution block are added to;
  /// ascending.
  const std::vector<Index>& places() const { return places_; }
  /// Entries of a column, from the diagonal on.
  core::Count entries(Index column) const { return std::ssize(places_) - column; }
  core::Count entries(const std::vector<Index>& columns) const {
    core::Count sum = 0;
    for (const Index column : columns) sum += entries(column);
    return sum;
  }
  /// Calls visit(from, to, columns) for each sender and receiver; the two may be one rank. In each
  /// round of calls a rank sends to one other.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [pair, columns] : columns_)
      visit(pair.second, team_.first + (pair.second - team_.first + pair.first) % team_.size(),
          columns);
  }

 private:
  core::RankRange team_;  ///< of the parent
  std::vector<Index> places_;
  std::map<std::pair<int, int>, std::vector<Index>>
      columns_;  ///< by how far they go round the team, then by the rank that has them
};

}  // namespace febem::merge
