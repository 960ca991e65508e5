// substructure: a multifrontal factorisation by subdomains. The algebra, the messages and their
// cost are in ../README.md.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "comm/team.h"
#include "la/norms.h"
#include "stages/merge/merge.h"
#include "stages/merge/substructure/contribution.h"
#include "stages/merge/substructure/front.h"

namespace febem::merge {
namespace {

using analysis::Dofs;
using analysis::EliminationTree;
using common::ElementSystem;
using common::Factor;
using common::FactorQuality;
using common::PanelShape;
using common::StageContext;
using core::Complex;
using la::Matrix;

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
        subdomains_(system.tree), row_of_dof_(system.size, -1) {
    factor_.size = system.size;
  }

  Factor run() && {
    for (const Index v : tree().nodes_of(context_.rank())) eliminate(v);
    subdomains_.own_panels = std::ssize(factor_.shapes);
    for (const Index v : tree().shared_by(context_.rank())) eliminate_shared(v);
    share_pivots();
    share_report();
    factor_.subdomains = std::make_unique<common::Subdomains>(std::move(subdomains_));
    return std::move(factor_);
  }

 private:
  using Node = EliminationTree::Node;
  const EliminationTree& tree() const { return *subdomains_.tree; }
  const Node& node(Index v) const { return tree().nodes[v]; }

  /// The rows of a node's front: the candidates, those that its children delayed first, then the
  /// others.
  Dofs rows_of_front(Index v) const {
    Dofs rows;
    for (const Index child : node(v).children) {
      const auto& from = contributions_.at(child);
      rows.insert(rows.end(), from.rows.begin(), from.rows.begin() + from.delayed);
    }
    rows.insert(rows.end(), node(v).eliminated.begin(), node(v).eliminated.end());
    rows.insert(rows.end(), node(v).others.begin(), node(v).others.end());
    return rows;
  }

  /// A node of this rank's subdomain.
  void eliminate(Index v) {
    const Dofs rows = rows_of_front(v);
    Front front = front_of(v, rows);
    for (std::size_t k = 0; k < rows.size(); ++k) row_of_dof_[rows[k]] = static_cast<Index>(k);
    for (Index e = node(v).begin; node(v).is_leaf && e < node(v).end; ++e)
      add_element(tree().elements[e], front);
    for (const Index child : node(v).children) {
      const auto& from = contributions_.at(child);
      std::vector<Index> places;
      for (const auto dof : from.rows) places.push_back(row_of_dof_[dof]);
      m_.extend_add(front.values(), from.values, places);
      add_scales(from, places, front);
      contributions_.erase(child);
    }
    factor(v, rows, front);
  }

  /// A front of zeros that this rank has.
  Front front_of(Index v, const Dofs& rows) {
    const Index size = std::ssize(rows);
    return {size, size - std::ssize(node(v).others), options_.block, memory_, m_};
  }

  void add_element(Index element, Front& front) const {
    const auto& dofs = system_.dofs[element];
    m_.assemble(system_.matrix_flops(element), std::ssize(dofs), [&] {
      const Matrix values = system_.matrix(element);
      auto f = front.values();
      for (Index j = 0; j < std::ssize(dofs); ++j) {
        if (dofs[j] < 0) continue;
        const Index column = row_of_dof_[dofs[j]];
        front.scales()[column] += values.col(j).cwiseAbs().maxCoeff();
        for (Index i = 0; i < std::ssize(dofs); ++i)
          if (dofs[i] >= 0 && row_of_dof_[dofs[i]] >= column)
            f(row_of_dof_[dofs[i]], column) += values(i, j);
      }
    });
  }

  static void add_scales(const Contribution& from, const std::vector<Index>& places, Front& front) {
    for (std::size_t k = 0; k < places.size(); ++k) front.scales()[places[k]] += from.scales[k];
  }

  /// Factors the front of a node: the panel joins the factor and the report, and S is the node's
  /// contribution block. It has no rows where the node's elements are whole bodies.
  void factor(Index v, const Dofs& rows, Front& front) {
    auto panel = front.factor();
    PanelShape shape{rows, panel.pivots};
    for (std::size_t k = 0; k < rows.size(); ++k) shape.rows[k] = rows[panel.order[k]];
    Contribution& contribution = contributions_[v];
    contribution.rows.assign(shape.others().begin(), shape.others().end());
    contribution.delayed = contribution.size() - std::ssize(node(v).others);
    contribution.scales = front.scales()(panel.order).tail(contribution.size());
    contribution.values = front.contribution();
    auto& report = factor_.report;
    report.add_figures(panel);
    if (node(v).rank == context_.rank()) {
      report.front_size = std::max(report.front_size, shape.front());
      report.delayed_pivots += contribution.delayed;
      report.add_entries(shape);
    }
    subdomains_.pivots[v] = panel.pivots;
    add_panel(v, std::move(shape), std::move(panel.values));
    context_.report_progress(
        static_cast<double>(std::ssize(factor_.shapes)) / static_cast<double>(tree().nodes.size()));
  }

  void add_panel(Index v, PanelShape shape, la::PanelValues values) {
    factor_.shapes.push_back(std::move(shape));
    factor_.panels.push_back(std::move(values));
    subdomains_.nodes.push_back(v);
  }

  /// Together with the other ranks of the node's team. If its front is not spread, one of them
  /// factors it.
  void eliminate_shared(Index v) {
    const comm::Team team(context_.messages, node(v).team);
    std::vector<Index> delayed;
    for (const Index child : node(v).children) {
      share_rows(child, team);
      delayed.push_back(contributions_[child].delayed);
    }
    const Dofs rows = rows_of_front(v);
    std::optional<Front> front;
    if (node(v).is_spread)
      front.emplace(std::ssize(rows), std::ssize(rows) - std::ssize(node(v).others),
          tree().spreading, team, memory_, m_);
    else if (node(v).rank == context_.rank())
      front.emplace(front_of(v, rows));
    for (const Index child : node(v).children) {
      extend_add(child, {tree(), child, delayed, subdomains_.pivots[child]}, front);
      contributions_.erase(child);
    }
    if (front) factor(v, rows, *front);
    if (!node(v).is_spread) share_panel(v, team);
  }

  /// What all ranks of the parent's team must know of a contribution block: the pivots of the node,
  /// and for each row its scale and its degree of freedom.
  void share_rows(Index v, const comm::Team& team) {
    const int rank = node(v).rank;
    Contribution& contribution = contributions_[v];
    std::vector<ContributionRow> rows{{subdomains_.pivots[v], 0}};
    if (context_.rank() == rank)
      for (Index k = 0; k < contribution.size(); ++k)
        rows.push_back({contribution.rows[k], contribution.scales[k]});
    else
      for (const auto dof : node(v).others) rows.push_back({dof, 0});
    team.messages().broadcast_varying(rows, team.number(rank));
    subdomains_.pivots[v] = rows.front().dof;
    contribution.rows.clear();
    contribution.scales.resize(std::ssize(rows) - 1);
    for (Index k = 0; k < contribution.scales.size(); ++k) {
      contribution.scales[k] = rows[k + 1].scale;
      contribution.rows.push_back(static_cast<Dofs::value_type>(rows[k + 1].dof));
    }
    contribution.delayed = contribution.size() - std::ssize(node(v).others);
  }

  /// Sends the columns of a child's contribution block that other ranks have in the front, and adds
  /// those that this rank has in it.
  void extend_add(Index child, const ContributionSchedule& schedule, std::optional<Front>& front) {
    if (front) add_scales(contributions_.at(child), schedule.places(), *front);
    const auto own = own_columns(child, schedule);
    const auto add = [&](Index column, const Complex* entries) {
      front->extend_add(std::span(schedule.places()).subspan(column), entries);
    };
    schedule.for_each([&](int from, int to, const std::vector<Index>& columns) {
      const bool sends = context_.rank() == from, receives = context_.rank() == to;
      if (sends && receives)
        for (const Index column : columns) add(column, own.at(column));
      if (sends == receives) return;
      auto message = m_.message<Complex>(schedule.entries(columns));
      if (sends)
        m_.fill(message, [&] {
          Complex* end = message.data();
          for (const Index column : columns)
            end = std::copy_n(own.at(column), schedule.entries(column), end);
        });
      context_.messages.copy(la::span_of(message), from, to);
      const Complex* next = message.data();
      for (const Index column : receives ? columns : std::vector<Index>()) {
        add(column, next);
        next += schedule.entries(column);
      }
    });
  }

  /// Where the columns are that this rank has of a contribution block: they follow each other.
  std::map<Index, const Complex*> own_columns(
      Index child, const ContributionSchedule& schedule) const {
    std::vector<Index> own;
    schedule.for_each([&](int from, int, const std::vector<Index>& columns) {
      if (from == context_.rank()) own.insert(own.end(), columns.begin(), columns.end());
    });
    std::sort(own.begin(), own.end());
    std::map<Index, const Complex*> entries;
    const Complex* next = contributions_.at(child).values.data();
    for (const Index column : own) {
      entries[column] = next;
      next += schedule.entries(column);
    }
    return entries;
  }

  /// The panel of a shared node, from its rank to the node's team: the pivots and the rows, then
  /// the values.
  void share_panel(Index v, const comm::Team& team) {
    const int root = team.number(node(v).rank);
    const bool has_panel = context_.rank() == node(v).rank;
    Dofs header = has_panel ? factor_.shapes.back().rows : node(v).rows();
    header.push_back(static_cast<Dofs::value_type>(
        has_panel ? factor_.shapes.back().pivots : std::ssize(node(v).eliminated)));
    team.messages().broadcast_varying(header, root);
    if (!has_panel) {
      const Index pivots = header.back();
      header.pop_back();
      auto values = m_.allocate(std::ssize(header), pivots);
      add_panel(v, {std::move(header), pivots}, std::move(values));
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
    for (const Index v : nodes[context_.rank()]) own.push_back(subdomains_.pivots[v]);
    const auto all = context_.messages.gather(own, lengths, core::master);
    m_.uncharged([&] {
      for (std::size_t rank = 0; rank < all.size(); ++rank)
        for (std::size_t k = 0; k < all[rank].size(); ++k)
          subdomains_.pivots[nodes[rank][k]] = all[rank][k];
    });
    context_.messages.broadcast(std::span(subdomains_.pivots), core::master);
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
  common::Subdomains subdomains_;  ///< pivots of other ranks as if none were delayed, until
                                   ///< share_pivots()
  std::map<Index, Contribution> contributions_;  ///< by node, until its parent has assembled them
  FrontMemory memory_;                           ///< of the front at hand
  std::vector<Index> row_of_dof_;                ///< in the front at hand
};

Factor run_substructure(
    const ElementSystem& system, const Options& options, const StageContext& context) {
  return Substructure(system, options, context).run();
}

}  // namespace

extern const Method substructure_method{.name = "substructure",
    .help = "nested dissection; each rank eliminates its subdomain, then pairs of subtrees meet",
    .run = run_substructure,
    .by_subdomains = true,
    .sparse_columns = true};

}  // namespace febem::merge
