//   p(x) = sum_j p_j int dG/dn_y - q_j int G                                     over panel j
//   f(d) = 1/(4 pi) sum_j (-ik d.n_j p_j - q_j) int e^{-ik d.y}
//          since r -> |x| - d.y
//
// On a circle of directions d = (s cos phi, s sin phi, c) and its mirror image of -c, points have
// the weights e^{-ikcz} and their conjugates. The circles share e^{-iks (x cos phi + y sin phi)}.
#include "bem/field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "bem/panel_quadrature.h"
#include "la/blas.h"

namespace febem::bem {

namespace {

constexpr double unresolved_phase = 4 * core::pi;  // of a wave along a panel

struct Extent {
  Vec3 middle;    // of the bounding box
  double radius;  // of a ball about it, m
  Vec3 widths;    // distances from its lines along x, y and z, m
};

Extent extent_of(const mesh::Surface& surface) {
  Eigen::AlignedBox3d box;
  for (const Vec3& x : surface.points) box.extend(x);
  Extent result{box.center(), 0, Vec3::Zero()};
  for (const Vec3& x : surface.points) {
    const Vec3 d = x - result.middle;
    result.radius = std::max(result.radius, d.norm());
    for (int axis = 0; axis < 3; ++axis)
      result.widths[axis] = std::max(result.widths[axis], d.cross(Vec3::Unit(axis)).norm());
  }
  return result;
}

}  // namespace

template <class Use>
auto Field::with_images(const la::Matrix& p, const la::Matrix& q, Use&& use) const {
  const auto& columns = surface_->columns;
  if (columns.unknown.empty()) return use(p, q);
  return use(columns.spread(p, columns.of_p), columns.spread(q, columns.of_q));
}

la::Matrix Field::pressure(
    std::span<const Vec3> points, const la::Matrix& own_p, const la::Matrix& own_q) const {
  return with_images(own_p, own_q, [&](const la::Matrix& p, const la::Matrix& q) {
    la::Matrix result(points.size(), p.cols());
    la::Vector minus_k(space().size()), of_s(space().size());
    for (std::size_t m = 0; m < points.size(); ++m) {
      surface_->integrals->row(
          {points[m], Vec3::Zero()}, {wavenumber_}, la::span_of(minus_k), la::span_of(of_s));
      result.row(m) = -(minus_k.transpose() * p + of_s.transpose() * q);
    }
    return result;
  });
}

template <class Visit>
void Field::for_each_block(
    std::span<const Vec3> directions, std::optional<int> axis, Index fields, Visit&& visit) const {
  if (directions.empty()) return;
  // Unknowns, so that many sound fields are products of matrices, and one takes little memory.
  const Index at_once = std::min<Index>(8 * fields, 64);
  const auto total = static_cast<Index>(directions.size());
  const Index own = axis ? total / 2 : total;  // of which the waves are computed
  const int c = axis.value_or(2), a = (c + 1) % 3, b = (c + 2) % 3;
  std::vector<Index> ends;  // of circles
  for (Index m = 1; m <= own; ++m)
    if (m == own || (axis && directions[m][c] != directions[m - 1][c])) ends.push_back(m);
  const auto rows = static_cast<Index>(padded(directions.size()) + padding);
  la::RealMatrix waves = la::RealMatrix::Zero(rows, 3), sums(rows, 4);
  for (Index m = 0; m < total; ++m) waves.row(m) = wavenumber_ * directions[m].transpose();
  la::RealVector rise = waves.col(c);
  if (axis) rise.setZero();
  la::Matrix of_p(total, at_once), of_q(total, at_once);
  for (Index first = 0; first < space().size(); first += at_once) {
    const Index count = std::min(at_once, space().size() - first);
    for (Index j = 0; j < count; ++j) {
      const RulePoints points = wave_points(surface_->surface, space(), first + j, wavenumber_);
      const std::array at{points.x.data(), points.y.data(), points.z.data()};
      std::array<double, RulePoints::capacity> weight = points.weight, weight_im{};
      Index begin = 0;
      for (const Index end : ends) {
        for (int q = 0; axis && q < points.size; ++q) {
          const auto wave = sine_cosine(waves(begin, c) * at[c][q]);
          weight[q] = points.weight[q] * wave.cosine;
          weight_im[q] = -points.weight[q] * wave.sine;
        }
        const auto from = [&](auto&& column) { return column.data() + begin; };
        surface_->kernels.plane_waves({from(waves.col(a)), from(waves.col(b)), from(rise)},
            {at[a], at[b], at[c], weight.data(), points.size}, weight_im.data(),
            static_cast<std::size_t>(end - begin),
            {from(sums.col(0)), from(sums.col(1)), from(sums.col(2)), from(sums.col(3))});
        begin = end;
      }
      const la::RealVector along_normal = waves * space().normals[first + j];
      for (Index m = 0; m < total; ++m) {
        const bool is_image = m >= own;
        const Index row = is_image ? m - own : m, part = is_image ? 2 : 0;
        const double re = sums(row, part) / (4 * core::pi),
                     im = sums(row, part + 1) / (4 * core::pi);
        of_q(m, j) = {re, im};
        of_p(m, j) = {-along_normal[m] * im, along_normal[m] * re};
      }
    }
    visit(first, of_p.leftCols(count), of_q.leftCols(count));
  }
}

la::Matrix Field::directivity(
    std::span<const Vec3> directions, const la::Matrix& p, const la::Matrix& q) const {
  return amplitudes(directions, {}, p, q);
}

la::Matrix Field::amplitudes(std::span<const Vec3> directions, std::optional<int> axis,
    const la::Matrix& own_p, const la::Matrix& own_q) const {
  return with_images(own_p, own_q, [&](const la::Matrix& p, const la::Matrix& q) {
    la::Matrix result = la::Matrix::Zero(std::ssize(directions), p.cols());
    const bool moves = (q.array() != Complex(0)).any();
    const auto use = [&](Index first, const auto& of_p, const auto& of_q) {
      la::subtract_product(result, la::Op::none, of_p, p.middleRows(first, of_p.cols()));
      if (moves) la::subtract_product(result, la::Op::none, of_q, q.middleRows(first, of_q.cols()));
    };
    for_each_block(directions, axis, p.cols(), use);
    return result;
  });
}

la::Vector Field::each_in_its_direction(
    std::span<const Vec3> directions, const la::Matrix& own_p, const la::Matrix& own_q) const {
  return with_images(own_p, own_q, [&](const la::Matrix& p, const la::Matrix& q) {
    la::Vector result = la::Vector::Zero(p.cols());
    const auto use = [&](Index first, const auto& of_p, const auto& of_q) {
      for (Index c = 0; c < of_p.cols(); ++c)
        for (Index m = 0; m < result.size(); ++m)
          result[m] -= of_p(m, c) * p(first + c, m) + of_q(m, c) * q(first + c, m);
    };
    for_each_block(directions, {}, 1, use);
    return result;
  });
}

PatternLimits Field::far_limits() const {
  const auto [middle, radius, widths] = extent_of(surface_->surface);
  const double area = std::accumulate(space().mass.begin(), space().mass.end(), 0.0);
  if (!(wavenumber_ * std::sqrt(area / space().size()) <= unresolved_phase)) return {};
  int axis = 0;
  const double width = widths.minCoeff(&axis);
  return {highest_order(wavenumber_ * radius), wavenumber_ * width, axis};
}

// About the middle c of the body f has the factor e^{ik d.c}, and the fewest partial waves.
FarFields Field::far_fields(const PatternLimits& limits, double density, double sound_speed,
    const la::Matrix& p, const la::Matrix& q, const Gather& gather) const {
  if (limits.degree == 0) return {{}, {}, density, sound_speed};
  const auto rule = sphere_rule(limits);
  const auto quarter = static_cast<Index>(rule.size() / 4);
  // f(-d) of p and q is the conjugate of f(d) of their conjugates.
  const auto with_conjugate = [](const la::Matrix& values) {
    la::Matrix result(values.rows(), 2 * values.cols());
    result << values, values.conjugate();
    return result;
  };
  const la::Matrix p_both = with_conjugate(p), q_both = with_conjugate(q);
  const la::Matrix all = gather(quarter, [&](Index first, Index count) {
    std::vector<Vec3> directions;
    for (const Index begin : {first, quarter + first})
      for (Index m = begin; m < begin + count; ++m) directions.push_back(rule[m].direction);
    const la::Matrix both = amplitudes(directions, limits.axis, p_both, q_both);
    la::Matrix result(count, 2 * both.cols());
    result << both.topRows(count), both.bottomRows(count);
    return result;
  });
  if (all.size() == 0) return {{}, {}, density, sound_speed};
  const auto columns = [&](int number) { return all.middleCols(number * p.cols(), p.cols()); };
  la::Matrix f(rule.size(), p.cols());
  f << columns(0), columns(2), columns(1).conjugate(), columns(3).conjugate();
  const Vec3 middle = extent_of(surface_->surface).middle;
  for (std::size_t m = 0; m < rule.size(); ++m)
    f.row(m) *= std::polar(1.0, wavenumber_ * rule[m].direction.dot(middle));
  return {std::move(f), limits, density, sound_speed};
}

double surface_power(const BoundarySpace& space, const la::Vector& p, const la::Vector& v) {
  double power = 0;
  for (Index j = 0; j < space.size(); ++j)
    power += space.mass[j] * (p[j] * std::conj(v[j])).real() / 2;
  return power;
}

}  // namespace febem::bem
