#include "stages/eliminate/rows/panel_group.h"

#include <utility>

#include "la/blas.h"

namespace febem::eliminate {

template <class T>
void PanelGroup<T>::add(const RowPanel& panel, std::unique_ptr<Message> message) {
  auto pivots = message->pivots();
  for (auto& member : members_) {
    auto l = member.message->l();
    la::interchange_rows(l.bottomRows(l.rows() - (panel.first - member.panel.first)), pivots);
  }
  members_.push_back({panel, std::move(pivots), std::move(message)});
}

template <class T>
void PanelGroup<T>::close(Index height) {
  const Index below = height - width();
  l11_.resize(width(), width());
  y_.resize(width());
  l21_ = std::make_unique<la::Gemm<T>>(below, width());
  for (auto& [panel, pivots, message] : members_) {
    const Index before = panel.first - first_;
    l11_.block(before, before, width() - before, panel.width()) = message->l().topRows(width() - before);
    y_.segment(before, panel.width()) = message->y();
    l21_->set_columns(before, message->l().bottomRows(below));
    message.reset();
  }
}

template <class T>
void PanelGroup<T>::update(Eigen::Ref<la::MatrixOf<T>> columns, Eigen::Ref<la::VectorOf<T>> b2) const {
  for (const auto& member : members_) la::interchange_rows(columns.bottomRows(columns.rows() - (member.panel.first - first_)), member.pivots);
  auto a12 = columns.topRows(width());  // becomes U12
  la::solve_unit_lower(la::Side::left, la::Op::none, l11_, a12);
  l21_->subtract_product(columns.bottomRows(columns.rows() - width()), a12);
  b2 -= a12.transpose() * y_;
}

template class PanelGroup<core::Complex>;
template class PanelGroup<core::SingleComplex>;

}  // namespace febem::eliminate
