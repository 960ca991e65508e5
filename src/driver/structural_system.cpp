#include "driver/structural_system.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "la/norms.h"
#include "stages/reduce/solve.h"

namespace febem::driver {
namespace {

using core::Complex;
using core::Index;

/// g_row - sum of a v over the row.
template <class Row>
Complex row_residual(Row entry, const la::Vector& v, Complex g) {
  long double real = g.real(), imaginary = g.imag();
  for (; entry; ++entry) {
    const long double a = entry.value().real(), b = entry.value().imag();
    const long double x = v[entry.col()].real(), y = v[entry.col()].imag();
    real -= a * x - b * y;
    imaginary -= a * y + b * x;
  }
  return {static_cast<double>(real), static_cast<double>(imaginary)};
}

}  // namespace

common::ElementSystem element_system(const cases::Model& model, double omega) {
  const auto& structure = *model.structure;
  common::ElementSystem system;
  system.size = structure.dofs();
  if (!model.motions.empty()) system.motions = &model.motions;
  system.coupling = &model.coupling;
  for (const auto element : model.order) system.dofs.push_back(fem::element_unknowns(structure, model.motions, element));
  system.matrix = [&model, omega](la::Index position) { return fem::unknowns_matrix(*model.structure, model.motions, model.order[position], omega); };
  system.dissection = model.dissection;
  system.matrix_flops = [&model](la::Index position) { return fem::unknowns_matrix_flops(*model.structure, model.motions, model.order[position]); };
  return system;
}

void complete(StructuralSolution& solution, const fem::RigidBodyMotions& motions) {
  solution.displacement = motions.displacement(solution.unknowns);
  solution.deformation = motions.deformation(solution.unknowns);
}

StructuralSolution structural_solution(common::Factor& factor, const la::Vector& f, const common::StageContext& context) {
  const fem::RigidBodyMotions none, &motions = factor.motions != nullptr ? *factor.motions : none;
  StructuralSolution result;
  if (context.is_master()) result.right_hand_side = motions.forces(f);
  result.unknowns = result.right_hand_side;
  reduce::solve(factor, result.unknowns, context);
  if (!context.is_master()) return {};
  complete(result, motions);
  return result;
}

AssemblyPattern::AssemblyPattern(const common::ElementSystem& elements) {
  find_columns(elements);
  find_bodies(elements);
  for (const auto& dofs : elements.dofs) {
    auto& places = places_.emplace_back();
    places.reserve(dofs.size() * dofs.size());
    for (const auto column : dofs)
      for (const auto row : dofs) places.push_back(row >= 0 && column >= 0 ? place_of(row, column) : Index{-1});
  }
}

void AssemblyPattern::find_columns(const common::ElementSystem& elements) {
  auto elements_of_rows = la::elements_of_dofs(elements.dofs);
  elements_of_rows.resize(static_cast<std::size_t>(elements.size));
  common::Dofs of_row;
  for (const auto& touching : elements_of_rows) {
    of_row.clear();
    for (const Index e : touching) of_row.insert(of_row.end(), elements.dofs[e].begin(), elements.dofs[e].end());
    std::sort(of_row.begin(), of_row.end());
    of_row.erase(std::unique(of_row.begin(), of_row.end()), of_row.end());
    const auto first = std::lower_bound(of_row.begin(), of_row.end(), Index{0});  // what a support holds is -1
    columns_.insert(columns_.end(), first, of_row.end());
    begin_.push_back(static_cast<Index>(columns_.size()));
  }
}

void AssemblyPattern::find_bodies(const common::ElementSystem& elements) {
  std::vector<Index> rank(elements.size, 0), parent(elements.size);
  std::iota(parent.begin(), parent.end(), 0);
  boost::disjoint_sets<Index*, Index*> sets(rank.data(), parent.data());
  for (const auto& dofs : elements.dofs) {
    const auto first = std::find_if(dofs.begin(), dofs.end(), [](auto dof) { return dof >= 0; });
    for (const auto dof : dofs)
      if (dof >= 0) sets.union_set(*first, dof);
  }
  std::vector<Index> number(elements.size, -1);  // at the unknown that stands for the body
  Index bodies = 0;
  for (Index unknown = 0; unknown < elements.size; ++unknown) {
    Index& body = number[sets.find_set(unknown)];
    if (body < 0) body = bodies++;
    body_of_unknown_.push_back(body);
  }
}

core::Index AssemblyPattern::place_of(Index row, Index column) const {
  const auto begin = columns_.begin() + begin_[row], end = columns_.begin() + begin_[row + 1];
  return static_cast<Index>(std::lower_bound(begin, end, column) - columns_.begin());
}

AssembledMatrix AssemblyPattern::assemble(const common::ElementSystem& elements) const {
  AssembledMatrix matrix(elements.size, elements.size);
  matrix.resizeNonZeros(std::ssize(columns_));
  std::copy(begin_.begin(), begin_.end(), matrix.outerIndexPtr());
  std::copy(columns_.begin(), columns_.end(), matrix.innerIndexPtr());
  std::fill_n(matrix.valuePtr(), columns_.size(), core::Complex(0));
  for (la::Index e = 0; e < elements.elements(); ++e) {
    const la::Matrix element = elements.matrix(e);
    const auto& places = places_[static_cast<std::size_t>(e)];
    for (std::size_t k = 0; k < places.size(); ++k)
      if (places[k] >= 0) matrix.valuePtr()[places[k]] += element.data()[k];
  }
  return matrix;
}

core::Count AssemblyPattern::bytes_of_matrix() const {
  return std::ssize(columns_) * static_cast<core::Count>(sizeof(core::Complex) + sizeof(Index));
}

core::Count AssemblyPattern::bytes() const {
  core::Count indices = std::ssize(begin_) + std::ssize(columns_) + std::ssize(body_of_unknown_);
  for (const auto& of_element : places_) indices += std::ssize(of_element);
  return indices * static_cast<core::Count>(sizeof(Index));
}

AssembledSystem::AssembledSystem(const AssemblyPattern& pattern, const common::ElementSystem& elements) : matrix_(pattern.assemble(elements)) {
  for (const Index body : pattern.body_of_unknown()) group_.push_back(2 * body);
  if (elements.motions != nullptr)
    for (const Index place : elements.motions->replaced) ++group_[place];
  equilibrate();
}

void AssembledSystem::equilibrate() {
  constexpr int rounds = 4;  // each halves the logarithm of what is left
  scale_ = la::RealVector::Ones(matrix_.rows());
  for (int round = 0; round < rounds; ++round) {
    // Squares of moduli, which need no root, in units of the row's own scale.
    const la::RealVector squares = scale_.cwiseAbs2();
    la::RealVector largest = la::RealVector::Zero(matrix_.rows());
    for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
      for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
        largest[row] = la::larger(largest[row], std::norm(entry.value()) * squares[entry.col()]);
    for (Eigen::Index row = 0; row < matrix_.rows(); ++row) scale_[row] /= std::pow(largest[row] * squares[row], 0.25);
  }
}

la::Vector AssembledSystem::residual(const la::Vector& v, const la::Vector& g) const {
  la::Vector result(g.size());
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row) result[row] = row_residual(AssembledMatrix::InnerIterator(matrix_, row), v, g[row]);
  return result;
}

double AssembledSystem::backward_error(const la::Vector& v, const la::Vector& g) const {
  const la::Vector r = residual(v, g);
  la::RealVector size = g.cwiseAbs();
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry) size[row] += std::abs(entry.value()) * std::abs(v[entry.col()]);
  std::vector<double> wrong(2 * group_.size(), 0.0), whole(wrong);
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    const auto group = static_cast<std::size_t>(group_[static_cast<std::size_t>(i)]);
    wrong[group] = la::larger(wrong[group], std::abs(r[i]));
    whole[group] = la::larger(whole[group], size[i]);
  }
  double error = 0;
  for (std::size_t group = 0; group < wrong.size(); ++group)
    if (wrong[group] != 0) error = la::larger(error, wrong[group] / whole[group]);
  return error;
}

double AssembledSystem::rounding(const la::Vector& v, const la::Vector& g) const {
  double squares = 0;
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
      squares += std::norm(v[row]) * std::norm(entry.value()) * std::norm(v[entry.col()]);
  if (squares == 0) return 0;
  return std::numeric_limits<double>::epsilon() / 2 * std::sqrt(squares) / std::abs((v.transpose() * g).value());
}

double AssembledSystem::scaled_norm() const {
  la::RealVector sums = la::RealVector::Zero(matrix_.cols());
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
      sums[entry.col()] += scale_[row] * std::abs(entry.value()) * scale_[entry.col()];
  return la::max_norm(sums);
}

double structural_condition(const AssembledSystem* system, common::Factor& factor, const common::StageContext& context) {
  using Ask = la::OneNormEstimate::Ask;
  la::OneNormEstimate estimate(factor.size);
  la::Vector x;
  for (;;) {
    auto ask = context.is_master() ? estimate.next(x) : Ask::nothing;
    // Unless the master has all of the factor.
    if (factor.opaque || factor.subdomains) context.messages.broadcast(ask, core::master);
    if (ask == Ask::nothing) break;
    if (context.is_master()) {
      if (ask == Ask::adjoint_product) x = x.conjugate().eval();  // A is symmetric
      x = x.cwiseQuotient(system->scale().cast<Complex>()).eval();
    }
    reduce::solve(factor, x, context);
    if (context.is_master()) {
      x = x.cwiseQuotient(system->scale().cast<Complex>()).eval();
      if (ask == Ask::adjoint_product) x = x.conjugate().eval();
    }
  }
  return context.is_master() ? system->scaled_norm() * estimate.value() : 0.0;
}

}  // namespace febem::driver
