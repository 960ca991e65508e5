// What a node of the elimination tree leaves to its parent, and how it gets there.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "la/matrix.h"
#include "stages/common/elimination_tree.h"

namespace febem::merge {

using common::EliminationTree;
using la::Index;

/// S of a front, or the columns of S that this rank has.
struct Contribution {
  common::Dofs rows;  ///< the delayed candidates, then the others
  Index delayed = 0;
  la::RealVector scales;                ///< of the rows
  la::Workspace<la::Complex> values{};  ///< lower triangle, packed, or own columns of it

  Index size() const { return std::ssize(rows); }
};

/// A row of a contribution, as the ranks of the parent's team learn of it.
struct ContributionRow {
  Index dof = 0;  ///< in the first entry of the message the number of pivots
  double scale = 0;
};

/// The columns of a contribution, from the ranks that have them to those that have them in the
/// parent's front. If the columns of that are spread, its rows are what the children delayed, what
/// is eliminated there, and the others.
class Transfer {
 public:
  /// `delayed` by each child of the parent, and the pivots of `child`.
  Transfer(
      const EliminationTree& tree, Index child, const std::vector<Index>& delayed, Index pivots) {
    const auto& node = tree.nodes[child];
    const auto& parent = tree.nodes[node.parent];
    Index own_delayed = 0, all_delayed = 0, first = 0;
    for (std::size_t k = 0; k < delayed.size(); all_delayed += delayed[k++])
      if (parent.children[k] == child) {
        own_delayed = delayed[k];
        first = all_delayed;
      }
    for (Index k = 0; k < own_delayed; ++k) places_.push_back(first + k);
    Index at = 0;
    const Index eliminated = std::ssize(parent.eliminated);
    for (const auto dof : node.others) {
      while (parent.is_spread &&
             (at < eliminated ? parent.eliminated[at] : parent.others[at - eliminated]) != dof)
        ++at;
      places_.push_back(all_delayed + at++);
    }
    const auto rank_of = [&](const EliminationTree::Node& of, Index column) {
      return of.is_spread ? of.team.first + tree.spreading.owner(column, of.team.size()) : of.rank;
    };
    const Index candidates = all_delayed + eliminated;
    for (Index column = 0; column < std::ssize(places_); ++column) {
      const int from = rank_of(node, column < own_delayed ? pivots + column : column - own_delayed);
      const int to = rank_of(
          parent, places_[column] < candidates ? places_[column] : places_[column] - candidates);
      const int ranks = parent.team.size();
      columns_[{(to - from + ranks) % ranks, from}].push_back(column);
    }
  }

  /// Where the rows are in a front whose columns are spread; ascending.
  const std::vector<Index>& places() const { return places_; }
  /// Entries of a column, from the diagonal on.
  core::Count entries(Index column) const { return std::ssize(places_) - column; }
  core::Count entries(const std::vector<Index>& columns) const {
    core::Count sum = 0;
    for (const Index column : columns) sum += entries(column);
    return sum;
  }
  /// Calls visit(from, to, columns) for every two ranks between which there are columns, or one
  /// that keeps them; in rounds, in each of which a rank sends to one other.
  template <class Visit>
  void for_each(core::RankRange team, Visit&& visit) const {
    for (const auto& [pair, columns] : columns_)
      visit(
          pair.second, team.first + (pair.second - team.first + pair.first) % team.size(), columns);
  }

 private:
  std::vector<Index> places_;
  std::map<std::pair<int, int>, std::vector<Index>>
      columns_;  ///< by how far they go round the team, then by the rank that has them
};

}  // namespace febem::merge
