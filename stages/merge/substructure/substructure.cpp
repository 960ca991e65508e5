// substructure: a multifrontal factorisation by subdomains. The algebra, the messages and their cost are in ../README.md.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "la/norms.h"
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
using core::master;
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
    eliminate_all(tree().nodes_of(context_.rank()));
    parts_.own_panels = std::ssize(factor_.shapes);
    gather_contributions();
    const auto interface = tree().nodes_of(EliminationTree::interface);
    if (context_.is_master()) eliminate_all(interface);
    share_interface(interface);
    share_report();
    factor_.subdomains = std::make_unique<common::Subdomains>(std::move(parts_));
    return std::move(factor_);
  }

 private:
  const EliminationTree& tree() const { return parts_.tree; }

  void eliminate_all(const std::vector<Index>& nodes) {
    for (const Index v : nodes) {
      eliminate(v);
      context_.report_progress(static_cast<double>(std::ssize(factor_.shapes)) / static_cast<double>(tree().nodes.size()));
    }
  }

  void eliminate(Index v) {
    NodeFront f = assemble(v);
    auto panel = factor_front(f.values, f.candidates, f.scales, options_.block, m_);
    store_panel(v, f, panel);
    store_contribution(v, f, panel);
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

  /// The contributions of all subdomains, to the master: the pivots of each node and the candidates that were delayed to the
  /// interface, then what the contributions hold.
  void gather_contributions() {
    if (context_.ranks() == 1) return;
    std::vector<Index> pivots;
    std::vector<Complex> entries;
    Count length = 0;
    for (const Index v : tree().nodes_of(context_.rank())) pivots.push_back(parts_.pivots[v]);
    const auto roots = tree().roots_of(context_.rank());
    for (const Index v : roots) {
      const auto& from = contributions_[v];
      pivots.insert(pivots.end(), from.rows.begin(), from.rows.begin() + from.delayed);
      length += ContributionMessage::entries(from.size());
    }
    entries.resize(length);
    m_.fill(entries, [&] {
      ContributionMessage message(entries);
      for (const Index v : roots) message.write(contributions_[v]);
    });
    const auto pivots_of = context_.messages.gather_varying(pivots, master);
    if (context_.is_master()) return receive(pivots_of, entries);
    context_.messages.gather(entries, {}, master);
    contributions_.clear();
  }

  /// On the master.
  void receive(const std::vector<std::vector<Index>>& pivots_of, const std::vector<Complex>& own) {
    std::vector<std::size_t> lengths;
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      lengths.push_back(0);
      auto next = pivots_of[rank].begin();
      for (const Index v : tree().nodes_of(rank)) parts_.pivots[v] = *next++;
      for (const Index v : tree().roots_of(rank)) {
        Contribution& to = contributions_[v];
        to.delayed = parts_.delayed(v);
        to.rows.assign(next, next + to.delayed);
        to.rows.insert(to.rows.end(), tree().nodes[v].others.begin(), tree().nodes[v].others.end());
        to.scales = la::RealVector::Zero(to.size());
        next += to.delayed;
        lengths.back() += ContributionMessage::entries(to.size());
      }
    }
    auto entries = context_.messages.gather(own, lengths, master);
    for (int rank = 0; rank < context_.ranks(); ++rank)
      m_.fill(entries[rank], [&] {
        ContributionMessage message(entries[rank]);
        for (const Index v : tree().roots_of(rank)) message.read(contributions_[v]);
      });
  }

  /// The interface's panels, from the master to every rank: first the pivots of all nodes and their rows.
  void share_interface(const std::vector<Index>& interface) {
    if (context_.ranks() == 1) return;
    std::vector<Index> header;
    if (context_.is_master()) {
      header = parts_.pivots;
      for (Index k = parts_.own_panels; k < std::ssize(factor_.shapes); ++k)
        header.insert(header.end(), factor_.shapes[k].rows.begin(), factor_.shapes[k].rows.end());
    }
    context_.messages.broadcast_varying(header, master);
    if (!context_.is_master()) read_shapes(header, interface);
    for (Index k = parts_.own_panels; k < std::ssize(factor_.shapes); ++k) share_panel(factor_.shapes[k], factor_.panels[k]);
  }

  /// A modelled run has no panel to keep.
  void share_panel(const PanelShape& shape, Matrix& values) const {
    if (m_.modelled()) {
      auto none = m_.message<Complex>(shape.front() * shape.pivots);
      return context_.messages.broadcast(la::span_of(none), master);
    }
    values.resize(shape.front(), shape.pivots);
    context_.messages.broadcast(la::span_of(values), master);
  }

  void read_shapes(const std::vector<Index>& header, const std::vector<Index>& interface) {
    auto next = header.begin() + std::ssize(parts_.pivots);
    parts_.pivots.assign(header.begin(), next);
    for (const Index v : interface) {
      PanelShape shape;
      shape.pivots = parts_.pivots[v];
      shape.rows.assign(next, next + parts_.front(v));
      next += parts_.front(v);
      factor_.shapes.push_back(std::move(shape));
      factor_.panels.emplace_back();
      parts_.nodes.push_back(v);
    }
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
                                        .help = "nested dissection; each rank eliminates its subdomain, the master the interface",
                                        .run = run_substructure,
                                        .sparse_columns = true,
                                        .memory = substructure_memory};

}  // namespace febem::merge
