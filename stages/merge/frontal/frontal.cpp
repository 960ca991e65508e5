// frontal: one front shared by all ranks. The algebra, the messages and their cost are in
// ../README.md.
#include <algorithm>
#include <utility>

#include "stages/merge/frontal/partial_front.h"
#include "stages/merge/merge.h"
#include "stages/merge/panel_message.h"

namespace febem::merge {
namespace {

using common::ElementSystem;
using common::Factor;
using common::PanelShape;
using common::StageContext;
using core::master;
using la::PivotPanel;

/// For each element the degrees of freedom that no later element contributes to.
std::vector<Dofs> fully_summed_after(const ElementSystem& system) {
  std::vector<Index> last(system.size, -1);
  for (Index e = 0; e < system.elements(); ++e)
    for (const auto dof : system.dofs[e])
      if (dof >= 0) last[dof] = e;
  std::vector<Dofs> result(system.elements());
  for (Index dof = 0; dof < system.size; ++dof)
    if (last[dof] >= 0) result[last[dof]].push_back(dof);
  return result;
}

/// The frontal method on one rank; every rank goes through the same steps.
class Frontal {
 public:
  Frontal(const ElementSystem& system, const Options& options, const StageContext& context)
      : system_(system), options_(options), context_(context), m_(context.arithmetic),
        front_(system.size, context.rank(), context.ranks(), m_) {
    factor_.size = system.size;
  }

  Factor run() && {
    const auto summed = fully_summed_after(system_);
    for (Index e = 0; e < system_.elements() && !factor_.report.singular; ++e) {
      merge_element(e);
      candidates_.insert(candidates_.end(), summed[e].begin(), summed[e].end());
      while (const Index width = next_panel(e + 1 == system_.elements())) eliminate_panel(width);
      context_.report_progress(static_cast<double>(e + 1) / system_.elements());
    }
    return std::move(factor_);
  }

 private:
  void merge_element(Index e) {
    front_.enter(system_.dofs[e]);
    no_pivot_left_ = false;
    factor_.report.front_size = std::max(factor_.report.front_size, front_.active_count());
    if (e % context_.ranks() != context_.rank()) return;
    m_.assemble(system_.matrix_flops(e), std::ssize(system_.dofs[e]),
        [&] { front_.add(system_.dofs[e], system_.matrix(e)); });
  }

  /// How many candidates to try next; 0 to merge another element first. After panels without a good
  /// pivot it is more and more of them, until all were tried.
  Index next_panel(bool is_last) const {
    const Index available = std::ssize(candidates_);
    if (factor_.report.singular || available < (is_last ? 1 : options_.block) ||
        (no_pivot_left_ && !is_last))
      return 0;
    return std::min(available, options_.block << std::min(failures_, 16));
  }

  void eliminate_panel(Index width) {
    const auto rows = panel_rows(width);
    const auto columns = sum_columns(rows, width);
    PivotPanel panel = factor_and_redistribute(columns);
    no_pivot_left_ = panel.pivots == 0 && width == std::ssize(candidates_);
    requeue_delayed_pivots(panel, width);
    if (panel.pivots == 0) {
      ++failures_;
      return;
    }
    failures_ = 0;
    PanelShape shape = pivots_first(rows, panel);
    factor_.report.add(shape, panel);
    factor_.report.judge();
    if (!factor_.report.singular) update_front(shape, panel.values);
    store_panel(std::move(shape), panel);
  }

  /// The first `wanted` candidates, then the rest of the front.
  Dofs panel_rows(Index wanted) const {
    Dofs rows(candidates_.begin(), candidates_.begin() + wanted);
    std::vector<char> chosen(system_.size, 0);
    for (const auto dof : rows) chosen[dof] = 1;
    for (const auto dof : front_.active())
      if (!chosen[dof]) rows.push_back(dof);
    return rows;
  }

  /// W = sum_r W^(r), the columns of the candidates in all copies of the front; valid on the
  /// master.
  la::Workspace<Complex> sum_columns(const Dofs& rows, Index wanted) {
    auto columns = m_.message<Complex>(std::ssize(rows) + 1, wanted);
    front_.copy_columns(rows, columns);
    context_.messages.sum(la::span_of(columns), master);
    factor_.sums.push_back({std::ssize(rows), wanted});
    return columns;
  }

  /// L and D of the columns, by the master for all; the values of those that became pivots.
  PivotPanel factor_and_redistribute(const la::ConstView& columns) {
    const Index front = columns.rows() - 1, candidates = columns.cols();
    PanelMessage message(front, candidates, true, m_);
    if (context_.is_master()) {
      const PivotPanel factored = m_.ldlt(columns);
      m_.copy(factored.values, message.values(candidates));
      message.write_pivots(factored);
    }
    context_.messages.broadcast(message.entries(), master);
    PivotPanel panel = message.read_pivots();
    panel.values = m_.copy_of(message.values(panel.pivots));
    return panel;
  }

  /// Candidates without a good pivot go back to the end of the queue.
  void requeue_delayed_pivots(const PivotPanel& panel, Index wanted) {
    Dofs delayed;
    for (Index k = panel.pivots; k < wanted; ++k) delayed.push_back(candidates_[panel.order[k]]);
    factor_.report.delayed_pivots += std::ssize(delayed);
    candidates_.erase(candidates_.begin(), candidates_.begin() + wanted);
    candidates_.insert(candidates_.end(), delayed.begin(), delayed.end());
  }

  /// The rows of the panel in the order of its pivots, the others after them.
  static PanelShape pivots_first(const Dofs& rows, const PivotPanel& panel) {
    PanelShape shape{rows, panel.pivots};
    for (std::size_t k = 0; k < panel.order.size(); ++k) shape.rows[k] = rows[panel.order[k]];
    return shape;
  }

  /// F^(r) -= L21 D L21^T on this rank's columns.
  void update_front(const PanelShape& shape, const la::ConstView& values) {
    front_.eliminate(shape, values);
    front_.leave(shape.eliminated());
  }

  /// The master keeps the values, every rank the shape.
  void store_panel(PanelShape shape, PivotPanel& panel) {
    if (context_.is_master()) {
      m_.charge(timing::first_touch(shape.front() * shape.pivots));
      factor_.panels.push_back(std::move(panel.values));
    }
    factor_.shapes.push_back(std::move(shape));
  }

  const ElementSystem& system_;
  const Options& options_;
  const StageContext& context_;
  timing::Arithmetic& m_;
  PartialFront front_;
  Factor factor_;
  Dofs candidates_;             ///< fully summed, not yet eliminated
  int failures_ = 0;            ///< panels in a row without a pivot
  bool no_pivot_left_ = false;  ///< all candidates were tried since the last element came
};

Factor run_frontal(
    const ElementSystem& system, const Options& options, const StageContext& context) {
  return Frontal(system, options, context).run();
}

}  // namespace

extern const Method frontal_method{.name = "frontal",
    .help = "one front shared by all ranks; pivot panels are summed globally (1999)",
    .run = run_frontal};

}  // namespace febem::merge
