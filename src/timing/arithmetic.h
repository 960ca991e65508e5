// The arithmetic of a stage: computed, modelled so that only its time passes, or dry.
//
// A stage computes by the operations of Arithmetic. In a modelled run their operands have shapes,
// from which the time follows, and no memory. Messages have buffers of their own; long ones have
// those of message(). A dry run is that of one rank by itself (comm/dry_transport.h): no time
// passes, messages have no memory either, and the bytes that all of them would take are counted.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/metrics.h"
#include "la/packed.h"
#include "mpi/modelled.h"
#include "timing/work.h"

namespace febem::timing {

class Arithmetic {
 public:
  /// Without a profile everything is computed. With a profile nothing is computed, and each rank
  /// waits as long as the work would take.
  explicit Arithmetic(std::optional<Profile> profile = {}) : profile_(std::move(profile)) {}
  /// Counts, and lets no time pass.
  static Arithmetic dry(Profile profile = {}) {
    Arithmetic result(std::move(profile));
    result.live_ = std::make_shared<LiveBytes>();
    return result;
  }

  bool modelled() const { return profile_.has_value(); }
  bool is_dry() const { return live_ != nullptr; }

  /// Later operations are those of `stage`. Adds their flops to `metrics`, which must outlive this.
  /// A modelled run takes the factor of the stage.
  void count_in(core::Stage stage, core::Metrics& metrics) {
    metrics_ = &metrics;
    enter(stage);
  }
  /// Begins a stage whose flops are not counted.
  void enter(core::Stage stage) {
    stage_ = stage;
    if (modelled()) factor_ = profile_->factors[stage];
    if (is_dry()) live_->most = live_->now;
  }
  /// The most bytes that matrices and messages took at one time since the stage was entered, of a
  /// dry run.
  Count most_bytes() const { return live_->most; }

  /// Counts an operation. True if it is to be computed; a modelled run lets its time pass instead.
  /// Before count_in() nothing is counted.
  bool charge(const Work& work) {
    if (metrics_ != nullptr) metrics_->flops += work.flops;
    if (!modelled()) return true;
    const double seconds = factor_ * profile_->seconds(work);
    modelled_seconds_[stage_] += seconds;
    if (!is_dry()) pass(seconds);
    return false;
  }
  /// For work whose size is known only afterwards: compute() returns its real operations. A
  /// modelled run asks forecast() for the Work instead.
  template <class Forecast, class Compute>
  void run_counted(Forecast&& forecast, Compute&& compute) {
    if (is_dry() && metrics_ == nullptr) return;
    if (modelled()) return static_cast<void>(charge(std::forward<Forecast>(forecast)()));
    const Count flops = std::forward<Compute>(compute)();
    if (metrics_ != nullptr) metrics_->flops += flops;
  }
  /// Calls compute(), which does so little that it is neither counted nor priced, unless the run is
  /// modelled.
  template <class Compute>
  void uncharged(Compute&& compute) const {
    if (!modelled()) std::forward<Compute>(compute)();
  }

  // Memory. In a modelled run a matrix has a shape alone.

  /// Counts so many entries as live while the result is.
  template <class T>
  std::shared_ptr<T> hold(Count entries) const {
    if (!is_dry()) return nullptr;
    const Count bytes = entries * static_cast<Count>(sizeof(T));
    live_->now += bytes;
    live_->most = std::max(live_->most, live_->now);
    return {core::nowhere<T>(), [live = live_, bytes](T*) { live->now -= bytes; }};
  }
  /// A matrix of any values.
  template <class T>
  la::Workspace<T> matrix(Index rows, Index columns) const {
    if (modelled()) return {rows, columns, hold<T>(rows * columns)};
    return la::MatrixOf<T>(rows, columns);
  }
  /// A matrix of zeros, in memory that the process has used before (clear) or has not
  /// (first_touch).
  template <class T>
  la::Workspace<T> zeros(Index rows, Index columns, Work (*price)(Count) = clear) {
    auto result = matrix<T>(rows, columns);
    if (charge(price(result.size()))) result.setZero();
    return result;
  }
  /// A matrix of any values, in memory that the process has not used before.
  template <class T = la::Complex>
  la::Workspace<T> allocate(Index rows, Index columns) {
    charge(first_touch(rows * columns));
    return matrix<T>(rows, columns);
  }
  /// The memory of a long message, all zero. In a modelled run, which sends it too, it has no
  /// content, and under a simulator it takes no room.
  template <class T>
  la::Workspace<T> message(Index rows, Index columns = 1) const {
    if (modelled() && !is_dry())
      return {rows, columns,
          {static_cast<T*>(mpi::allocate_unread(rows * columns * sizeof(T))), mpi::free_unread}};
    auto result = matrix<T>(rows, columns);
    uncharged([&] { result.setZero(); });
    return result;
  }
  /// A matrix as the left operand of any number of products: op(A), or m x k whose columns are to
  /// be set.
  template <class T>
  la::Gemm<T> operand(Index m, Index k) const {
    if (!modelled()) return {m, k};
    return {m, k, hold<T>(la::Gemm<T>::entries(m, k))};
  }
  template <class A>
  auto operand(const A& a, la::Op op = la::Op::none) {
    auto result = op == la::Op::none ? operand<typename A::Scalar>(a.rows(), a.cols())
                                     : operand<typename A::Scalar>(a.cols(), a.rows());
    set_columns(result, 0, a, op);
    return result;
  }

  // Operations on blocks where they stand (la/blas.h, la/gemm.h, la/ldlt.h, la/packed.h), by their
  // names in BLAS and LAPACK where they have one. The price of each follows from its operands.

  /// C -= A op(B).
  template <class C, class A, class B>
  void gemm(C&& c, const A& a, const B& b, la::Op op_b = la::Op::none) {
    if (charge(timing::multiply(c.rows(), c.cols(), a.cols()))) la::subtract_product(c, a, b, op_b);
  }
  /// C -= A op(B), where all but `rows_of_b` rows of B are zeros, which do not count.
  template <class C, class A, class B>
  void gemm(C&& c, const A& a, const B& b, la::Op op_b, Index rows_of_b) {
    const auto work = op_b == la::Op::transpose ? timing::multiply(c.rows(), rows_of_b, a.cols())
                                                : timing::multiply(c.rows(), c.cols(), rows_of_b);
    if (charge(work)) la::subtract_product(c, a, b, op_b);
  }
  /// C -= A B, for as many rows of A as C has, from `first_row` on.
  template <class C, class T, class B>
  void gemm(C&& c, const la::Gemm<T>& a, const B& b, Index first_row = 0) {
    const auto held = hold<T>(a.entries_of_product(c.rows(), c.cols()));
    const auto [products, copies] = multiply_by(a, c.rows(), c.cols());
    charge(copies);
    if (charge(products)) a.subtract_product(c, b, first_row);
  }
  template <class T, class A>
  void set_columns(la::Gemm<T>& gemm, Index first, const A& block, la::Op op = la::Op::none) {
    if (charge(timing::copy(gemm.is_by_three() ? 3 * block.size() / 2 : block.size())))
      gemm.set_columns(first, block, op);
  }
  /// B = op(L)^{-1} B (left) or B op(L)^{-1} (right), L unit lower triangular.
  template <class L, class B>
  void trsm(la::Side side, la::Op op, const L& l, B&& b) {
    if (charge(solve_triangular(l.cols(), side == la::Side::left ? b.cols() : b.rows())))
      la::solve_unit_lower(side, op, l, b);
  }
  /// P A = L U. Returns the row interchanged with each; any that could be pivots in a modelled run.
  template <class A>
  std::vector<Index> getrf(A&& a) {
    if (charge(factor_lu(a.rows(), a.cols()))) return la::factor_lu(a);
    std::vector<Index> pivots;
    for (Index k = 0; k < a.cols(); ++k) pivots.push_back(k + choose(a.rows() - k));
    return pivots;
  }
  /// Interchanges row k with row `pivots[k]`, k ascending.
  template <class A>
  void laswp(A&& a, const std::vector<Index>& pivots) {
    if (charge(interchange(a.cols() * std::ssize(pivots)))) la::interchange_rows(a, pivots);
  }
  /// LDL^T of a panel, its last row the scales; in a modelled run all candidates are pivots, in any
  /// order, and there are no values.
  la::PivotPanel ldlt(const la::ConstView& panel) {
    const Index candidates = panel.cols();
    if (charge(factor_panel(panel.rows() - 1, candidates))) return la::factor_panel(panel);
    auto result = la::PivotPanel::of_all(candidates);
    for (Index k = 0; k < candidates; ++k)
      std::swap(result.order[k], result.order[k + choose(candidates - k)]);
    result.values = matrix<la::Complex>(panel.rows() - 1, candidates);
    return result;
  }

  /// Y = A X, a right-hand side a column.
  template <class Y, class A, class X>
  void multiply(Y&& y, const A& a, const X& x) {
    if (charge(product(a, x.cols()))) y = a * x;
  }
  /// Y -= A X.
  template <class Y, class A, class X>
  void gemv(Y&& y, const A& a, const X& x) {
    if (charge(product(a, x.cols()))) y -= a * x;
  }
  /// Y -= A^T X.
  template <class Y, class A, class X>
  void subtract_transposed(Y&& y, const A& a, const X& x) {
    if (charge(product(a, x.cols()))) la::subtract_transposed_product(y, a, x);
  }
  /// Y = S X, S sparse and real.
  template <class Y, class S, class X>
  void spmv(Y&& y, const S& s, const X& x) {
    if (charge(add_scaled_by_real(s.nonZeros() * x.cols()))) y = s * x;
  }
  /// compute() multiplies so many columns by a sparse real matrix of so many entries.
  template <class Compute>
  void spmm(Index columns, Count entries, Compute&& compute) {
    if (charge(add_scaled_by_real(columns * entries))) std::forward<Compute>(compute)();
  }
  /// Y += diag(a) X.
  template <class Y, class X>
  void add_scaled_rows(const la::Vector& a, const X& x, Y&& y) {
    if (charge(add_scaled(y.size())))
      y += (a.asDiagonal() * x).template cast<typename std::remove_cvref_t<Y>::Scalar>();
  }
  /// compute() substitutes so many right-hand sides by the entries of L: by BLAS 2, or BLAS 3.
  template <class L, class Compute>
  void substitute(const L& l, Index columns, Compute&& compute) {
    if (charge(columns == 1 ? timing::substitute(l.size()) : product(l, columns)))
      std::forward<Compute>(compute)();
  }
  /// compute() multiplies so many right-hand sides by a block that has its place in the flops of a
  /// factorisation already: a single one is neither counted nor priced.
  template <class A, class Compute>
  void multiply_beside(const A& a, Index columns, Compute&& compute) {
    if (columns > 1 ? charge(product(a, columns)) : !modelled()) std::forward<Compute>(compute)();
  }

  /// compute() adds an element matrix of so many rows, which takes `flops` to compute, to a front.
  template <class Compute>
  void assemble(Count flops, Index rows, Compute&& compute) {
    charge(element_matrix(flops));
    if (charge(scatter(la::triangle(rows)))) std::forward<Compute>(compute)();
  }

  /// compute() calls a library, which does so many flops.
  template <class Compute>
  void in_library(Count flops, Compute&& compute) {
    if (charge(timing::in_library(flops))) std::forward<Compute>(compute)();
  }

  template <class A>
  void set_zero(A&& a) {
    if (charge(clear(a.size()))) a.setZero();
  }
  template <class From, class To>
  void copy(const From& from, To&& to) {
    if (charge(timing::copy(to.size()))) to = from;
  }
  /// compute() copies as many entries as `to` has.
  template <class To, class Compute>
  void fill(const To& to, Compute&& compute) {
    if (charge(timing::copy(static_cast<Count>(to.size())))) std::forward<Compute>(compute)();
  }
  /// compute() brings as many entries as `near` has from or to places far apart.
  template <class Near, class Compute>
  void gather(const Near& near, Compute&& compute) {
    if (charge(scatter(near.size()))) std::forward<Compute>(compute)();
  }
  /// compute() spreads the rows of L21, and of L21 D, over as many rows as `l21` has.
  template <class A, class Compute>
  void spread_panel(const A& l21, Compute&& compute) {
    charge(timing::copy(4 * l21.size()));
    if (charge(scatter(3 * l21.size()))) std::forward<Compute>(compute)();
  }
  template <class A, class B>
  void swap(A&& a, B&& b) {
    if (charge(timing::copy(2 * a.size()))) a.swap(b);
  }
  template <class A>
  auto copy_of(const A& a) {
    auto result = matrix<typename A::Scalar>(a.rows(), a.cols());
    copy(a, result);
    return result;
  }
  /// The matrix itself, or a copy in single precision.
  template <class T>
  decltype(auto) in_precision(const la::Workspace<la::Complex>& a) const {
    if constexpr (std::is_same_v<T, la::Complex>) {
      return (a);
    } else {
      auto result = matrix<T>(a.rows(), a.cols());
      uncharged([&] { result = a.template cast<T>(); });
      return result;
    }
  }
  /// The lower triangle of a square, packed.
  la::Workspace<la::Complex> packed(const la::ConstView& square) {
    auto result = matrix<la::Complex>(la::triangle(square.rows()), 1);
    fill(result, [&] { la::pack(square, result.data()); });
    return result;
  }
  /// A(p_i, p_j) += S_ij, a packed triangle.
  template <class A>
  void extend_add(A&& a, const la::Workspace<la::Complex>& s, std::span<const Index> places) {
    if (charge(timing::extend_add(la::triangle(std::ssize(places))))) la::extend_add(a, s, places);
  }

  /// A copy that is neither counted nor priced.
  template <class T>
  la::Workspace<T> uncharged_copy_of(const la::Workspace<T>& a) const {
    auto result = matrix<T>(a.rows(), a.cols());
    uncharged([&] { result = a; });
    return result;
  }

  /// The time that the arithmetic of a modelled run would have taken on this rank so far.
  const core::PerStage<double>& modelled_seconds() const { return modelled_seconds_; }

  /// A number from 0 to count - 1 for a choice that a computed run makes by its values; random, and
  /// the same in every modelled run.
  Index choose(Index count) {
    return static_cast<Index>(random_() % static_cast<std::uint64_t>(count));
  }

 private:
  /// The product of a matrix with so many columns.
  template <class A>
  static Work product(const A& a, Index columns) {
    return columns == 1 ? add_scaled(a.size()) : timing::multiply(a.rows(), columns, a.cols());
  }

  void pass(double seconds) {
    owed_ += seconds;
    if (owed_ > mpi::shortest_time) mpi::pass_time(std::exchange(owed_, 0.0));
  }

  /// Bytes of a dry run: now, and the most at one time.
  struct LiveBytes {
    Count now = 0, most = 0;
  };

  std::optional<Profile> profile_;
  std::shared_ptr<LiveBytes> live_;  ///< null unless the run is dry
  core::Metrics* metrics_ = nullptr;
  core::Stage stage_{};
  core::PerStage<double> modelled_seconds_ = {};
  double factor_ = 1;
  std::mt19937_64 random_;
  double owed_ = 0;  ///< seconds too short to be waited for yet
};

}  // namespace febem::timing
