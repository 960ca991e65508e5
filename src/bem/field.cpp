//   p(x) = sum_j p_j int dG/dn_y - q_j int G                                     over panel j
//   f(d) = 1/(4 pi) sum_j (-ik d.n_j p_j - q_j) int e^{-ik d.y}
//          since r -> |x| - d.y
//
// On a circle of directions d = (s cos phi, s sin phi, c) and its mirror image of -c, the points
// have the weights e^{-ikcz} and their conjugates, and the circles share e^{-iks (x cos phi + y sin
// phi)}.
#include "bem/field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "bem/panel_basis.h"
#include "bem/panel_quadrature.h"
#include "la/blas.h"
#include "la/norms.h"

namespace febem::bem {

namespace {

constexpr double unresolved_phase = 4 * core::pi;  // of a wave along a panel
constexpr double lowest_lobe = 0.6;                // over the highest, at directions of a rule

struct Ball {
  Vec3 middle;
  double radius;  // m
};

/// Holds the surface; about the middle of its bounding box.
Ball ball_about(const mesh::Surface& surface) {
  Eigen::AlignedBox3d box;
  for (const Vec3& x : surface.points) box.extend(x);
  double radius = 0;
  for (const Vec3& x : surface.points) radius = std::max(radius, (x - box.center()).norm());
  return {box.center(), radius};
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
    std::span<const Vec3> directions, Order order, Index fields, Visit&& visit) const {
  if (directions.empty()) return;
  // Unknowns, so that many sound fields are products of matrices, and one takes little memory.
  const Index at_once = std::min<Index>(8 * fields, 64);
  const auto total = static_cast<Index>(directions.size());
  const bool is_mirrored = order == Order::mirrored;
  const Index own = is_mirrored ? total / 2 : total;  // of which the waves are computed
  std::vector<Index> ends;                            // of circles
  for (Index m = 1; m <= own; ++m)
    if (m == own || (is_mirrored && directions[m].z() != directions[m - 1].z())) ends.push_back(m);
  const auto rows = static_cast<Index>(padded(directions.size()) + padding);
  la::RealMatrix waves = la::RealMatrix::Zero(rows, 3), sums(rows, 4);
  for (Index m = 0; m < total; ++m) waves.row(m) = wavenumber_ * directions[m].transpose();
  la::RealVector rise = waves.col(2);
  if (is_mirrored) rise.setZero();
  la::Matrix of_p(total, at_once), of_q(total, at_once);
  for (Index first = 0; first < space().size(); first += at_once) {
    const Index count = std::min(at_once, space().size() - first);
    for (Index c = 0; c < count; ++c) {
      const RulePoints points = wave_points(surface_->surface, space(), first + c);
      std::array<double, RulePoints::capacity> weight = points.weight, weight_im{};
      Index begin = 0;
      for (const Index end : ends) {
        for (int q = 0; is_mirrored && q < points.size; ++q) {
          const auto wave = sine_cosine(waves(begin, 2) * points.z[q]);
          weight[q] = points.weight[q] * wave.cosine;
          weight_im[q] = -points.weight[q] * wave.sine;
        }
        const auto from = [&](auto&& column) { return column.data() + begin; };
        surface_->kernels.plane_waves({from(waves.col(0)), from(waves.col(1)), from(rise)},
            {points.x.data(), points.y.data(), points.z.data(), weight.data(), points.size},
            weight_im.data(), padded(static_cast<std::size_t>(end - begin)),
            {from(sums.col(0)), from(sums.col(1)), from(sums.col(2)), from(sums.col(3))});
        begin = end;
      }
      const la::RealVector along_normal = waves * space().normals[first + c];
      for (Index m = 0; m < total; ++m) {
        const bool is_image = m >= own;
        const Index row = is_image ? m - own : m, part = is_image ? 2 : 0;
        const double re = sums(row, part) / (4 * core::pi),
                     im = sums(row, part + 1) / (4 * core::pi);
        of_q(m, c) = {re, im};
        of_p(m, c) = {-along_normal[m] * im, along_normal[m] * re};
      }
    }
    visit(first, of_p.leftCols(count), of_q.leftCols(count));
  }
}

la::Matrix Field::directivity(
    std::span<const Vec3> directions, const la::Matrix& p, const la::Matrix& q) const {
  return amplitudes(directions, Order::any, p, q);
}

la::Matrix Field::amplitudes(std::span<const Vec3> directions, Order order, const la::Matrix& own_p,
    const la::Matrix& own_q) const {
  return with_images(own_p, own_q, [&](const la::Matrix& p, const la::Matrix& q) {
    la::Matrix result = la::Matrix::Zero(std::ssize(directions), p.cols());
    const bool moves = (q.array() != Complex(0)).any();
    const auto use = [&](Index first, const auto& of_p, const auto& of_q) {
      la::subtract_product(result, la::Op::none, of_p, p.middleRows(first, of_p.cols()));
      if (moves) la::subtract_product(result, la::Op::none, of_q, q.middleRows(first, of_q.cols()));
    };
    for_each_block(directions, order, p.cols(), use);
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
    for_each_block(directions, Order::any, 1, use);
    return result;
  });
}

// Partial waves die out beyond k a.
int Field::far_degree() const {
  const double x = wavenumber_ * ball_about(surface_->surface).radius;
  const double area = std::accumulate(space().mass.begin(), space().mass.end(), 0.0);
  if (!(wavenumber_ * std::sqrt(area / space().size()) <= unresolved_phase)) return 0;
  return static_cast<int>(std::ceil(x + 4 * std::cbrt(x))) + 6;
}

// About the middle c of the body f has the factor e^{ik d.c}, and the fewest partial waves.
FarFields Field::far_fields(int degree, double density, double sound_speed, const la::Matrix& p,
    const la::Matrix& q, const Gather& gather) const {
  if (degree == 0) return {{}, 0, density, sound_speed};
  const auto rule = sphere_rule(2 * degree);
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
    const la::Matrix both = amplitudes(directions, Order::mirrored, p_both, q_both);
    la::Matrix result(count, 2 * both.cols());
    result << both.topRows(count), both.bottomRows(count);
    return result;
  });
  if (all.size() == 0) return {{}, 0, density, sound_speed};
  const auto columns = [&](int number) { return all.middleCols(number * p.cols(), p.cols()); };
  la::Matrix f(rule.size(), p.cols());
  f << columns(0), columns(2), columns(1).conjugate(), columns(3).conjugate();
  const Vec3 middle = ball_about(surface_->surface).middle;
  for (std::size_t m = 0; m < rule.size(); ++m)
    f.row(m) *= std::polar(1.0, wavenumber_ * rule[m].direction.dot(middle));
  return {std::move(f), degree, density, sound_speed};
}

FarFields::FarFields(la::Matrix f, int degree, double density, double sound_speed)
    : sphere_(sphere_rule(2 * degree)), directions_(sphere_.size() / 2, 3), f_(std::move(f)),
      degree_(degree), density_(density), sound_speed_(sound_speed) {
  for (Index m = 0; m < directions_.rows(); ++m)
    directions_.row(m) = sphere_[m].direction.transpose();
}

double FarFields::power(Index field) const {
  if (f_.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  double power = 0;
  for (std::size_t m = 0; m < sphere_.size(); ++m)
    power += sphere_[m].weight * std::norm(f_(m, field));
  return power / (2 * density_ * sound_speed_);
}

// f(d) = sum_m w_m f_m K(d.d_m),  K(c) = 1/(4 pi) sum_l (2l + 1) P_l(c):  the rule is exact for the
// product of two functions of this degree. Of opposite directions, P_l(-c) = (-1)^l P_l(c).
double FarFields::modulus(Index field, const Vec3& direction) const {
  if (f_.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  const Index half = f_.rows() / 2;
  const Eigen::ArrayXd c = (directions_ * direction).array();
  Eigen::ArrayXd before = Eigen::ArrayXd::Ones(half), legendre = c;
  std::array parts{before, Eigen::ArrayXd(3 * c)};  // of even l, of odd l
  for (int l = 1; l < degree_; ++l) {
    before = (2 * l + 1.0) / (l + 1) * c * legendre - l / (l + 1.0) * before;
    before.swap(legendre);
    parts[(l + 1) % 2] += (2 * l + 3) * legendre;
  }
  Complex sum = 0;
  for (Index m = 0; m < half; ++m)
    sum += sphere_[m].weight * ((parts[0][m] + parts[1][m]) * f_(m, field) +
                                   (parts[0][m] - parts[1][m]) * f_(half + m, field));
  return std::abs(sum) / (4 * core::pi);
}

// A lobe can be lower than another at the directions of the rule, and higher between them.
double FarFields::largest(Index field) const {
  if (f_.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  struct Peak {
    double modulus;
    Vec3 direction;
  };
  std::map<double, Peak> circles;  // the strongest direction of each, by z
  double least = 0;                // of a lobe
  for (std::size_t m = 0; m < sphere_.size(); ++m) {
    const Peak one{std::abs(f_(m, field)), sphere_[m].direction};
    auto& strongest = circles.try_emplace(one.direction.z(), one).first->second;
    if (one.modulus > strongest.modulus) strongest = one;
    least = la::larger(least, lowest_lobe * one.modulus);
  }
  const auto climb = [&](Peak best, double step, double last) {
    while (step > last) {
      const Vec3 a = best.direction.unitOrthogonal(), b = best.direction.cross(a);
      bool moved = false;
      for (const Vec3& offset :
          {Vec3(step * a), Vec3(-step * a), Vec3(step * b), Vec3(-step * b)}) {
        const Vec3 near = (best.direction + offset).normalized();
        const double found = modulus(field, near);
        if (!(found > (1 + 1e-9) * best.modulus)) continue;
        best = {found, near};
        moved = true;
        break;
      }
      if (!moved) step /= 2;
    }
    return best;
  };
  const double first = core::pi / (2 * degree_), coarse = first / 4;
  Peak best{};
  for (auto it = circles.begin(); it != circles.end(); ++it) {
    const double own = it->second.modulus;
    if (own < least || (it != circles.begin() && std::prev(it)->second.modulus > own) ||
        (std::next(it) != circles.end() && std::next(it)->second.modulus > own))
      continue;
    if (const Peak found = climb(it->second, first, coarse); !(found.modulus <= best.modulus))
      best = found;
  }
  return climb(best, coarse, first / 100).modulus;
}

double surface_power(const BoundarySpace& space, const la::Vector& p, const la::Vector& v) {
  double power = 0;
  for (Index j = 0; j < space.size(); ++j)
    power += space.mass[j] * (p[j] * std::conj(v[j])).real() / 2;
  return power;
}

// Gauss-Legendre nodes c with weights 2/((1 - c^2) P_n'(c)^2), exact to degree 2n - 1; m equal
// azimuths integrate e^{i l phi} exactly for |l| < m. An even number has opposite ones.

std::vector<SpherePoint> sphere_rule(int degree) {
  const int n = 2 * (degree / 4 + 1);  // even: no circle is its own mirror image
  std::vector<SpherePoint> points;
  for (const auto& [c, weight] : gauss_line(n)) {
    const double s = std::sqrt(1 - c * c);
    for (int m = 0; c > 0 && m < n; ++m) {
      const double phi = core::pi * m / n;
      points.push_back({{s * std::cos(phi), s * std::sin(phi), c}, weight * core::pi / n});
    }
  }
  const auto append = [&](const auto& image) {
    for (std::size_t m = 0, count = points.size(); m < count; ++m)
      points.push_back({image(points[m].direction), points[m].weight});
  };
  append([](const Vec3& d) { return Vec3(d.x(), d.y(), -d.z()); });
  append([](const Vec3& d) { return Vec3(-d); });
  return points;
}

}  // namespace febem::bem
