// min |A x - 1|, x >= 0, with a row (quantities / seconds) for each sample. With four quantities at most the constraint is met
// by trial: of the unconstrained minima over all subsets of the quantities that have no negative price, the least.
#include "timing/price_fit.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace febem::timing {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, static_cast<int>(Quantities{}.size())>;
using Prices = Eigen::Matrix<double, static_cast<int>(Quantities{}.size()), 1>;

Rows relative(const std::vector<PricedSample>& samples) {
  Rows rows(static_cast<la::Index>(samples.size()), Prices::RowsAtCompileTime);
  la::Index count = 0;
  for (const auto& sample : samples)
    if (sample.seconds > 0) rows.row(count++) = Eigen::Map<const Prices>(sample.quantities.data()).transpose() / sample.seconds;
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
  for (std::size_t q = 0; q < chosen.size(); ++q) prices[chosen[q]] = x[static_cast<la::Index>(q)] / scale[static_cast<la::Index>(q)];
  return prices;
}

}  // namespace

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
