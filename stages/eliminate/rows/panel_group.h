// The message of a panel of rows, and some panels one after the other, by which the rest of the
// matrix is updated at once.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "comm/entry_message.h"
#include "la/gemm.h"
#include "stages/eliminate/rows/row_factor.h"

namespace febem::eliminate {

/// What the owner of a panel sends: L11 (U11 on and above the diagonal) and L21, h x w together,
/// the w reduced rows y of the right-hand sides, and the pivots, rows of A^T counted from the
/// panel's first.
template <class T>
class PanelMessage {
 public:
  PanelMessage(Index height, Index width, Index right_hand_sides, timing::Arithmetic& m)
      : m_(&m), height_(height), width_(width), right_hand_sides_(right_hand_sides),
        message_(m.message<T>((height + right_hand_sides + 1) * width)) {}

  auto entries() { return la::span_of(message_); }
  Eigen::Map<la::MatrixOf<T>> l() { return {message_.data(), height_, width_}; }
  auto l11() { return l().topRows(width_); }
  auto l21() { return l().bottomRows(height_ - width_); }
  Eigen::Map<la::MatrixOf<T>> y() {
    return {message_.data() + height_ * width_, width_, right_hand_sides_};
  }
  void write_pivots(const std::vector<Index>& pivots) {
    m_->uncharged(
        [&] { comm::write_integers<T>(pivots, message_.data() + message_.size() - width_); });
  }
  /// In a modelled run any of so many rows, from the panel's first down, that could be pivots.
  std::vector<Index> pivots(Index rows) const {
    if (!m_->modelled())
      return comm::read_integers(std::span<const T>(la::span_of(message_)).last(width_));
    std::vector<Index> any;
    for (Index k = 0; k < width_; ++k) any.push_back(k + m_->choose(rows - k));
    return any;
  }

 private:
  timing::Arithmetic* m_;
  Index height_, width_, right_hand_sides_;
  la::Workspace<T> message_;
};

/// Panels by which the columns after them are updated at once: as many as have some two hundred
/// rows, so that the product takes the most of the machine, but at most a fifth of a rank's rows,
/// since while a group is factored only the group before it gives other work. Narrow panels are
/// those of 1999, which updated by each.
inline Index panels_in_group(const la::RowMap& map) {
  constexpr Index narrow = 8, enough = 192, part = 5;
  if (map.block() < narrow) return 1;
  return std::max<Index>(
      1, std::min(enough / map.block(), map.rows() / (part * map.ranks() * map.block())));
}

/// On columns of A^T, A12 above A22, and their rows of the right-hand sides, b2:
///     U12 = L11^{-1} A12 in place of A12,    A22 -= L21 U12,    b2 -= U12^T y
/// L21 is a matrix, or the operand of several products.
template <class T, class L21>
void update_columns(const Eigen::Ref<const la::MatrixOf<T>>& l11, const L21& l21,
    const Eigen::Ref<const la::MatrixOf<T>>& y, Eigen::Ref<la::MatrixOf<T>> columns,
    Eigen::Ref<la::MatrixOf<T>> b2, timing::Arithmetic& m) {
  auto a12 = columns.topRows(l11.rows()), a22 = columns.bottomRows(columns.rows() - l11.rows());
  m.trsm(la::Side::left, la::Op::none, l11, a12);
  m.gemm(a22, l21, a12);
  m.multiply_beside(a12, b2.cols(), [&] { la::subtract_product(b2, la::Op::transpose, a12, y); });
}

/// L11 and L21 of the panels of a group as one, whose height x width is that of all of them, with
/// rows as the interchanges of the last panel leave them:
///
///     L = [L11            ]     from the first panel
///         [L21^1 L21^2 ...]
template <class T>
class PanelGroup {
 public:
  using Message = PanelMessage<T>;

  PanelGroup(Index first, timing::Arithmetic& arithmetic)
      : first_(first), end_(first), m_(arithmetic) {}

  /// Takes the message of the next panel, and interchanges the rows of those before it by its
  /// pivots.
  void add(const RowPanel& panel, Message&& message);

  /// Makes update() ready, with all panels added; `height` is that of the first. The messages go.
  void close(Index height);

  Index first() const { return first_; }
  Index end() const { return end_; }
  Index width() const { return end_ - first_; }

  /// Interchanges the rows of columns of A^T, from the group's first row down, and updates them
  /// (update_columns()).
  void update(Eigen::Ref<la::MatrixOf<T>> columns, Eigen::Ref<la::MatrixOf<T>> b2);

 private:
  struct Member {
    RowPanel panel;
    std::vector<Index> pivots;
    std::optional<Message> message;  ///< until close()
  };

  Index first_, end_;
  timing::Arithmetic& m_;
  std::vector<Member> members_;
  la::Workspace<T> l11_;
  la::MatrixOf<T> y_;
  std::optional<la::Gemm<T>> l21_;
};

template <class T>
void PanelGroup<T>::add(const RowPanel& panel, Message&& message) {
  auto pivots = message.pivots(message.l().rows());
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
  y_.resize(width(), members_.front().message->y().cols());
  l21_ = m_.operand<T>(below, width());
  for (auto& [panel, pivots, message] : members_) {
    const Index before = panel.first - first_;
    m_.uncharged([&] {
      l11_.block(before, before, width() - before, panel.width()) =
          message->l().topRows(width() - before);
    });
    m_.uncharged([&] { y_.middleRows(before, panel.width()) = message->y(); });
    m_.set_columns(*l21_, before, message->l().bottomRows(below));
    message.reset();
  }
}

template <class T>
void PanelGroup<T>::update(Eigen::Ref<la::MatrixOf<T>> columns, Eigen::Ref<la::MatrixOf<T>> b2) {
  for (const auto& member : members_)
    m_.laswp(columns.bottomRows(columns.rows() - (member.panel.first - first_)), member.pivots);
  update_columns<T>(l11_, *l21_, y_, columns, b2, m_);
}

}  // namespace febem::eliminate
