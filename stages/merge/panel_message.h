// A factored panel of LDL^T, as the rank that factored it sends it to the others.
#pragma once

#include <span>

#include "comm/entry_message.h"
#include "la/ldlt.h"
#include "timing/arithmetic.h"

namespace febem::merge {

using la::Index;

/// L and D, the order of the candidates and the number of pivots; with `figures` also the number of
/// 2 x 2 pivots, and in one entry growth and smallest pivot.
class PanelMessage {
 public:
  PanelMessage(Index rows, Index candidates, bool figures, timing::Arithmetic& m)
      : m_(&m), rows_(rows), candidates_(candidates), figures_(figures),
        message_(m.message<la::Complex>(rows * candidates + candidates + (figures ? 3 : 1))) {}

  auto entries() { return la::span_of(message_); }
  /// L and D of some pivots.
  Eigen::Map<la::Matrix> values(Index pivots) { return {message_.data(), rows_, pivots}; }
  Eigen::Map<const la::Matrix> values(Index pivots) const {
    return {message_.data(), rows_, pivots};
  }

  /// All but the values.
  void write_pivots(const la::PivotPanel& panel) {
    m_->uncharged([&] {
      auto integers = panel.order;
      integers.push_back(panel.pivots);
      if (figures_) {
        integers.push_back(panel.two_by_two);
        message_.data()[message_.size() - 1] = {panel.growth, panel.smallest_pivot};
      }
      comm::write_integers(integers, message_.data() + rows_ * candidates_);
    });
  }

  /// All but the values. In a modelled run all candidates, in their order.
  la::PivotPanel read_pivots() const {
    auto panel = la::PivotPanel::of_all(candidates_);
    m_->uncharged([&] {
      const auto integers = comm::read_integers(
          std::span<const la::Complex>(la::span_of(message_)).subspan(rows_ * candidates_));
      panel.order.assign(integers.begin(), integers.begin() + candidates_);
      panel.pivots = integers[candidates_];
      if (!figures_) return;
      panel.two_by_two = integers[candidates_ + 1];
      const la::Complex figures = message_.data()[message_.size() - 1];
      panel.growth = figures.real();
      panel.smallest_pivot = figures.imag();
    });
    return panel;
  }

 private:
  timing::Arithmetic* m_;
  Index rows_, candidates_;
  bool figures_;
  la::Workspace<la::Complex> message_;
};

}  // namespace febem::merge
