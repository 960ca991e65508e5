// substructure: a multifrontal factorisation by subdomains. The algebra, the messages and their
// cost are in ../README.md.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "comm/team.h"
#include "la/norms.h"
#include "la/packed.h"
#include "stages/merge/merge.h"
#include "stages/merge/substructure/contribution.h"
#include "stages/merge/substructure/front_factor.h"
#include "stages/merge/substructure/spread_front.h"

namespace febem::merge {
namespace {

using common::Dofs;
using common::ElementSystem;
using common::EliminationTree;
using common::Factor;
using common::FactorQuality;
using common::PanelShape;
using common::StageContext;
using core::Complex;
using core::Count;
using la::Matrix;

/// The rows of a node's front.
struct FrontRows {
  Dofs rows;  ///< the candidates, then the others
  Index candidates;
  la::RealVector scales;  ///< of the rows
};

/// The front of a node: the lower triangle of
///
///     F = [F11  .  ]     c x c, the candidates
///         [F21  F22]     the others
struct NodeFront : FrontRows {
  la::View values;
};

/// The quality of the panels of two ranks.
FactorQuality worse(const FactorQuality& a, const FactorQuality& b) {
  return {std::max(a.front_size, b.front_size), a.entries + b.entries,
      a.two_by_two_pivots + b.two_by_two_pivots, a.delayed_pivots + b.delayed_pivots,
      la::larger(a.growth, b.growth), la::smaller(a.smallest_pivot, b.smallest_pivot)};
}

class Substructure {
 public:
  Substructure(const ElementSystem& system, const Options& options, const StageContext& context)
      : system_(system), options_(options), context_(context), m_(context.arithmetic),
        place_(system.size, -1) {
    // The pivots of other ranks are as if none were delayed, until they say.
    parts_ = common::Subdomains::without_delays(
        system.tree ? *system.tree : elimination_tree(system, context.ranks()));
    factor_.size = system.size;
  }

  Factor run() && {
    for (const Index v : tree().nodes_of(context_.rank())) eliminate(v);
    parts_.own_panels = std::ssize(factor_.shapes);
    for (const Index v : tree().shared)
      if (tree().nodes[v].team.contains(context_.rank())) eliminate_shared(v);
    share_pivots();
    share_report();
    factor_.subdomains = std::make_unique<common::Subdomains>(std::move(parts_));
    return std::move(factor_);
  }

 private:
  const EliminationTree& tree() const { return parts_.tree; }

  void eliminate(Index v) {
    NodeFront f = assemble(v);
    auto panel = factor_front(f.values, f.candidates, f.scales, options_.block, m_);
    Contribution& left = store(v, f, panel);
    if (left.size() > 0)
      left.values = m_.packed(f.values.bottomRightCorner(left.size(), left.size()));
    context_.report_progress(
        static_cast<double>(std::ssize(factor_.shapes)) / static_cast<double>(tree().nodes.size()));
  }

  /// The sum of the node's elements, if it is a leaf, and of what its children left.
  NodeFront assemble(Index v) {
    const auto& node = tree().nodes[v];
    Dofs rows = node.eliminated;
    append_delayed(node, rows);
    const Index candidates = std::ssize(rows);
    rows.insert(rows.end(), node.others.begin(), node.others.end());
    const Index size = std::ssize(rows);
    NodeFront f{{std::move(rows), candidates, la::RealVector::Zero(size)},
        Eigen::Map<Matrix>(front_.zeros(size * size, m_), size, size)};
    for (Index k = 0; k < size; ++k) place_[f.rows[k]] = k;
    for (Index e = node.begin; node.is_leaf && e < node.end; ++e)
      add_element(tree().elements[e], f);
    for (const Index child : node.children) add(contributions_.at(child), f);
    for (const Index child : node.children) contributions_.erase(child);
    return f;
  }

  /// What the children of a node delayed to it.
  void append_delayed(const EliminationTree::Node& node, Dofs& rows) const {
    for (const Index child : node.children) {
      const auto& from = contributions_.at(child);
      rows.insert(rows.end(), from.rows.begin(), from.rows.begin() + from.delayed);
    }
  }

  void add_element(Index element, NodeFront& f) const {
    const auto& dofs = system_.dofs[element];
    m_.assemble(system_.matrix_flops(element), std::ssize(dofs), [&] {
      const Matrix values = system_.matrix(element);
      for (Index j = 0; j < std::ssize(dofs); ++j) {
        if (dofs[j] < 0) continue;
        const Index column = place_[dofs[j]];
        f.scales[column] += values.col(j).cwiseAbs().maxCoeff();
        for (Index i = 0; i < std::ssize(dofs); ++i)
          if (dofs[i] >= 0 && place_[dofs[i]] >= column)
            f.values(place_[dofs[i]], column) += values(i, j);
      }
    });
  }

  void add(const Contribution& from, NodeFront& f) const {
    std::vector<Index> places;
    for (const auto dof : from.rows) places.push_back(place_[dof]);
    m_.extend_add(f.values, from.values, places);
    for (Index i = 0; i < from.size(); ++i) f.scales[places[i]] += from.scales[i];
  }

  /// Adds a panel to the factor and to the report. S becomes the node's contribution, its values
  /// left out; it has no rows where the node's elements are whole bodies.
  Contribution& store(Index v, const FrontRows& f, FrontFactor& panel) {
    PanelShape shape{f.rows, panel.pivots};
    for (std::size_t k = 0; k < f.rows.size(); ++k) shape.rows[k] = f.rows[panel.order[k]];
    auto& report = factor_.report;
    report.add_figures(panel);
    if (tree().nodes[v].rank == context_.rank()) {
      report.front_size = std::max(report.front_size, shape.front());
      report.delayed_pivots += f.candidates - panel.pivots;
      report.add_entries(shape);
    }
    Contribution& left = contributions_[v];
    left.rows.assign(shape.others().begin(), shape.others().end());
    left.delayed = f.candidates - panel.pivots;
    left.scales = f.scales(panel.order).tail(left.size());
    factor_.shapes.push_back(std::move(shape));
    factor_.panels.push_back(std::move(panel.values));
    parts_.nodes.push_back(v);
    parts_.pivots[v] = panel.pivots;
    return left;
  }

  /// Together with the other ranks of the node's team.
  void eliminate_shared(Index v) {
    const auto& node = tree().nodes[v];
    const comm::Team team(context_.messages, node.team);
    std::vector<Index> delayed;
    for (const Index child : node.children) {
      announce(child, team);
      delayed.push_back(contributions_[child].delayed);
    }
    if (node.is_spread) return eliminate_spread(v, delayed, team);
    for (const Index child : node.children) collect(child, delayed);
    if (node.rank == context_.rank()) eliminate(v);
    for (const Index child : node.children) contributions_.erase(child);
    share_panel(v, team);
  }

  /// What all ranks of the parent's team must know of a contribution: the pivots of the node, and
  /// for each row its scale and its degree of freedom.
  void announce(Index v, const comm::Team& team) {
    const int rank = tree().nodes[v].rank;
    Contribution& contribution = contributions_[v];
    std::vector<ContributionRow> rows{{parts_.pivots[v], 0}};
    if (context_.rank() == rank)
      for (Index k = 0; k < contribution.size(); ++k)
        rows.push_back({contribution.rows[k], contribution.scales[k]});
    else
      for (const auto dof : tree().nodes[v].others) rows.push_back({dof, 0});
    team.messages().broadcast_varying(rows, team.number(rank));
    parts_.pivots[v] = rows.front().dof;
    contribution.rows.clear();
    contribution.scales.resize(std::ssize(rows) - 1);
    for (Index k = 0; k < contribution.scales.size(); ++k) {
      contribution.scales[k] = rows[k + 1].scale;
      contribution.rows.push_back(static_cast<Dofs::value_type>(rows[k + 1].dof));
    }
    contribution.delayed = contribution.size() - std::ssize(tree().nodes[v].others);
  }

  /// The whole contribution to the rank that eliminates the parent.
  void collect(Index child, const std::vector<Index>& delayed) {
    const auto& node = tree().nodes[child];
    const auto& parent = tree().nodes[node.parent];
    if (!node.is_spread && node.rank == parent.rank) return;
    Contribution& contribution = contributions_[child];
    la::Workspace<Complex> whole;
    if (parent.rank == context_.rank())
      whole = m_.matrix<Complex>(la::triangle(contribution.size()), 1);
    transfer(child, delayed, [&](const Transfer& transfer, Index column, const Complex* entries) {
      const std::span values(entries, static_cast<std::size_t>(transfer.entries(column)));
      m_.fill(values, [&] {
        std::copy(values.begin(), values.end(),
            whole.data() + whole.size() - la::triangle(std::ssize(values)));
      });
    });
    contribution.values = std::move(whole);
  }

  /// Sends and receives columns of a child's contribution. Calls take(transfer, column, its
  /// entries) for each that this rank has afterwards.
  template <class Take>
  void transfer(Index child, const std::vector<Index>& delayed, Take&& take) {
    const Transfer columns(tree(), child, delayed, parts_.pivots[child]);
    const auto own = own_columns(columns, child);
    columns.for_each(team_above(child), [&](int from, int to, const std::vector<Index>& some) {
      if (context_.rank() != from && context_.rank() != to) return;
      auto message = m_.message<Complex>(columns.entries(some));
      if (context_.rank() == from)
        m_.fill(message, [&] {
          Complex* end = message.data();
          for (const Index column : some)
            end = std::copy_n(own.at(column), columns.entries(column), end);
        });
      if (from != to) context_.messages.copy(la::span_of(message), from, to);
      if (context_.rank() != to) return;
      const Complex* next = message.data();
      for (const Index column : some) {
        take(columns, column, next);
        next += columns.entries(column);
      }
    });
  }

  core::RankRange team_above(Index v) const { return tree().nodes[tree().nodes[v].parent].team; }

  /// Where the columns of a contribution are that this rank has.
  std::map<Index, const Complex*> own_columns(const Transfer& columns, Index child) const {
    std::vector<Index> own;
    columns.for_each(team_above(child), [&](int from, int, const std::vector<Index>& some) {
      if (from == context_.rank()) own.insert(own.end(), some.begin(), some.end());
    });
    std::map<Index, const Complex*> result;
    if (m_.modelled()) return result;
    std::sort(own.begin(), own.end());
    const Complex* next = contributions_.at(child).values.data();
    for (const Index column : own) {
      result[column] = next;
      next += columns.entries(column);
    }
    return result;
  }

  void eliminate_spread(Index v, const std::vector<Index>& delayed, const comm::Team& team) {
    const auto& node = tree().nodes[v];
    FrontRows f;
    append_delayed(node, f.rows);
    f.rows.insert(f.rows.end(), node.eliminated.begin(), node.eliminated.end());
    f.candidates = std::ssize(f.rows);
    f.rows.insert(f.rows.end(), node.others.begin(), node.others.end());
    f.scales = la::RealVector::Zero(std::ssize(f.rows));
    for (const Index child : node.children) {
      const Transfer columns(tree(), child, delayed, parts_.pivots[child]);
      for (Index k = 0; k < std::ssize(columns.places()); ++k)
        f.scales[columns.places()[k]] += contributions_.at(child).scales[k];
    }
    SpreadFront front(f.candidates, f.scales, tree().spreading, team, front_, m_);
    for (const Index child : node.children) {
      transfer(child, delayed, [&](const Transfer& transfer, Index column, const Complex* entries) {
        front.add(std::span(transfer.places()).subspan(column), entries);
      });
      contributions_.erase(child);
    }
    auto panel = front.factor();
    store(v, f, panel).values = front.contribution();
  }

  /// The panel of a shared node, from its rank to the node's team: the pivots and the rows, then
  /// the values.
  void share_panel(Index v, const comm::Team& team) {
    const auto& node = tree().nodes[v];
    const int root = team.number(node.rank);
    Dofs header = context_.rank() == node.rank ? factor_.shapes.back().rows : node.rows();
    header.push_back(static_cast<Dofs::value_type>(
        context_.rank() == node.rank ? factor_.shapes.back().pivots : std::ssize(node.eliminated)));
    team.messages().broadcast_varying(header, root);
    if (context_.rank() != node.rank) {
      const Index pivots = header.back();
      header.pop_back();
      factor_.panels.push_back(m_.allocate(std::ssize(header), pivots));
      factor_.shapes.push_back({std::move(header), pivots});
      parts_.nodes.push_back(v);
    }
    auto& values = factor_.panels.back();
    if (!m_.modelled() || m_.is_dry()) return team.messages().broadcast(la::span_of(values), root);
    auto none = m_.message<Complex>(values.size());
    team.messages().broadcast(la::span_of(none), root);
  }

  /// The pivots of all nodes, from the ranks that eliminated them.
  void share_pivots() {
    if (context_.ranks() == 1) return;
    std::vector<std::vector<Index>> nodes;
    std::vector<std::size_t> lengths;
    for (int rank = 0; rank < context_.ranks(); ++rank)
      lengths.push_back(nodes.emplace_back(tree().eliminated_by(rank)).size());
    std::vector<Index> own;
    for (const Index v : nodes[context_.rank()]) own.push_back(parts_.pivots[v]);
    const auto all = context_.messages.gather(own, lengths, core::master);
    m_.uncharged([&] {
      for (std::size_t rank = 0; rank < all.size(); ++rank)
        for (std::size_t k = 0; k < all[rank].size(); ++k)
          parts_.pivots[nodes[rank][k]] = all[rank][k];
    });
    context_.messages.broadcast(std::span(parts_.pivots), core::master);
  }

  void share_report() {
    FactorQuality& report = factor_.report;
    report = context_.messages.all_reduce(report, worse);
    factor_.report.judge();
  }

  const ElementSystem& system_;
  const Options& options_;
  const StageContext& context_;
  timing::Arithmetic& m_;
  Factor factor_;
  common::Subdomains parts_;
  std::map<Index, Contribution> contributions_;  ///< by node, until its parent takes them
  FrontMemory front_;
  std::vector<Index> place_;  ///< of each degree of freedom in the front at hand
};

Factor run_substructure(
    const ElementSystem& system, const Options& options, const StageContext& context) {
  return Substructure(system, options, context).run();
}

}  // namespace

extern const Method substructure_method{.name = "substructure",
    .help = "nested dissection; each rank eliminates its subdomain, then pairs of subtrees meet",
    .run = run_substructure,
    .sparse_columns = true};

}  // namespace febem::merge
