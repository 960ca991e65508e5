// Sources within k r = x of an axis have azimuthal orders up to highest_order(x sin theta) at
// theta. The azimuths of half a circle, one more than that, give those orders:
//
//   f(theta_j, phi) = sum_m F_jm e^{i m phi}
//
// The part of an order is a polynomial of c = cos(theta), times sin(theta) if the order is odd. Its
// values on the circles j give it at each theta:
//
//   f(theta, phi) = sum_j l_j(c) sum_m F_jm (sin(theta) / sin(theta_j))^{m odd} e^{i m phi}
//
// with the polynomials l_j of Lagrange. Gauss points have l_j = v_j / (c - c_j) over the sum of
// these, v_j = (-1)^j sqrt((1 - c_j^2) w_j) (Wang and Xiang, Math. Comp. 81, 2012).
#include "bem/far_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "bem/panel_basis.h"
#include "la/norms.h"

namespace febem::bem {

namespace {

constexpr double lowest_lobe = 0.6;  // over the highest, at directions of a rule
constexpr double same_lobe = 2.1;    // distance, in halves of the finest wave of a pattern
constexpr double alike = 1e-3;       // lobes of a body of revolution, on a circle round its axis
constexpr std::size_t most_lobes = 32;

/// In a frame with the axis as z. That of (4 - axis) % 3 turns back.
Vec3 in_frame(int axis, const Vec3& v) { return {v[(axis + 1) % 3], v[(axis + 2) % 3], v[axis]}; }

}  // namespace

// Beyond this m the Bessel functions J_m(x), and so the waves, are below 1e-4, and J_2m(2x), of the
// products of two, below 1e-7.
int highest_order(double x) { return static_cast<int>(std::ceil(x + 3 * std::cbrt(x))) + 3; }

// Gauss-Legendre nodes c with weights 2/((1 - c^2) P_n'(c)^2), exact to degree 2n - 1; m equal
// azimuths integrate e^{i l phi} exactly for |l| < m.
std::vector<SpherePoint> sphere_rule(const PatternLimits& limits) {
  const int n = 2 * (limits.degree / 2 + 1);  // even: no circle is its own mirror image
  std::vector<SpherePoint> points;
  for (const auto& [c, weight] : gauss_line(n)) {
    const double s = std::sqrt(1 - c * c), x = std::min<double>(n, limits.width * s);
    const int half = std::min(n, highest_order(x) + 1);  // azimuths
    for (int m = 0; c > 0 && m < half; ++m) {
      const double phi = core::pi * m / half;
      const Vec3 d(s * std::cos(phi), s * std::sin(phi), c);
      points.push_back({in_frame((4 - limits.axis) % 3, d), weight * core::pi / half});
    }
  }
  const auto append = [&](const auto& image) {
    for (std::size_t m = 0, count = points.size(); m < count; ++m)
      points.push_back({image(points[m].direction), points[m].weight});
  };
  append([&](Vec3 d) {
    d[limits.axis] *= -1;
    return d;
  });
  append([](const Vec3& d) { return Vec3(-d); });
  return points;
}

/// One field between the directions of the rule.
class FarFields::Pattern {
 public:
  Pattern(const std::vector<SpherePoint>& sphere, int axis, const la::Vector& f) : axis_(axis) {
    const Index quarter = sphere.size() / 4;
    std::vector<Index> ends{0};  // of the circles of the quarter
    for (Index m = 1; m <= quarter; ++m)
      if (m == quarter || sphere[m].direction[axis] != sphere[m - 1].direction[axis]) {
        highest_ = std::max(highest_, m - ends.back() - 1);
        ends.push_back(m);
      }
    const auto circles = std::ssize(ends) - 1;
    c_.resize(2 * circles);
    weights_.resize(c_.size());
    of_circles_ = la::Matrix::Zero(c_.size(), 2 * highest_ + 1);
    for (Index n = 0; n < circles; ++n) {
      const Index half = ends[n + 1] - ends[n], north = circles + n, south = circles - 1 - n;
      const auto& [towards, weight] = sphere[ends[n]];
      const Vec3 first = in_frame(axis, towards);
      const double s = first.head<2>().norm(), sign = n % 2 == 0 ? 1 : -1;
      c_[north] = first.z();
      c_[south] = -c_[north];
      weights_[north] = sign * s * std::sqrt(weight * half);
      weights_[south] = -weights_[north];
      for (Index m = ends[n]; m < ends[n + 1]; ++m) {
        const Vec3 d = in_frame(axis, sphere[m].direction);
        const Complex step = Complex(d.x(), -d.y()) / s;
        const auto add = [&](Index circle, Complex here, Complex opposite) {
          const std::array parts{here + opposite, (here - opposite) / s};
          Complex turn = 1.0 / (2.0 * half);
          for (Index order = 0; order < half; ++order, turn *= step) {
            of_circles_(circle, highest_ + order) += turn * parts[order % 2];
            if (order > 0)
              of_circles_(circle, highest_ - order) += std::conj(turn) * parts[order % 2];
          }
        };
        add(north, f[m], f[3 * quarter + m]);
        add(south, f[quarter + m], f[2 * quarter + m]);
      }
    }
  }

  double modulus(const Vec3& direction) const {
    const Vec3 d = in_frame(axis_, direction);
    const double s = d.head<2>().norm();
    const Complex step = s > 0 ? Complex(d.x(), d.y()) / s : 1;
    la::Vector waves(of_circles_.cols());
    Complex turn = 1;
    for (Index order = 0; order <= highest_; ++order, turn *= step) {
      const double factor = order % 2 == 0 ? 1 : s;
      waves[highest_ - order] = factor * std::conj(turn);
      waves[highest_ + order] = factor * turn;
    }
    la::RealVector lagrange = weights_.array() / (d.z() - c_.array());
    if (!lagrange.allFinite()) lagrange = (c_.array() == d.z()).cast<double>();
    return std::abs((lagrange.transpose() * (of_circles_ * waves))(0) / lagrange.sum());
  }

 private:
  int axis_;
  Index highest_ = 0;           ///< azimuthal order
  la::RealVector c_, weights_;  ///< from pole to pole
  la::Matrix of_circles_;       ///< circle x order, over s if the order is odd
};

FarFields::FarFields(la::Matrix f, const PatternLimits& limits, double density, double sound_speed)
    : sphere_(sphere_rule(limits)), f_(std::move(f)), limits_(limits), density_(density),
      sound_speed_(sound_speed) {}

double FarFields::power(Index field) const {
  if (f_.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  double power = 0;
  for (std::size_t m = 0; m < sphere_.size(); ++m)
    power += sphere_[m].weight * std::norm(f_(m, field));
  return power / (2 * density_ * sound_speed_);
}

double FarFields::modulus(Index field, const Vec3& direction) const {
  if (f_.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  return Pattern(sphere_, limits_.axis, f_.col(field)).modulus(direction);
}

// A lobe can be lower than another at the directions of the rule, and higher between them.
double FarFields::largest(Index field) const {
  if (f_.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  struct Peak {
    double modulus;
    Vec3 direction;
  };
  double highest = 0;
  std::vector<Peak> peaks;
  for (std::size_t m = 0; m < sphere_.size(); ++m) {
    peaks.push_back({std::abs(f_(m, field)), sphere_[m].direction});
    highest = la::larger(highest, peaks.back().modulus);
  }
  if (!(highest > 0)) return highest;  // NaN too
  std::erase_if(peaks, [&](const Peak& peak) { return peak.modulus < lowest_lobe * highest; });
  std::ranges::sort(peaks, std::greater(), &Peak::modulus);
  const Pattern pattern(sphere_, limits_.axis, f_.col(field));
  const auto climb = [&](Peak best, double step, double last) {
    while (step > last) {
      const Vec3 a = best.direction.unitOrthogonal(), b = best.direction.cross(a);
      bool moved = false;
      for (const Vec3& offset :
          {Vec3(step * a), Vec3(-step * a), Vec3(step * b), Vec3(-step * b)}) {
        const Vec3 near = (best.direction + offset).normalized();
        const double found = pattern.modulus(near);
        if (!(found > (1 + 1e-9) * best.modulus)) continue;
        best = {found, near};
        moved = true;
        break;
      }
      if (!moved) step /= 2;
    }
    return best;
  };
  const double first = core::pi / (2 * limits_.degree), coarse = first / 4;
  Peak best{};
  std::vector<Peak> lobes;
  for (auto peak = peaks.begin(); peak != peaks.end() && lobes.size() < most_lobes; ++peak) {
    const auto is_near = [&](const Peak& other) {
      return other.direction.dot(peak->direction) > std::cos(same_lobe * first);
    };
    const auto is_alike = [&](const Peak& other) {
      return other.direction[limits_.axis] == peak->direction[limits_.axis] &&
             other.modulus < (1 + alike) * peak->modulus;
    };
    if (std::any_of(peaks.begin(), peak, is_near) || std::ranges::any_of(lobes, is_alike)) continue;
    lobes.push_back(*peak);
    if (const Peak found = climb(*peak, first, coarse); found.modulus > best.modulus) best = found;
  }
  return climb(best, coarse, first / 100).modulus;
}

}  // namespace febem::bem
