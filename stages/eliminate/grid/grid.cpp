// grid: the elimination of the method rows, with what is left of the matrix block-cyclic in two
// dimensions. The algebra, the messages and their cost are in ../README.md.
#include <bit>
#include <memory>
#include <numeric>

#include "comm/team.h"
#include "stages/eliminate/grid/rank_grid.h"
#include "stages/eliminate/rows/panel_elimination.h"
#include "stages/eliminate/rows/panel_group.h"

namespace febem::eliminate {
namespace {

using common::StageContext;

/// The steps of the elimination; eliminate() below is the loop.
class GridElimination final : public PanelElimination<Complex> {
 public:
  using Message = PanelMessage<Complex>;

  GridElimination(la::OwnedRows matrix, Matrix right_hand_side, const StageContext& context)
      : PanelElimination(std::move(matrix), std::move(right_hand_side), context),
        grid_(matrix_.map), row_(context.rank() / grid_.columns()),
        column_(context.rank() % grid_.columns()),
        row_team_(context.messages, grid_.ranks_of_row(row_)),
        column_team_(context.messages, grid_.ranks_of_column(column_)),
        storage_(is_in_place()
                     ? la::Workspace<Complex>()
                     : m_.allocate(grid_.rows_from(row_, 0), grid_.columns_from(column_, 0))),
        a_(is_in_place() ? own_ : storage_) {}

  /// The columns of the ranks of this grid column, which have them whole, become the rows of these
  /// columns. In step s the ranks whose numbers differ by the bits of s exchange messages.
  void distribute() {
    if (is_in_place()) return;
    const auto rows = static_cast<unsigned>(grid_.rows());
    for (unsigned step = 0; step < std::bit_ceil(rows); ++step)
      for (unsigned from = 0; from < rows; ++from)
        if ((from ^ step) < rows) distribute(static_cast<int>(from), static_cast<int>(from ^ step));
  }

  /// Factors panel k, whose part in this grid column must be up to date, at home, and begins its
  /// broadcast in the grid rows.
  void factor_and_broadcast_panel(Index k) {
    const RowPanel next = panel(k);
    const int root = grid_.columns_map.block_owner(k), home = row_of(next.owner);
    next_ = Message(grid_.rows_from(row_, next.first), next.width(), y_.cols(), m_);
    if (root == column_) {
      gather_panel(next, home);
      if (home == row_)
        factor_panel(next);
      else
        column_team_.messages().copy(next_.entries(), home, row_);
    }
    in_flight_ = row_team_.messages().ibroadcast(next_.entries(), root);
  }

  /// Waits for panel k. The columns after it are brought up to date with the panels before it.
  void receive_panel(Index k) {
    finish_broadcast();
    update_until(rest_.end);
    now_ = panel(k);
    l_ = std::move(next_);
    now_pivots_ = l_.pivots(n_ - now_.first);
    keep_pivots(now_, now_pivots_);
  }

  /// P [A12; A22] and U12 = L11^{-1} A12 in the columns after the panel. The home of each keeps
  /// U12, and b2 -= U12^T y.
  void exchange_rows() {
    after_ = {grid_.columns_map.local_rows_before(column_, now_.end),
        grid_.columns_map.local_rows(column_)};
    rest_ = after_;
    if (after_.empty()) return;
    const int root = grid_.rows_map.block_owner(now_.number);
    exchanged_ = m_.message<Complex>(2 * now_.width() * after_.count());
    const auto message = la::span_of(exchanged_);
    collect_pivot_rows();
    column_team_.messages().sum(message.first(message.size() / 2), root);
    if (root == row_) {
      m_.trsm(la::Side::left, la::Op::none, l_.l().topRows(now_.width()), u12());
      m_.copy(a(now_.first, after_).topRows(now_.width()), old_rows());
    }
    column_team_.messages().broadcast(message, root);
    place_old_rows();
    keep_u12();
  }

  /// A22 -= L21 U12 in the columns of panel k, the first of those that are left.
  void update_panel(Index k) {
    update_until(grid_.columns_map.local_rows_before(column_, panel(k).end));
  }

 private:
  /// With one grid row every rank keeps its columns where they are.
  bool is_in_place() const { return grid_.rows() == 1; }
  int row_of(int rank) const { return rank / grid_.columns(); }
  /// The rows from `first` down that this rank has, of some of its grid column's columns.
  Eigen::Block<Eigen::Map<Matrix>> a(Index first, const Columns& columns) {
    return a_.block(grid_.rows_map.local_rows_before(row_, first), columns.first,
        grid_.rows_from(row_, first), columns.count());
  }
  bool has_row(Index of_panel) const { return grid_.rows_map.owner(now_.first + of_panel) == row_; }
  /// A row that this rank has, counted from the panel's first, of the columns after the panel.
  auto row(Index of_panel) {
    return a_.row(grid_.rows_map.local(now_.first + of_panel))
        .segment(after_.first, after_.count());
  }

  Eigen::Map<Matrix> u12() { return {exchanged_.data(), now_.width(), after_.count()}; }
  /// The rows of A12 before the interchanges.
  Eigen::Map<Matrix> old_rows() {
    return {exchanged_.data() + exchanged_.size() / 2, now_.width(), after_.count()};
  }

  /// The rows of grid row `to` of the own columns of grid row `from`.
  void distribute(int from, int to) {
    if (row_ != from && row_ != to) return;
    const int source = grid_.rank(from, column_);
    const Index rows = grid_.rows_from(to, 0), columns = matrix_.map.local_rows(source);
    auto message = m_.message<Complex>(rows * columns);
    Eigen::Map<Matrix> part(message.data(), rows, columns);
    if (row_ == from)
      m_.fill(part, [&] {
        for_each_block(grid_.rows_map, to, 0, [&](Index row, Index at, Index width) {
          part.middleRows(at, width) = own_.middleRows(row, width);
        });
      });
    if (from != to) column_team_.messages().copy(la::span_of(message), from, to);
    if (row_ == to)
      m_.fill(part, [&] {
        for_each_block(matrix_.map, source, 0, [&](Index column, Index at, Index width) {
          a_.middleCols(grid_.columns_map.local(column), width) = part.middleCols(at, width);
        });
      });
  }

  /// Brings the rows from its first down of a panel of this grid column to its home.
  void gather_panel(const RowPanel& panel, int home) {
    const Index at_home = own_before(panel.first), at = grid_.columns_map.local(panel.first);
    for (int from = 0; from < grid_.rows(); ++from) {
      if (row_ != from && row_ != home) continue;
      const Index rows = grid_.rows_from(from, panel.first),
                  before = grid_.rows_map.local_rows_before(from, panel.first);
      auto message = m_.message<Complex>(rows * panel.width());
      Eigen::Map<Matrix> part(message.data(), rows, panel.width());
      if (row_ == from) m_.copy(a(panel.first, {at, at + panel.width()}), part);
      if (from != home) column_team_.messages().copy(la::span_of(message), from, home);
      if (row_ == home)
        m_.fill(part, [&] {
          for_each_block(
              grid_.rows_map, from, panel.first, [&](Index row, Index local, Index width) {
                own_.block(row, at_home, width, panel.width()) =
                    part.middleRows(local - before, width);
              });
        });
    }
  }

  /// Factors a panel at home, which sends every rank of the grid column its rows.
  void factor_panel(const RowPanel& panel) {
    const auto pivots = factor(panel);
    const auto panel_a = own_columns(panel);
    for (int to = 0; to < grid_.rows(); ++to) {
      const Index before = grid_.rows_map.local_rows_before(to, panel.first);
      Message part(grid_.rows_from(to, panel.first), panel.width(), y_.cols(), m_);
      auto l = part.l();
      m_.fill(l, [&] {
        for_each_block(grid_.rows_map, to, panel.first, [&](Index row, Index local, Index height) {
          l.middleRows(local - before, height) = panel_a.middleRows(row - panel.first, height);
        });
      });
      m_.uncharged([&] { part.y() = own_y(panel); });
      part.write_pivots(pivots);
      if (to == row_)
        next_ = std::move(part);
      else
        column_team_.messages().copy(part.entries(), row_, to);
    }
  }

  /// The rows that this rank has of those that become the rows of U12; zeros for the others.
  void collect_pivot_rows() {
    order_.resize(n_ - now_.first);
    std::iota(order_.begin(), order_.end(), 0);
    for (Index k = 0; k < now_.width(); ++k) std::swap(order_[k], order_[now_pivots_[k]]);
    const auto own = std::count_if(
        order_.begin(), order_.begin() + now_.width(), [&](Index row) { return has_row(row); });
    auto rows = u12();
    m_.gather(rows.topRows(own), [&] {
      for (Index k = 0; k < now_.width(); ++k)
        if (has_row(order_[k])) rows.row(k) = row(order_[k]);
    });
  }

  /// The rows of A12 go to where the pivot rows were.
  void place_old_rows() {
    const auto is_place = [&](Index row) { return row >= now_.width() && has_row(row); };
    auto rows = old_rows();
    const auto places = std::count_if(now_pivots_.begin(), now_pivots_.end(), is_place);
    m_.gather(rows.topRows(places), [&] {
      for (const Index place : now_pivots_)
        if (is_place(place)) row(place) = rows.row(order_[place]);
    });
  }

  void keep_u12() {
    auto rows = own_.middleRows(now_.first, now_.width());
    for_each_block(
        matrix_.map, context_.rank(), now_.end, [&](Index column, Index at, Index width) {
          m_.copy(u12().middleCols(grid_.columns_map.local(column) - after_.first, width),
              rows.middleCols(at, width));
        });
    const Index own = y_.rows() - own_before(now_.end);
    const auto u12 = rows.rightCols(own);
    m_.multiply_beside(u12, y_.cols(),
        [&] { la::subtract_product(y_.bottomRows(own), la::Op::transpose, u12, l_.y()); });
  }

  void update(const Columns& some) override {
    m_.gemm(a(now_.end, some), l_.l().bottomRows(grid_.rows_from(row_, now_.end)),
        u12().middleCols(some.first - after_.first, some.count()));
  }

  RankGrid grid_;
  int row_, column_;  ///< of this rank in the grid
  comm::Team row_team_, column_team_;
  la::Workspace<Complex> storage_;  ///< of a_, unless that is own_
  Eigen::Map<Matrix> a_;            ///< this rank's part of what is left of the matrix
  RowPanel now_{};                  ///< the panel at hand
  std::vector<Index> now_pivots_;   ///< its, from its first row on
  Message l_{0, 0, 0, m_},
      next_{0, 0, 0, m_};  ///< its rows of L in this grid row, and those of the panel in flight
  std::vector<Index>
      order_;      ///< the row that its interchanges bring to each place, counted from its first
  Columns after_;  ///< the columns after it
  la::Workspace<Complex> exchanged_;  ///< U12, and the rows of A12 before the interchanges
};

void eliminate(GridElimination& a, const StageContext& context) {
  a.distribute();
  if (a.panels() > 0) a.factor_and_broadcast_panel(0);
  for (Index k = 0; k < a.panels(); ++k) {
    a.work_while_waiting();
    a.receive_panel(k);
    a.exchange_rows();
    if (k + 1 < a.panels()) {
      a.update_panel(k + 1);
      a.factor_and_broadcast_panel(k + 1);  // look-ahead: in flight while the rest is updated
    }
    context.report_progress(static_cast<double>(a.panel(k).end) / static_cast<double>(a.size()));
  }
}

Elimination run_grid(la::OwnedRows matrix, Matrix right_hand_side, const StageContext& context) {
  GridElimination a(std::move(matrix), std::move(right_hand_side), context);
  eliminate(a, context);
  return std::move(a).solved();
}

}  // namespace

extern const Method grid_method{.name = "grid",
    .help =
        "the elimination of rows, block-cyclic in two dimensions: less to receive on many ranks",
    .kind = DirectMethod{.run = run_grid}};

}  // namespace febem::eliminate
