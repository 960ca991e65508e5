
#include "mpi/environment.h"
#include "support/catch.h"
#include "timing/arithmetic.h"

using core::Stage;
using timing::Operation;

namespace {

constexpr auto first = [](Operation operation) { return static_cast<std::size_t>(operation); };

/// Only entries that are copied take time.
timing::Profile priced(double seconds_per_entry) {
  timing::Profile profile{"a machine"};
  profile.prices[first(Operation::copy)][0] = seconds_per_entry;
  return profile;
}

constexpr timing::Work copy_of(double entries) { return {Operation::copy, 7, {entries}}; }

template <class F>
double seconds_of(F&& work) {
  const double start = mpi::wall_time();
  work();
  return mpi::wall_time() - start;
}

}  // namespace

TEST_CASE("computed work is done once and counted") {
  timing::Arithmetic arithmetic;
  core::Metrics metrics;
  arithmetic.count_in(Stage::merge, metrics);
  int done = 0;
  if (arithmetic.charge(copy_of(1e9)) && arithmetic.charge(copy_of(1))) ++done;
  CHECK(metrics.flops == 14);
  arithmetic.run_counted([] { return copy_of(1e9); }, [&] { return ++done, core::Count{100}; });
  CHECK(metrics.flops == 114);
  arithmetic.uncharged([&] { ++done; });
  CHECK(metrics.flops == 114);
  CHECK(done == 3);
  CHECK_FALSE(arithmetic.modelled());
}

TEST_CASE("modelled work is counted, not done, and takes its time") {
  timing::Arithmetic arithmetic(priced(1e-3));
  core::Metrics metrics;
  arithmetic.count_in(Stage::merge, metrics);
  CHECK(arithmetic.modelled());
  int done = 0;
  CHECK(seconds_of([&] {
    if (arithmetic.charge(copy_of(10)) || arithmetic.charge(copy_of(20))) ++done;
  }) >= 0.03);
  CHECK(metrics.flops == 14);
  CHECK(seconds_of([&] {
    arithmetic.run_counted([] { return copy_of(30); }, [&] { return ++done, core::Count{100}; });
  }) >= 0.03);
  CHECK(metrics.flops == 21);
  arithmetic.uncharged([&] { ++done; });
  CHECK(done == 0);
}

TEST_CASE("a long message has its length, modelled or not, and zeros if it is not") {
  const timing::Arithmetic computed, modelled(priced(1));
  auto message = computed.message<double>(1000);
  CHECK(message.size() == 1000);
  CHECK(message.isZero(0));
  const auto* values = message.data();
  auto moved = std::move(message);
  CHECK(moved.data() == values);
  moved = modelled.message<double>(10'000'000);
  CHECK(moved.size() == 10'000'000);
  CHECK(modelled.message<double>(0).size() == 0);
}

TEST_CASE("a dry run takes no time and counts the bytes that live at one time in a stage") {
  auto dry = timing::Arithmetic::dry(priced(3600));
  CHECK(dry.modelled());
  CHECK(seconds_of([&] { CHECK_FALSE(dry.charge(copy_of(10))); }) < 3600);
  dry.enter(Stage::merge);
  auto kept = dry.matrix<la::Complex>(10, 3);
  {
    const auto message = dry.message<float>(100);
    const auto single = dry.copy_of(kept);
    CHECK(core::is_nowhere(message.data()));
  }
  CHECK(dry.most_bytes() == 16 * 30 + 4 * 100 + 16 * 30);
  dry.enter(Stage::form);
  CHECK(dry.most_bytes() == 16 * 30);
  const auto moved = std::move(kept);
  const auto operand = dry.operand<la::Complex>(200, 128);  // as three real ones
  CHECK(dry.most_bytes() == 16 * 30 + 24 * 200 * 128);
  kept = la::Workspace<la::Complex>();
  CHECK(moved.rows() == 10);
}

TEST_CASE("work too short to be waited for adds up") {
  timing::Arithmetic arithmetic(priced(1e-6));
  core::Metrics metrics;
  arithmetic.count_in(Stage::form, metrics);
  CHECK(seconds_of([&] {
    for (int i = 0; i < 100'000; ++i) arithmetic.charge(copy_of(1));
  }) >= 0.099);
  CHECK(metrics.flops == 700'000);
}

TEST_CASE("a stage's factor multiplies its times alone") {
  auto profile = priced(1e-3);
  profile.factors[Stage::reduce] = 3;
  profile.factors[Stage::merge] = 0;
  timing::Arithmetic arithmetic(profile);
  core::Metrics metrics;
  arithmetic.count_in(Stage::reduce, metrics);
  CHECK(seconds_of([&] { arithmetic.charge(copy_of(10)); }) >= 0.03);
  arithmetic.count_in(Stage::merge, metrics);
  CHECK(seconds_of([&] { arithmetic.charge(copy_of(3600e3)); }) < 3600);
  arithmetic.count_in(Stage::form, metrics);
  CHECK(seconds_of([&] { arithmetic.charge(copy_of(10)); }) >= 0.01);
  const auto& seconds = arithmetic.modelled_seconds();
  CHECK(seconds[Stage::merge] == 0);
  CHECK_THAT(seconds[Stage::form], Catch::Matchers::WithinRel(0.01, 1e-12));
  CHECK_THAT(seconds[Stage::reduce], Catch::Matchers::WithinRel(0.03, 1e-12));
  CHECK(seconds[Stage::eliminate] == 0);
}

TEST_CASE("choices stay within their bounds, reach all of them, and are the same in every run") {
  timing::Arithmetic one(priced(0)), other(priced(0));
  std::set<la::Index> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto chosen = one.choose(7);
    CHECK(chosen == other.choose(7));
    seen.insert(chosen);
  }
  CHECK(seen == std::set<la::Index>{0, 1, 2, 3, 4, 5, 6});
}

namespace {

/// Calls every operation once, on matrices of zeros or, in a modelled run, of a shape alone.
void do_everything(timing::Arithmetic& m) {
  using la::Complex;
  auto a = m.zeros<Complex>(200, 130), c = m.zeros<Complex>(200, 7, timing::first_touch),
       b = m.zeros<Complex>(130, 7), square = m.zeros<Complex>(130, 130);
  auto x = m.zeros<Complex>(130, 1), y = m.zeros<Complex>(200, 1),
       panel = m.zeros<Complex>(131, 10);
  m.gemm(c, a, b);
  const auto gemm = m.operand(a), small = m.operand(a.topRows(5), la::Op::transpose);
  m.gemm(c, gemm, b);
  m.gemm(c.bottomRows(3), gemm, b, 197);
  m.gemm(b, small, m.zeros<Complex>(5, 7));
  m.trsm(la::Side::left, la::Op::none, square, b);
  m.trsm(la::Side::right, la::Op::transpose, square, m.zeros<Complex>(3, 130));
  const auto pivots = m.getrf(a);
  CHECK(pivots.size() == 130);
  for (la::Index k = 0; k < 130; ++k) CHECK((pivots[k] >= k && pivots[k] < 200));
  m.laswp(c, pivots);
  m.uncharged([&] { panel.setIdentity(); });
  CHECK(m.ldlt(panel).pivots == 10);
  m.multiply(y, a, x);
  m.gemv(y, a, x);
  m.add_scaled_rows(la::Vector::Ones(130), x, b.col(0));
  m.substitute(a, 1, [] {});
  m.substitute(a, 7, [] {});
  m.multiply_beside(a, 1, [] {});
  m.multiply_beside(a, 7, [] {});
  m.subtract_transposed(b, a, c);
  m.copy(b, m.matrix<Complex>(130, 7));
  m.fill(b, [] {});
  m.swap(b.col(0), b.col(1));
  const auto copy = m.copy_of(b);
  CHECK((copy.rows() == 130 && copy.cols() == 7));
  const std::vector<la::Index> places{3, 0, 2};
  m.extend_add(square, m.packed(square.topLeftCorner(3, 3)), places);
}

}  // namespace

TEST_CASE("an operation counts by its operands, and in a modelled run touches none") {
  core::Metrics computed_metrics, modelled_metrics;
  timing::Arithmetic computed, modelled{timing::free_of_charge()};
  computed.count_in(Stage::reduce, computed_metrics);
  modelled.count_in(Stage::reduce, modelled_metrics);
  do_everything(computed);
  do_everything(modelled);
  const core::Count by_gemm = 8 * 7 * 130 * (200 + 200 + 3 + 5 + 3 * 200);
  const core::Count others = la::solve_triangular_flops(130, 7) +
                             la::solve_triangular_flops(130, 3) + la::factor_lu_flops(200, 130) +
                             la::factor_panel_flops(130, 10) + 2 * 8 * 200 * 130 + 8 * 130;
  CHECK(computed_metrics.flops == by_gemm + others);
  CHECK(modelled_metrics.flops == computed_metrics.flops);
}

TEST_CASE("the time of an operation is that of the entries of its operands") {
  timing::Arithmetic arithmetic(priced(1e-9));
  core::Metrics metrics;
  arithmetic.count_in(Stage::merge, metrics);
  const auto seconds = [&] { return arithmetic.modelled_seconds()[Stage::merge]; };
  auto a = arithmetic.matrix<la::Complex>(3, 5);
  CHECK(seconds() == 0);
  arithmetic.copy(a, a);
  CHECK_THAT(seconds(), Catch::Matchers::WithinRel(15e-9, 1e-12));
  const auto copied = arithmetic.copy_of(a.leftCols(2));
  CHECK_THAT(seconds(), Catch::Matchers::WithinRel(21e-9, 1e-12));
  arithmetic.swap(a.col(0), a.col(1));
  CHECK_THAT(seconds(), Catch::Matchers::WithinRel(27e-9, 1e-12));
  arithmetic.packed(arithmetic.matrix<la::Complex>(4, 4));
  CHECK_THAT(seconds(), Catch::Matchers::WithinRel(37e-9, 1e-12));
  const auto operand = arithmetic.operand(arithmetic.matrix<la::Complex>(128, 128));
  CHECK_THAT(seconds(), Catch::Matchers::WithinRel(37e-9 + 1.5e-9 * 128 * 128, 1e-12));
}
