// rows: Gaussian elimination with partial pivoting over the columns, rows owned block-cyclically. The algebra, the
// messages and their cost are in ../README.md.
#include <algorithm>
#include <memory>

#include "la/blas.h"
#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/rows/row_factor.h"

namespace febem::eliminate {
namespace {

using la::Matrix;
using la::OwnedRows;
using la::RowMap;
using pipeline::StageContext;

/// What the owner of a panel sends: for its w rows, the (n - first) x w block of L (U11 on and above the diagonal), the
/// reduced right-hand side y, and the exchanged rows of A^T counted from `first`.
class PanelMessage {
 public:
  PanelMessage(Index height, Index width) : height_(height), width_(width), data_(length(height, width)) {}

  static std::size_t length(Index height, Index width) { return static_cast<std::size_t>(height + 2) * width; }

  std::span<Complex> data() { return data_; }
  la::MutableBlock l() { return {data_.data(), height_, width_, height_}; }
  Eigen::Map<Vector> y() { return {data_.data() + static_cast<std::size_t>(height_) * width_, width_}; }

  void write_exchanged(const std::vector<Index>& exchanged) {
    std::copy(exchanged.begin(), exchanged.end(), exchanges());
  }
  std::vector<Index> exchanged() {
    std::vector<Index> result;
    for (Index k = 0; k < width_; ++k) result.push_back(static_cast<Index>(exchanges()[k].real()));
    return result;
  }

 private:
  Complex* exchanges() { return data_.data() + static_cast<std::size_t>(height_ + 1) * width_; }

  Index height_, width_;
  std::vector<Complex> data_;
};

class RowElimination {
 public:
  RowElimination(OwnedRows matrix, Vector right_hand_side, const StageContext& context)
      : matrix_(std::move(matrix)), y_(std::move(right_hand_side)), context_(context), n_(matrix_.map.rows()) {}

  Elimination run() && {
    begin(0);
    for (Index k = 0; k < matrix_.map.blocks(); ++k) {
      const RowPanel panel = row_panel(matrix_.map, k);
      const auto message = receive();
      exchange_rows(panel, *message);
      const Columns next = own_columns(k + 1), rest{next.end, static_cast<Index>(matrix_.values.cols())};
      update(panel, *message, next);
      begin(k + 1);  // looks ahead: under way while the rest is updated
      update_in_parts(panel, *message, rest);
      context_.say_done(static_cast<double>(panel.end) / n_);
    }
    Elimination result;
    auto factored = std::make_unique<RowFactor>(std::move(matrix_), std::move(exchanged_), context_);
    result.solution = factored->back_substitute(y_);
    result.singular = !result.solution.allFinite();
    result.factored = std::move(factored);
    return result;
  }

 private:
  /// Columns of A^T that this rank owns: its own rows of A.
  struct Columns {
    Index first, end;
  };

  /// Those of panel k, none if another rank owns it; where they would stand if there is no panel k.
  Columns own_columns(Index k) const {
    if (k == matrix_.map.blocks()) return {static_cast<Index>(matrix_.values.cols()), static_cast<Index>(matrix_.values.cols())};
    const RowPanel panel = row_panel(matrix_.map, k);
    return {matrix_.map.local_rows_before(context_.rank(), panel.first), matrix_.map.local_rows_before(context_.rank(), panel.end)};
  }

  /// Factors panel k if it is this rank's, whose columns must be up to date, and begins its broadcast.
  void begin(Index k) {
    if (k == matrix_.map.blocks()) return;
    const RowPanel panel = row_panel(matrix_.map, k);
    message_ = std::make_unique<PanelMessage>(n_ - panel.first, panel.width());
    if (panel.owner == context_.rank()) factor_panel(panel, *message_);
    under_way_ = context_.messages.start_broadcast(message_->data(), panel.owner);
  }

  /// The panel under way.
  std::unique_ptr<PanelMessage> receive() {
    under_way_->finish();
    under_way_.reset();
    return std::move(message_);
  }

  /// The pivot search runs along the own rows, that is down the columns of A^T: no message.
  void factor_panel(const RowPanel& panel, PanelMessage& message) {
    const Index height = n_ - panel.first, width = panel.width(), local = matrix_.map.local(panel.first);
    const auto block = la::sub_block(la::block(matrix_.values), panel.first, local, height, width);
    context_.arithmetic.charge(la::factor_lu_flops(height, width), [&] {
      message.write_exchanged(la::factor_lu(block));
      const auto values = matrix_.values.block(panel.first, local, height, width);
      Eigen::Map<Matrix>(message.l().data, height, width) = values;
      // U11^T y = b: the same row operations on the right-hand side.
      const auto u11 = values.topRows(width);
      message.y() = u11.transpose().triangularView<Eigen::Lower>().solve(y_.segment(local, width));
    });
    y_.segment(local, width) = message.y();
  }

  /// U12 = L11^{-1} A12, A22 -= L21 U12 and b2 -= U12^T y on some of the own columns after the panel.
  void update(const RowPanel& panel, PanelMessage& message, const Columns& columns) {
    const Index width = panel.width(), height = n_ - panel.first, count = columns.end - columns.first;
    if (count == 0) return;
    const core::Count flops = la::solve_triangular_flops(width, count) + la::multiply_flops(height - width, count, width);
    context_.arithmetic.charge(flops, [&] {
      const auto a = la::sub_block(la::block(matrix_.values), panel.first, columns.first, height, count);
      const auto a12 = la::sub_block(a, 0, 0, width, count), a22 = la::sub_block(a, width, 0, height - width, count);
      const la::ConstBlock l{message.l().data, height, width, height};
      la::solve_triangular(la::Side::left, la::Triangle::lower, la::Op::none, la::Diagonal::unit,
                           la::sub_block(l, 0, 0, width, width), a12);
      la::multiply(-1, la::sub_block(l, width, 0, height - width, width), la::Op::none,
                   {a12.data, width, count, a12.stride}, la::Op::none, 1, a22);
      y_.segment(columns.first, count) -=
          matrix_.values.block(panel.first, columns.first, width, count).transpose() * message.y();
    });
  }

  /// The same on many columns; what is under way moves on in between.
  void update_in_parts(const RowPanel& panel, PanelMessage& message, const Columns& columns) {
    constexpr Index columns_at_a_time = 128;
    for (Index first = columns.first; first < columns.end; first += columns_at_a_time) {
      update(panel, message, {first, std::min(first + columns_at_a_time, columns.end)});
      if (under_way_) under_way_->advance();
    }
  }

  /// In all own columns but the panel's, whose rows were exchanged when it was factored.
  void exchange_rows(const RowPanel& panel, PanelMessage& message) {
    const auto exchanged = message.exchanged();
    for (const Index row : exchanged) exchanged_.push_back(panel.first + row);
    const Index own = static_cast<Index>(matrix_.values.cols());
    const Index before = matrix_.map.local_rows_before(context_.rank(), panel.first);
    const Index after = matrix_.map.local_rows_before(context_.rank(), panel.end);
    const auto all = la::sub_block(la::block(matrix_.values), panel.first, 0, n_ - panel.first, own);
    context_.arithmetic.charge(0, [&] {
      la::exchange_rows(la::sub_block(all, 0, 0, all.rows, before), exchanged);
      la::exchange_rows(la::sub_block(all, 0, after, all.rows, own - after), exchanged);
    });
  }

  OwnedRows matrix_;
  Vector y_;  ///< the right-hand side of own rows, then y = U^{-T} b
  const StageContext& context_;
  Index n_;
  std::vector<Index> exchanged_;
  std::unique_ptr<PanelMessage> message_;  ///< of the panel under way
  std::unique_ptr<comm::Broadcasting> under_way_;
};

Elimination run_rows(OwnedRows matrix, Vector right_hand_side, const StageContext& context) {
  return RowElimination(std::move(matrix), std::move(right_hand_side), context).run();
}

}  // namespace

Method rows_method() {
  return {"rows", "Gaussian elimination of owned rows, pivoting over the columns (1999)", run_rows};
}

comm::Traffic rows_traffic(const RowMap& map, const comm::Messenger& messages) {
  comm::Traffic total;
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    total += messages.start_broadcast_traffic(
        PanelMessage::length(map.rows() - panel.first, panel.width()) * sizeof(Complex), sizeof(Complex));
    total += messages.broadcast_traffic(static_cast<std::size_t>(panel.width()) * sizeof(Complex), sizeof(Complex));
  }
  return total;
}

}  // namespace febem::eliminate
