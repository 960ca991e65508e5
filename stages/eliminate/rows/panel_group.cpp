#include "stages/eliminate/rows/panel_group.h"

#include <utility>

#include "la/blas.h"

namespace febem::eliminate {

template <class T>
void PanelGroup<T>::add(const RowPanel& panel, std::unique_ptr<Message> message) {
  auto pivots = message->pivots();
  for (auto& member : members_) {
    auto l = member.message->l();
    m_.laswp(l.bottomRows(l.rows() - (panel.first - member.panel.first)), pivots);
  }
  members_.push_back({panel, std::move(pivots), std::move(message)});
  end_ = panel.end;
}

template <class T>
void PanelGroup<T>::close(Index height) {
  const Index below = height - width();
  l11_ = m_.matrix<T>(width(), width());
  y_.resize(width());
  l21_ = m_.operand<T>(below, width());
  for (auto& [panel, pivots, message] : members_) {
    const Index before = panel.first - first_;
    m_.uncharged([&] { l11_.block(before, before, width() - before, panel.width()) = message->l().topRows(width() - before); });
    y_.segment(before, panel.width()) = message->y();
    m_.set_columns(*l21_, before, message->l().bottomRows(below));
    message.reset();
  }
}

template <class T>
void PanelGroup<T>::update(Eigen::Ref<la::MatrixOf<T>> columns, Eigen::Ref<la::VectorOf<T>> b2) {
  for (const auto& member : members_) m_.laswp(columns.bottomRows(columns.rows() - (member.panel.first - first_)), member.pivots);
  auto a12 = columns.topRows(width()), a22 = columns.bottomRows(columns.rows() - width());
  m_.trsm(la::Side::left, la::Op::none, l11_, a12);  // becomes U12
  m_.gemm(a22, *l21_, a12);
  m_.uncharged([&] { b2 -= a12.transpose() * y_; });
}

template class PanelGroup<core::Complex>;
template class PanelGroup<core::SingleComplex>;

}  // namespace febem::eliminate
