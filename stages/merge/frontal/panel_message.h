// The factored panel of the frontal method, as the master redistributes it.
#pragma once

#include "comm/entry_message.h"
#include "stages/common/factor.h"

namespace febem::merge {

using la::Index;

/// L and D, the two figures of quality, the order of the candidates and the numbers of pivots.
class FrontPanelMessage {
 public:
  FrontPanelMessage(Index front, Index candidates)
      : front_(front), candidates_(candidates), message_(front * candidates + 1, candidates + 2) {}

  static std::size_t bytes(Index front, Index candidates) {
    return (front * candidates + candidates + 3) * sizeof(core::Complex);
  }

  auto entries() { return message_.entries(); }

  Eigen::Map<la::Matrix> values() { return {message_.numbers(), front_, candidates_}; }

  /// All but the values.
  void write_pivots(const la::PivotPanel& panel) {
    message_.numbers()[front_ * candidates_] = {panel.growth, panel.smallest_pivot};
    auto integers = panel.order;
    integers.insert(integers.end(), {panel.pivots, panel.two_by_two});
    message_.write_integers(integers);
  }

  la::PivotPanel read_pivots() {
    la::PivotPanel panel;
    const core::Complex quality = message_.numbers()[front_ * candidates_];
    panel.growth = quality.real();
    panel.smallest_pivot = quality.imag();
    const auto integers = message_.read_integers();
    panel.order.assign(integers.begin(), integers.end() - 2);
    panel.pivots = integers.end()[-2];
    panel.two_by_two = integers.end()[-1];
    return panel;
  }

 private:
  Index front_, candidates_;
  comm::EntryMessage<core::Complex> message_;
};

}  // namespace febem::merge
