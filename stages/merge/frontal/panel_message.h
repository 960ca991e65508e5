// The factored panel of the frontal method, as the master redistributes it.
#pragma once

#include "comm/entry_message.h"
#include "stages/common/factor.h"
#include "timing/arithmetic.h"

namespace febem::merge {

using la::Index;

/// L and D, the two figures of quality, the order of the candidates and the numbers of pivots.
class FrontPanelMessage {
 public:
  FrontPanelMessage(Index front, Index candidates, timing::Arithmetic& m)
      : m_(m), front_(front), candidates_(candidates),
        message_(m.message<core::Complex>(front * candidates + candidates + 3)) {}

  auto entries() { return la::span_of(message_); }

  Eigen::Map<la::Matrix> values() { return {message_.data(), front_, candidates_}; }

  /// All but the values.
  void write_pivots(const la::PivotPanel& panel) {
    m_.uncharged([&] {
      *quality() = {panel.growth, panel.smallest_pivot};
      auto integers = panel.order;
      integers.insert(integers.end(), {panel.pivots, panel.two_by_two});
      comm::write_integers(integers, quality() + 1);
    });
  }

  /// In a modelled run all candidates, in their order.
  la::PivotPanel read_pivots() {
    auto panel = la::PivotPanel::of_all(candidates_);
    m_.uncharged([&] {
      panel.growth = quality()->real();
      panel.smallest_pivot = quality()->imag();
      const auto integers = comm::read_integers(
          std::span<const core::Complex>(la::span_of(message_)).last(candidates_ + 2));
      panel.order.assign(integers.begin(), integers.end() - 2);
      panel.pivots = integers.end()[-2];
      panel.two_by_two = integers.end()[-1];
    });
    return panel;
  }

 private:
  core::Complex* quality() { return message_.data() + front_ * candidates_; }

  timing::Arithmetic& m_;
  Index front_, candidates_;
  la::Workspace<core::Complex> message_;
};

}  // namespace febem::merge
