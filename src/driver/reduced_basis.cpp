#include "driver/reduced_basis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "la/blas.h"
#include "la/norms.h"

namespace febem::driver {

using core::Complex;
using la::Matrix;
using la::RealMatrix;
using la::RealVector;
using la::Vector;

namespace {
constexpr int first_answers = 3, good_answers = 2, candidates = 500;
constexpr double margin = 0.2;       // of a resonance that another pencil moves across an edge
constexpr double negligible = 0.01;  // part of answers, of the tolerance

/// op(A) B
Matrix product(la::Op op, const Matrix& a, const Matrix& b) {
  Matrix result = Matrix::Zero(op == la::Op::none ? a.rows() : a.cols(), b.cols());
  la::subtract_product(result, op, a, -b);
  return result;
}

/// A^{-1} B
Matrix solved(Matrix a, Matrix b) {
  la::interchange_rows(b, la::factor_lu(a));
  la::solve_unit_lower(la::Side::left, la::Op::none, a, b);
  la::solve_triangle(la::Triangle::upper, la::Op::none, a, b);
  return b;
}
}  // namespace

ReducedBasis::ReducedBasis(const Sweep& sweep)
    : sweep_(sweep), matrices_(fem::assemble(*sweep.model().structure)),
      v_(matrices_.mass.rows(), 0), mass_v_(v_) {}

// The phase that makes the imaginary part of u^T M u zero leaves the least imaginary part.
double ReducedBasis::add(const Matrix& u, double least) {
  double missed = 0;
  for (const auto& response : u.colwise()) {
    const Vector mass_u = matrices_.mass * response;
    const double norm = std::sqrt(response.dot(mass_u).real());
    if (norm == 0) continue;
    const Complex square = (response.transpose() * mass_u)(0);
    const Vector turned = response * std::polar(1 / norm, -std::arg(square) / 2);
    RealMatrix parts(turned.size(), 2);
    parts << turned.real(), turned.imag();
    for (RealVector part : parts.colwise()) {
      for (int pass = 0; pass < 2; ++pass) part -= v_ * (mass_v_.transpose() * part);
      const RealVector mass_part = matrices_.mass * part;
      const double rest = std::sqrt(part.dot(mass_part));
      missed = la::larger(missed, rest);
      if (!(rest > least)) continue;
      const la::Index n = shapes();
      for (auto* matrix : {&v_, &mass_v_}) matrix->conservativeResize(Eigen::NoChange, n + 1);
      v_.col(n) = part / rest;
      mass_v_.col(n) = mass_part / rest;
      fluid_hz_.clear();
    }
  }
  return missed;
}

Matrix ReducedBasis::normal() const {
  const auto& space = sweep_.model().space;
  const Eigen::Map<const RealVector> areas(space.mass.data(), space.size());
  return areas.cwiseInverse().asDiagonal() * surface_;
}

std::optional<double> ReducedBasis::next_fluid(double from, double to, double tolerance) {
  tolerance_ = tolerance;
  if (fluid_hz_.empty()) {
    fluid_ = {};
    good_ = 0;
    before_ = shapes() - std::max<la::Index>(1, shapes() / 8);
    reduced_.clear();
    parts_.clear();
    surface_ = sweep_.model().coupling.transpose() * v_;
    pressures_.resize(surface_.rows(), 0);
    stiffness_.resize(shapes(), shapes());
    stiffness_.real() = v_.transpose() * (matrices_.stiffness * v_).eval();
    stiffness_.imag() = -v_.transpose() * (matrices_.loss * v_).eval();
  }
  if (good_ == good_answers) return {};
  if (fluid_.values() < first_answers)
    return std::array{from, to, (from + to) / 2}[fluid_.values()];
  const RealVector places = RealVector::LinSpaced(candidates, from, to);
  return *std::ranges::max_element(places, {}, [&](double hz) { return fluid_.indicator(hz); });
}

void ReducedBasis::add_fluid(double hz, const Matrix& answers) {
  const auto loads = std::ssize(sweep_.loads());
  // Of each column, or a tenth of the largest of p_s or of P.
  RealVector sizes = answers.colwise().norm();
  for (auto part : {sizes.head(loads), sizes.tail(shapes())})
    part = part.cwiseMax(part.maxCoeff<Eigen::PropagateNaN>() / 10).eval();
  if (fluid_hz_.empty()) scales_ = (sizes.array() > 0).select(sizes, 1);
  if (fluid_.values() >= first_answers) {
    const Matrix expected = fluid_.at(hz).reshaped(answers.rows(), answers.cols());
    const RealVector errors =
        (answers - expected * scales_.asDiagonal())
            .colwise()
            .norm()
            .transpose()
            .cwiseQuotient(sizes.cwiseMax(std::numeric_limits<double>::min()));
    good_ = errors.maxCoeff<Eigen::PropagateNaN>() <= tolerance_ ? good_ + 1 : 0;
  }
  const Matrix scaled = answers * scales_.cwiseInverse().asDiagonal();
  fluid_.add(hz, scaled.reshaped());
  fluid_hz_.push_back(hz);
  const auto in_basis = [&](const Matrix& p) {
    return product(la::Op::transpose, pressures_.conjugate(), p);
  };
  Matrix rest = scaled;
  for (int pass = 0; pass < 2; ++pass) rest -= product(la::Op::none, pressures_, in_basis(rest));
  const la::Index before = pressures_.cols();
  for (Vector part : rest.colwise()) {
    const auto added = pressures_.rightCols(pressures_.cols() - before);
    for (int pass = 0; pass < 2; ++pass) part -= added * (added.adjoint() * part).eval();
    if (!(part.norm() > negligible * tolerance_)) continue;
    pressures_.conservativeResize(Eigen::NoChange, pressures_.cols() + 1);
    pressures_.rightCols(1) = part.normalized();
  }
  parts_.push_back(in_basis(answers));
  // The equations take the parts, not the answers: so the powers of p balance those of x.
  reduced_.push_back(product(la::Op::none, surface_.transpose() * pressures_, parts_.back()));
}

ReducedBasis::Equations ReducedBasis::equations(Complex hz) const {
  const auto& model = sweep_.model();
  const auto& fluid = sweep_.problem().fluid;
  const cases::FrequencyPoint at(hz.real(), fluid);
  const auto loads = std::ssize(sweep_.loads());
  const Vector weights = fluid_.weights(hz);
  Matrix answers = Matrix::Zero(shapes(), loads + shapes());
  for (la::Index j = 0; j < weights.size(); ++j) answers += weights[j] * reduced_[j];
  Equations result{stiffness_,
      Matrix::Identity(shapes(), shapes()) - fluid.density * answers.rightCols(shapes()),
      v_.transpose() * model.force_at(at.omega) - answers.leftCols(loads)};
  for (const auto& [unknown, entry] :
      fem::circuits(*model.structure, model.electrode_sets, at.omega))
    result.stiffness += entry * v_.row(unknown).transpose() * v_.row(unknown);
  return result;
}

Matrix ReducedBasis::coordinates(double hz) const {
  const auto all = equations(hz);
  const double omega = 2 * core::pi * hz;
  return solved(all.stiffness - omega * omega * all.mass, all.force);
}

// With A in blocks of the first and the last shapes, y = A_11^{-1} F_1 and Z = A_11^{-1} A_12:
//   x_2 = (A_22 - A_21 Z)^{-1} (F_2 - A_21 y),    x_1 = y - Z x_2.
double ReducedBasis::change(double hz) const {
  const auto all = equations(hz);
  const double omega = 2 * core::pi * hz;
  const Matrix a = all.stiffness - omega * omega * all.mass;
  const auto loads = all.force.cols(), last = shapes() - before_;
  Matrix right(before_, loads + last);
  right << all.force.topRows(before_), a.topRightCorner(before_, last);
  const Matrix y_z = solved(a.topLeftCorner(before_, before_), right);
  const Matrix rest = a.bottomLeftCorner(last, before_) * y_z;
  Matrix change(shapes(), loads), x = change;
  change.bottomRows(last) = solved(a.bottomRightCorner(last, last) - rest.rightCols(last),
      all.force.bottomRows(last) - rest.leftCols(loads));
  change.topRows(before_) = -y_z.rightCols(last) * change.bottomRows(last);
  x = change;
  x.topRows(before_) += y_z.leftCols(loads);
  return (change.colwise().norm().array() / x.colwise().norm().array())
      .maxCoeff<Eigen::PropagateNaN>();
}

ReducedBasis::Response ReducedBasis::at(double hz) const {
  const Matrix x = coordinates(hz);
  const auto loads = x.cols();
  const double omega = 2 * core::pi * hz;
  Matrix drives(loads + shapes(), loads), parts = Matrix::Zero(pressures_.cols(), loads);
  drives << Matrix::Identity(loads, loads), omega * omega * sweep_.problem().fluid.density * x;
  const Vector weights = fluid_.weights(hz);
  for (la::Index j = 0; j < weights.size(); ++j)
    parts.topRows(parts_[j].rows()) += product(la::Op::none, parts_[j], weights[j] * drives);
  Response result{product(la::Op::none, pressures_, parts), std::vector<StructuralSolution>(loads)};
  for (la::Index load = 0; load < loads; ++load) {
    auto& own = result.structural[load];
    const RealVector re = x.col(load).real(), im = x.col(load).imag();
    own.displacement.resize(v_.rows());
    own.displacement.real() = v_ * re;
    own.displacement.imag() = v_ * im;
    own.loss = x.col(load).dot(stiffness_.imag() * x.col(load)).real();
  }
  return result;
}

// Each is an eigenvalue of the pencil near it, refined with the pencil at its own frequency. The
// matrices are symmetric: x^T stands for the left eigenvector.
std::vector<la::RationalInterpolant::Pole> ReducedBasis::resonances() const {
  auto edges = fluid_hz_;
  std::ranges::sort(edges);
  std::vector<double> sizes;
  for (const double hz : edges) sizes.push_back(coordinates(hz).norm());
  std::ranges::nth_element(sizes, sizes.begin() + std::ssize(sizes) / 2);
  std::vector<la::RationalInterpolant::Pole> result;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const auto middle = equations((edges[i] + edges[i + 1]) / 2);
    const auto pairs = la::eigenpairs(middle.stiffness, middle.mass);
    for (la::Index n = 0; n < pairs.alpha.size(); ++n) {
      const auto hz_of = [](Complex square) { return std::sqrt(square) / (2 * core::pi); };
      Complex square = pairs.alpha[n] / pairs.beta[n];
      Vector x = pairs.vectors.col(n);
      const double place = (hz_of(square).real() - edges[i]) / (edges[i + 1] - edges[i]);
      if (!(-margin < place && place < 1 + margin)) continue;
      Complex slope, part;
      for (int step = 0; step < 8; ++step) {
        const auto own = equations(hz_of(square));
        x = solved(own.stiffness - square * own.mass, own.mass * x).normalized();
        const Complex mass = (x.transpose() * own.mass * x)(0);
        square = (x.transpose() * own.stiffness * x)(0) / mass;
        slope = 2 * (2 * core::pi) * std::sqrt(square) * mass;
        part = (x.transpose() * own.force).norm();
      }
      const Complex hz = hz_of(square);
      const auto is_same = [&](const auto& other) {
        return std::abs(other.x - hz) < 1e-3 * std::abs(hz.imag());
      };
      if (std::ranges::none_of(result, is_same))
        result.push_back({hz, std::abs(part / slope / hz.imag()) / sizes[sizes.size() / 2]});
    }
  }
  return result;
}

}  // namespace febem::driver
