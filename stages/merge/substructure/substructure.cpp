// substructure: a multifrontal factorisation by subdomains. The algebra, the messages and their cost are in ../README.md.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "comm/team.h"
#include "la/norms.h"
#include "la/packed.h"
#include "stages/merge/merge.h"
#include "stages/merge/substructure/contribution.h"
#include "stages/merge/substructure/front_factor.h"

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

/// Memory for one front after the other, as large as the largest so far.
class FrontMemory {
 public:
  /// A front of zeros.
  Eigen::Map<Matrix> zeros(Index rows, timing::Arithmetic& m) {
    const Count fresh = rows * rows - entries_.size();
    if (fresh > 0) {
      m.charge(timing::first_touch(fresh));
      entries_ = m.matrix<Complex>(rows * rows, 1);
    }
    Eigen::Map<Matrix> front(entries_.data(), rows, rows);
    m.set_zero(front);
    return front;
  }

 private:
  la::Workspace<Complex> entries_;
};

/// The front of a node: the lower triangle of
///
///     F = [F11  .  ]     c x c, the candidates
///         [F21  F22]     the others
struct NodeFront {
  Dofs rows;  ///< the candidates, then the others
  Index candidates;
  la::View values;
  la::RealVector scales;  ///< of the rows
};

/// The quality of the panels of two ranks.
FactorQuality worse(const FactorQuality& a, const FactorQuality& b) {
  return {std::max(a.front_size, b.front_size), a.entries + b.entries,          a.two_by_two_pivots + b.two_by_two_pivots,
          a.delayed_pivots + b.delayed_pivots,  la::larger(a.growth, b.growth), la::smaller(a.smallest_pivot, b.smallest_pivot)};
}

class Substructure {
 public:
  Substructure(const ElementSystem& system, const Options& options, const StageContext& context)
      : system_(system), options_(options), context_(context), m_(context.arithmetic), place_(system.size, -1) {
    parts_.tree = elimination_tree(system, context.ranks());
    parts_.pivots.assign(parts_.tree.nodes.size(), 0);
    factor_.size = system.size;
  }

  Factor run() && {
    for (const Index v : tree().nodes_of(context_.rank())) eliminate(v);
    parts_.own_panels = std::ssize(factor_.shapes);
    for (const Index v : tree().shared) {
      const auto& node = tree().nodes[v];
      for (const Index child : node.children) pass_on(child, node.rank);
      if (node.rank == context_.rank()) eliminate(v);
      if (node.team.contains(context_.rank())) share_panel(v);
    }
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
    store_panel(v, f, panel);
    store_contribution(v, f, panel);
    context_.report_progress(static_cast<double>(std::ssize(factor_.shapes)) / static_cast<double>(tree().nodes.size()));
  }

  /// The sum of the node's elements, if it is a leaf, and of what its children left.
  NodeFront assemble(Index v) {
    const auto& node = tree().nodes[v];
    Dofs rows = node.eliminated;
    for (const Index child : node.children) {
      const auto& from = contributions_.at(child);
      rows.insert(rows.end(), from.rows.begin(), from.rows.begin() + from.delayed);
    }
    const Index candidates = std::ssize(rows);
    rows.insert(rows.end(), node.others.begin(), node.others.end());
    const Index size = std::ssize(rows);
    NodeFront f{std::move(rows), candidates, front_.zeros(size, m_), la::RealVector::Zero(size)};
    for (Index k = 0; k < size; ++k) place_[f.rows[k]] = k;
    for (Index e = node.begin; node.is_leaf && e < node.end; ++e) add_element(tree().elements[e], f);
    for (const Index child : node.children) add(contributions_.at(child), f);
    for (const Index child : node.children) contributions_.erase(child);
    return f;
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
          if (dofs[i] >= 0 && place_[dofs[i]] >= column) f.values(place_[dofs[i]], column) += values(i, j);
      }
    });
  }

  void add(const Contribution& from, NodeFront& f) const {
    std::vector<Index> places;
    for (const auto dof : from.rows) places.push_back(place_[dof]);
    m_.extend_add(f.values, from.values, places);
    for (Index i = 0; i < from.size(); ++i) f.scales[places[i]] += from.scales[i];
  }

  /// Adds a panel to the factor and to the report.
  void store_panel(Index v, const NodeFront& f, FrontFactor& panel) {
    PanelShape shape{f.rows, panel.pivots};
    for (std::size_t k = 0; k < f.rows.size(); ++k) shape.rows[k] = f.rows[panel.order[k]];
    auto& report = factor_.report;
    report.front_size = std::max(report.front_size, shape.front());
    report.delayed_pivots += f.candidates - panel.pivots;
    report.add(shape, panel);
    factor_.shapes.push_back(std::move(shape));
    factor_.panels.push_back(std::move(panel.values));
    parts_.nodes.push_back(v);
    parts_.pivots[v] = panel.pivots;
  }

  /// S becomes the node's contribution; it has no rows where the node's elements are whole bodies.
  void store_contribution(Index v, const NodeFront& f, const FrontFactor& panel) {
    const auto& shape = factor_.shapes.back();
    const Index size = shape.front() - shape.pivots;
    Contribution& left = contributions_[v];
    if (size == 0) return;
    left.rows.assign(shape.others().begin(), shape.others().end());
    left.delayed = size - std::ssize(tree().nodes[v].others);
    left.values = m_.packed(f.values.bottomRightCorner(size, size));
    left.scales = f.scales(panel.order).tail(size);
  }

  /// What a node leaves to its parent, to the rank of that: the pivots of the subtree; then, for each row, its scale and its degree of freedom,
  /// and the values.
  void pass_on(Index v, int to) {
    const int from = tree().nodes[v].rank;
    if (from == to || (context_.rank() != from && context_.rank() != to)) return;
    const Index first = tree().first_below(v);
    context_.messages.copy(std::span(parts_.pivots).subspan(first, v + 1 - first), from, to);
    Contribution& contribution = contributions_[v];
    if (context_.rank() == to) expect(v, contribution);
    if (contribution.size() > 0) copy(contribution, from, to);
    if (context_.rank() == from) contributions_.erase(v);
  }

  /// Makes room for what will be received.
  void expect(Index v, Contribution& contribution) const {
    contribution.delayed = parts_.delayed(v);
    contribution.rows.assign(contribution.delayed, -1);
    contribution.rows.insert(contribution.rows.end(), tree().nodes[v].others.begin(), tree().nodes[v].others.end());
    contribution.scales = la::RealVector::Zero(contribution.size());
    if (!m_.modelled()) contribution.values.resize(la::triangle(contribution.size()));
  }

  /// A row of a contribution, as it is sent.
  struct Row {
    double scale;
    Index dof;
  };

  void copy(Contribution& contribution, int from, int to) const {
    std::vector<Row> rows;
    for (Index k = 0; k < contribution.size(); ++k) rows.push_back({contribution.scales[k], contribution.rows[k]});
    context_.messages.copy(std::span(rows), from, to);
    for (Index k = 0; k < contribution.size(); ++k) std::tie(contribution.scales[k], contribution.rows[k]) = std::tie(rows[k].scale, rows[k].dof);
    if (!m_.modelled()) return context_.messages.copy(la::span_of(contribution.values), from, to);
    auto none = m_.message<Complex>(la::triangle(contribution.size()));
    context_.messages.copy(la::span_of(none), from, to);
  }

  /// The panel of a shared node, from its rank to the node's team: the pivots and the rows, then the values. A modelled run has no panel to keep.
  void share_panel(Index v) {
    const auto& node = tree().nodes[v];
    const comm::Team team(context_.messages, node.team);
    const int root = team.number(node.rank);
    Dofs header;
    if (context_.rank() == node.rank) {
      header = factor_.shapes.back().rows;
      header.push_back(static_cast<Dofs::value_type>(factor_.shapes.back().pivots));
    }
    team.messages().broadcast_varying(header, root);
    if (context_.rank() != node.rank) {
      const Index pivots = header.back();
      header.pop_back();
      factor_.panels.emplace_back(m_.modelled() ? Matrix() : Matrix(std::ssize(header), pivots));
      factor_.shapes.push_back({std::move(header), pivots});
      parts_.nodes.push_back(v);
    }
    if (!m_.modelled()) return team.messages().broadcast(la::span_of(factor_.panels.back()), root);
    auto none = m_.message<Complex>(factor_.shapes.back().front() * factor_.shapes.back().pivots);
    team.messages().broadcast(la::span_of(none), root);
  }

  /// The pivots of all nodes, from the rank of the root.
  void share_pivots() {
    if (!tree().nodes.empty()) context_.messages.broadcast(std::span(parts_.pivots), tree().nodes.back().rank);
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

Factor run_substructure(const ElementSystem& system, const Options& options, const StageContext& context) {
  return Substructure(system, options, context).run();
}

}  // namespace

extern const Method substructure_method{.name = "substructure",
                                        .help = "nested dissection; each rank eliminates its subdomain, then pairs of subtrees meet",
                                        .run = run_substructure,
                                        .sparse_columns = true,
                                        .memory = substructure_memory};

}  // namespace febem::merge
