#include "driver/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "cases/planes.h"
#include "core/text.h"
#include "core/text_table.h"
#include "driver/frequency_solver.h"
#include "la/norms.h"

namespace febem::driver {
namespace {

using core::Complex;
using core::Index;

constexpr int first_samples = 3, good_in_a_row = 2, random_checks = 5;
// The reduced basis:
constexpr int patience = 30;           // solutions until it is tried
constexpr int worthwhile = 4;          // at most this part of all are solved
constexpr double safety_of_basis = 2;  // besides: its errors differ more between frequencies
constexpr double least_error = 0.3;    // of the tolerance: a few checks cannot tell less
constexpr int spanned_in_a_row = 4, most_looked_at = 2000, most_suspects = 6, most_rounds = 4;
constexpr double little = 0.01, of_fluid = 0.1;  // errors of shapes and fluid, of the tolerance
constexpr int enough = 20;               // solutions, if half of all, to see that no curve fits
constexpr double safety = 2;             // errors elsewhere can be larger than those that are seen
constexpr double floor_of_errors = 0.1;  // 20 dB below the largest

double decibels(double error) { return 20 * std::log10(1 + error); }
double amplitude(double decibels) { return std::pow(10, decibels / 20) - 1; }

/// |a - b| over the larger of |b| and a part of the largest |b|; the largest; NaN if one is NaN.
template <class Value>
double error_of(std::span<const Value> a, std::span<const Value> b) {
  double largest = 0, error = 0;
  for (const auto& value : b) largest = la::larger(largest, std::abs(value));
  for (std::size_t i = 0; i < b.size(); ++i)
    if (const double wrong = std::abs(a[i] - b[i]); wrong != 0)
      error = la::larger(error, wrong / std::max(std::abs(b[i]), floor_of_errors * largest));
  return error;
}

/// The error to expect of such results, dB.
double error_of(
    const std::vector<io::FrequencySolution>& a, const std::vector<io::FrequencySolution>& b) {
  double error = 0;
  std::vector<double> echo_a, echo_b;
  for (std::size_t load = 0; load < b.size(); ++load) {
    const auto of_field = [&](auto member) {
      error = la::larger(error, error_of<Complex>(a[load].*member, b[load].*member));
    };
    of_field(&io::FrequencySolution::pressure);
    of_field(&io::FrequencySolution::displacement);
    of_field(&io::FrequencySolution::voltage);
    of_field(&io::FrequencySolution::charge);
    of_field(&io::FrequencySolution::field_pressure);
    of_field(&io::FrequencySolution::directivity);
    const auto &f = a[load].figures, &g = b[load].figures;
    const double power_f = std::sqrt(f.far_field_power_w), power_g = std::sqrt(g.far_field_power_w);
    error = la::larger(error, error_of<double>({&power_f, 1}, {&power_g, 1}));
    if (std::isnan(g.target_strength_db)) continue;
    echo_a.push_back(std::pow(10, f.target_strength_db / 20));
    echo_b.push_back(std::pow(10, g.target_strength_db / 20));
  }
  error = la::larger(error, error_of<double>(echo_a, echo_b));
  return safety * decibels(error);
}

}  // namespace

double expected_solutions(const cases::Case& problem, const cases::Model& model) {
  const auto hz = problem.frequencies();
  const auto [from, to] = std::ranges::minmax(hz);
  const auto& areas = model.wet.surface.areas;
  const double area = std::accumulate(areas.begin(), areas.end(), 0.0),
               length = std::sqrt(cases::parts_of_body(problem) * area),
               half_waves = 2 * (to - from) / problem.fluid.sound_speed * length,
               digits = std::log10(0.1 / problem.frequency.sweep_error);
  const double least = first_samples + good_in_a_row + random_checks;
  return std::min<double>(std::ssize(hz), std::max(least, least + 2 * half_waves + 2 * digits));
}

Curve::Curve(
    const Sweep& sweep, std::vector<double> hz, double tolerance, const comm::Messenger& messages)
    : sweep_(sweep), messages_(messages), hz_(std::move(hz)), tolerance_(tolerance),
      search_(tolerance), sampled_(hz_.size(), false) {
  const auto& structure = sweep.model().structure;
  if (!structure) return;
  basis_.emplace(sweep);
  const auto& problem = sweep.problem();
  can_reduce_ = !problem.elimination().iterates() && !problem.is_mixed();
  double loss = 1;
  for (Index element = 0; element < std::ssize(structure->solid().elements); ++element)
    loss = std::min(loss, structure->material(element).loss_factor);
  search_ = std::clamp(decibels(loss), 0.1 * tolerance, tolerance);
}

std::optional<double> Curve::next_fluid() {
  const auto all = std::ssize(hz_);
  if (!reduced_) {
    const auto solved = std::ranges::count(sampled_, true);
    if (!can_reduce_ || good_ > 0 || solved < patience || worthwhile * solved > all ||
        spanned_ < spanned_in_a_row)
      return {};
    reduced_ = true;
    change_ = 0;
  }
  const bool failed = rounds_ == most_rounds && !checking_ && good_ < suspected_;
  if (failed || worthwhile * basis_->answers() > all) {
    can_reduce_ = reduced_ = checking_ = false;
    good_ = 0;
    return {};
  }
  const auto [from, to] = std::ranges::minmax(hz_);
  return basis_->next_fluid(from, to, of_fluid * amplitude(tolerance_));
}

std::vector<Index> Curve::next(int most) {
  const auto left = static_cast<int>(std::ranges::count(sampled_, false));
  most = std::min(most, left);
  asked_.clear();
  predicted_.clear();
  if (interpolant_.values() < first_samples) {
    const auto last = static_cast<Index>(hz_.size() - 1);
    for (const Index number : {Index{0}, last, static_cast<Index>(last / 2)})
      if (!sampled_[number] && std::ssize(asked_) < most &&
          std::ranges::find(asked_, number) == asked_.end())
        asked_.push_back(number);
    if (asked_.empty()) asked_ = drawn(most);
    return asked_;
  }
  const auto all = std::ssize(hz_), solved = all - left;
  if (good_ == 0 && 2 * solved > all && solved > enough) gave_up_ = true;
  if (gave_up_) {
    for (Index number = 0; std::ssize(asked_) < most; ++number)
      if (!sampled_[number]) asked_.push_back(number);
    return asked_;
  }
  if (reduced_ && !checking_) {
    if (rounds_ == 0 || good_ < suspected_) {
      ++rounds_;
      good_ = 0;
      asked_ = suspects();
      suspected_ = static_cast<int>(asked_.size());
    }
    checking_ = asked_.empty();
    checked_ = 0;
  } else if (good_ < good_in_a_row) {
    asked_ = greedy(most);
  } else if (!checking_) {
    asked_ = changed(most);
  }
  if (checking_) asked_ = drawn(std::min(most, random_checks - checked_));
  for (const Index number : asked_) predicted_.push_back(at(number));
  return asked_;
}

/// All numbers, by frequency.
std::vector<Index> Curve::ordered() const {
  std::vector<Index> order(hz_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](Index i) { return hz_[i]; });
  return order;
}

/// The largest indicators, of which no two lie between the same solved frequencies.
std::vector<Index> Curve::greedy(int most) const {
  std::vector<std::pair<double, Index>> largest;
  bool is_gap = false;
  for (const Index number : ordered()) {
    if (sampled_[number]) {
      is_gap = false;
      continue;
    }
    const std::pair one(interpolant_.indicator(hz_[number]), number);
    if (!is_gap)
      largest.push_back(one);
    else
      largest.back() = std::max(largest.back(), one);
    is_gap = true;
  }
  std::ranges::sort(largest, std::greater());
  std::vector<Index> result;
  for (const auto& [indicator, number] : largest)
    if (std::ssize(result) < most) result.push_back(number);
  return result;
}

/// Frequencies at which the last solution has changed the results beyond the tolerance, if there
/// are any: a solution can bring a pole that is not there. Else begins the checks.
std::vector<Index> Curve::changed(int most) {
  std::vector<std::pair<double, Index>> changes;
  change_ = 0;
  for (const Index number : greedy(std::numeric_limits<int>::max())) {
    const double change = error_of(at(number, true), at(number));
    change_ = la::larger(change_, change);
    if (!(change <= search_)) changes.emplace_back(change, number);
  }
  std::ranges::sort(changes, std::greater());
  std::vector<Index> result;
  for (const auto& [change, number] : changes)
    if (std::ssize(result) < most) result.push_back(number);
  checking_ = result.empty();
  checked_ = 0;
  return result;
}

/// Where the last shapes change the response most, one frequency of each peak.
std::vector<Index> Curve::suspects() const {
  const auto all = ordered();
  std::vector<Index> order;
  for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / most_looked_at)
    order.push_back(all[i]);
  std::vector<double> changes(order.size() + 2, 0.0);  // one more at each end
  for (std::size_t i = 0; i < order.size(); ++i)
    if (!sampled_[order[i]]) changes[i + 1] = basis_->change(hz_[order[i]]);
  std::vector<std::pair<double, Index>> peaks;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (changes[i] < changes[i + 1] && changes[i + 1] >= changes[i + 2])
      peaks.emplace_back(changes[i + 1], order[i]);
  std::ranges::sort(peaks, std::greater());
  std::vector<Index> result;
  for (const auto& [change, number] : peaks)
    if (std::ssize(result) < most_suspects) result.push_back(number);
  return result;
}

std::vector<Index> Curve::drawn(int most) {
  std::vector<Index> left;
  for (std::size_t i = 0; i < sampled_.size(); ++i)
    if (!sampled_[i]) left.push_back(static_cast<Index>(i));
  std::vector<Index> result;
  while (std::ssize(result) < std::min<Index>(most, std::ssize(left))) {
    const auto number = left[random_() % left.size()];
    if (std::ranges::find(result, number) == result.end()) result.push_back(number);
  }
  return result;
}

void Curve::add(Index number, const std::vector<io::FrequencySolution>& solutions) {
  sampled_[number] = true;
  const auto is_whole = [](const auto& solution) { return !solution.pressure.empty(); };
  if (gave_up_ || !std::ranges::all_of(solutions, is_whole)) return;
  if (!predicted_.empty()) {
    const auto place = std::ranges::find(asked_, number) - asked_.begin();
    const double error = (reduced_ ? safety_of_basis : 1) * error_of(predicted_[place], solutions);
    errors_.push_back(error);
    if (error <= (checking_ || reduced_ ? tolerance_ : search_)) {
      ++good_;
      if (checking_) {
        ++checked_;
        return;
      }
    } else {
      good_ = 0;
      checking_ = false;
    }
  }
  interpolant_.add(hz_[number], joined(hz_[number], solutions));
  if (!can_reduce_ || (reduced_ && good_ > 0)) return;
  la::Matrix u(sweep_.model().structure->dofs(), std::ssize(solutions));
  for (la::Index load = 0; load < u.cols(); ++load)
    u.col(load) = sweep_.model().structure->free_of_nodal(
        solutions[load].displacement, solutions[load].potential);
  const double least = little * amplitude(tolerance_);
  // A suspect joins with all that it has beside the shapes.
  spanned_ = basis_->add(u, reduced_ ? 0.01 * least : least) <= least ? spanned_ + 1 : 0;
}

/// Pressure and velocity (displacement times `hz`, with the potentials times `hz`) of all load
/// cases, each over its norm at the first frequency. Both are of one size at all frequencies.
la::Vector Curve::joined(double hz, const std::vector<io::FrequencySolution>& solutions) {
  std::vector<la::Vector> parts;
  for (const auto& solution : solutions) {
    const auto& p = solution.pressure;
    parts.push_back(Eigen::Map<const la::Vector>(p.data(), std::ssize(p)));
    if (const auto& structure = sweep_.model().structure)
      parts.push_back(hz * structure->free_of_nodal(solution.displacement, solution.potential));
  }
  if (scales_.empty())
    for (const auto& part : parts) {
      const double norm = part.norm();
      scales_.push_back(norm > 0 ? norm : 1);
    }
  Index size = 0;
  for (const auto& part : parts) size += part.size();
  la::Vector result(size);
  for (std::size_t i = 0, begin = 0; i < parts.size(); begin += parts[i++].size())
    result.segment(begin, parts[i].size()) = parts[i] / scales_[i];
  return result;
}

std::vector<io::FrequencySolution> Curve::at(Index number, bool before) const {
  const auto& model = sweep_.model();
  const double hz = hz_[number];
  if (reduced_) {
    const auto response = basis_->at(hz);
    return interpolated_solutions(sweep_, hz, response.p, response.structural, messages_);
  }
  const la::Vector all = before ? interpolant_.before(hz) : interpolant_.at(hz);
  const auto loads = std::ssize(sweep_.loads());
  la::Matrix p(model.space.size(), loads);
  std::vector<StructuralSolution> structural(loads);
  Index begin = 0;
  auto scale = scales_.begin();
  const auto take = [&](Index size) {
    la::Vector part = *scale++ * all.segment(begin, size);
    begin += size;
    return part;
  };
  for (Index load = 0; load < loads; ++load) {
    p.col(load) = take(p.rows());
    if (!model.structure) continue;
    auto& u = structural[load].displacement = take(model.structure->dofs()) / hz;
    structural[load].loss = basis_->loss(u);
  }
  return interpolated_solutions(sweep_, hz, p, structural, messages_);
}

std::string Curve::progress() const {
  const auto solved = std::ranges::count(sampled_, true);
  return core::text(solved, " of ", hz_.size(), " solved",
      errors_.empty() ? "" : ", error " + core::number(errors_.back(), "%.2g") + " dB");
}

io::CurveFigures Curve::figures() const {
  io::CurveFigures result;
  result.solved = std::ranges::count(sampled_, true);
  result.tolerance_db = tolerance_;
  result.gave_up = gave_up_;
  if (reduced_) {
    result.shapes = basis_->shapes();
    result.fluid_samples = basis_->answers();
  }
  if (result.solved < std::ssize(hz_)) {
    result.error_db = change_;
    for (const double error : std::span(errors_).last(good_))
      result.error_db = la::larger(result.error_db, error);
    if (reduced_) result.error_db = la::larger(result.error_db, least_error * tolerance_);
    result.checked = checked_;
  }
  constexpr double least_quality = 3, least_size = 0.03;
  const auto [from, to] = std::ranges::minmax(hz_);
  if (interpolant_.values() > 1)
    for (const auto& [x, height] : reduced_ ? basis_->resonances() : interpolant_.poles())
      if (from <= x.real() && x.real() <= to && x.imag() < 0 && height > least_size &&
          x.real() > -2 * x.imag() * least_quality)
        result.resonances.push_back({x.real(), -2 * x.imag(), height});
  std::ranges::sort(result.resonances, {}, &io::CurveFigures::Resonance::hz);
  return result;
}

}  // namespace febem::driver
