#include "timing/fit.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace febem::timing {
namespace {

struct Point {
  double bytes, seconds;
};
using Points = std::span<const Point>;

struct Line {
  Regime regime;
  double squares = 0;  ///< sum of squared relative residuals
};

constexpr std::size_t fewest_lengths = 3;  // of a regime, when there are two
constexpr double meaningless = 1e-6;       // relative residuals below it are rounding

double relative_residual(const Regime& regime, Point point) {
  return regime.seconds(point.bytes) / point.seconds - 1;
}

double sum_of_squares(const Regime& regime, Points points) {
  double sum = 0;
  for (const auto& point : points) sum += std::pow(relative_residual(regime, point), 2);
  return sum;
}

// The line t0 + slope s of least squares of the relative residuals: a message has the prices of its
// start and of its bytes. The time does not grow with the length where there is only one length.
Line fit_one(Points points) {
  const bool one_length = points.front().bytes == points.back().bytes;
  std::vector<PricedSample> samples;
  for (const auto [bytes, seconds] : points)
    samples.push_back({{1, one_length ? 0 : bytes}, seconds});
  const auto prices = fit_prices(samples).prices;
  const double rate = prices[1] > 0 ? 1 / prices[1] : std::numeric_limits<double>::infinity();
  const Regime regime{points.front().bytes, prices[0], rate};
  return {regime, sum_of_squares(regime, points)};
}

// Index of the first point of each length.
std::vector<std::size_t> starts_of_lengths(Points points) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i == 0 || points[i].bytes != points[i - 1].bytes) starts.push_back(i);
  return starts;
}

double squares(const std::vector<Line>& lines) {
  double sum = 0;
  for (const auto& line : lines) sum += line.squares;
  return sum;
}

// Best pair of lines; empty if there are too few lengths.
std::vector<Line> fit_two(Points points) {
  std::vector<Line> best;
  const auto starts = starts_of_lengths(points);
  for (std::size_t k = fewest_lengths; k + fewest_lengths <= starts.size(); ++k) {
    std::vector<Line> lines{fit_one(points.first(starts[k])), fit_one(points.subspan(starts[k]))};
    if (best.empty() || squares(lines) < squares(best)) best = std::move(lines);
  }
  return best;
}

double information_criterion(const std::vector<Line>& lines, std::size_t points) {
  const auto n = static_cast<double>(points);
  const double parameters =
      3.0 * static_cast<double>(lines.size()) - 1;  // each line two, each breakpoint one
  return n * std::log(std::max(squares(lines) / n, meaningless * meaningless)) +
         parameters * std::log(n);
}

std::vector<Line> fit_best(Points points) {
  const std::vector<Line> one{fit_one(points)};
  auto two = fit_two(points);
  if (two.empty() ||
      information_criterion(one, points.size()) <= information_criterion(two, points.size()))
    return one;
  return two;
}

std::vector<Point> ordered(std::span<const double> bytes, std::span<const double> seconds) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (seconds[i] > 0) points.push_back({bytes[i], seconds[i]});
  std::sort(points.begin(), points.end(), [](Point a, Point b) { return a.bytes < b.bytes; });
  return points;
}

// Prices: min |A x - 1|, x >= 0, with a row (quantities / seconds) for each sample. With four
// quantities at most the constraint is met by trial: of the unconstrained minima over all subsets
// of the quantities that have no negative price, the least.

using Rows = Eigen::Matrix<double, Eigen::Dynamic, static_cast<int>(Quantities{}.size())>;
using Prices = Eigen::Matrix<double, static_cast<int>(Quantities{}.size()), 1>;

Rows relative(const std::vector<PricedSample>& samples) {
  Rows rows(static_cast<la::Index>(samples.size()), Prices::RowsAtCompileTime);
  la::Index count = 0;
  for (const auto& sample : samples)
    if (sample.seconds > 0)
      rows.row(count++) =
          Eigen::Map<const Prices>(sample.quantities.data()).transpose() / sample.seconds;
  rows.conservativeResize(count, Eigen::NoChange);
  return rows;
}

/// The best prices of the quantities in the subset, zero for the others.
Prices best_of(const Rows& rows, unsigned subset) {
  std::vector<int> chosen;
  for (int q = 0; q < rows.cols(); ++q)
    if ((subset >> q & 1u) != 0 && !rows.col(q).isZero(0)) chosen.push_back(q);
  Prices prices = Prices::Zero();
  if (chosen.empty()) return prices;
  // Quantities differ by orders of magnitude.
  Eigen::MatrixXd a = rows(Eigen::all, chosen);
  const Eigen::VectorXd scale = a.colwise().norm();
  for (la::Index q = 0; q < a.cols(); ++q) a.col(q) /= scale[q];
  const Eigen::VectorXd x = a.colPivHouseholderQr().solve(Eigen::VectorXd::Ones(a.rows()));
  for (std::size_t q = 0; q < chosen.size(); ++q)
    prices[chosen[q]] = x[static_cast<la::Index>(q)] / scale[static_cast<la::Index>(q)];
  return prices;
}

}  // namespace

const Regime& Fit::regime(double bytes) const {
  const auto after = std::find_if(
      regimes.begin() + 1, regimes.end(), [&](auto& r) { return bytes < r.from_bytes; });
  return *(after - 1);
}

Fit fit_line(std::span<const double> bytes, std::span<const double> seconds) {
  const auto points = ordered(bytes, seconds);
  if (points.empty()) return {};
  const auto lines = fit_best(points);
  Fit fit;
  for (const auto& line : lines) fit.regimes.push_back(line.regime);
  fit.regimes.front().from_bytes = 0;
  fit.relative_residual = std::sqrt(squares(lines) / static_cast<double>(points.size()));
  for (const auto& point : points)
    fit.largest_residual =
        std::max(fit.largest_residual, std::abs(relative_residual(fit.regime(point.bytes), point)));
  return fit;
}

PriceFit fit_prices(const std::vector<PricedSample>& samples) {
  const Rows rows = relative(samples);
  PriceFit fit;
  if (rows.rows() == 0) return fit;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned subset = 0; subset < 1u << Prices::RowsAtCompileTime; ++subset) {
    const Prices prices = best_of(rows, subset);
    const Eigen::VectorXd deviation = (rows * prices).array() - 1;
    if (!(prices.array() >= 0).all() || !(deviation.squaredNorm() < least)) continue;
    least = deviation.squaredNorm();
    std::copy(prices.begin(), prices.end(), fit.prices.begin());
    fit.largest_residual = deviation.cwiseAbs().maxCoeff();
  }
  return fit;
}

}  // namespace febem::timing
