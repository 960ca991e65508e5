#include "driver/structural_system.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>

#include "core/error.h"
#include "la/norms.h"
#include "stages/reduce/solve.h"

namespace febem::driver {
namespace {

using core::Complex;
using core::Index;

constexpr auto index_bytes = static_cast<core::Count>(sizeof(Index));
constexpr auto matrix_entry_bytes =
    static_cast<core::Count>(sizeof(Complex)) + index_bytes;  // of a matrix

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

/// Calls visit(elements that touch it, columns) for each of these rows of the assembled matrix.
/// Rows of one node follow each other and have the same columns.
template <class Visit>
void for_each_row(const common::ElementSystem& elements, la::IndexRange rows, Visit&& visit) {
  auto elements_of_rows = la::elements_of_dofs(elements.dofs);
  elements_of_rows.resize(static_cast<std::size_t>(elements.size));
  common::Dofs of_row;
  for (la::Index row = rows.begin; row < rows.end; ++row) {
    const auto& touching = elements_of_rows[static_cast<std::size_t>(row)];
    if (row == rows.begin || touching != elements_of_rows[static_cast<std::size_t>(row - 1)]) {
      of_row.clear();
      for (const Index e : touching)
        for (const Index dof : elements.dofs[e])
          if (dof >= 0) of_row.push_back(dof);  // what a support holds is -1
      std::sort(of_row.begin(), of_row.end());
      of_row.erase(std::unique(of_row.begin(), of_row.end()), of_row.end());
    }
    visit(touching, std::span<const Index>(of_row));
  }
}

/// The rows that each rank has of a vector come to the master.
template <class Dense>
void gather_rows(Dense& all, const la::IndexRange& own, const common::StageContext& context) {
  const auto rows_of = [&](int rank) { return assembled_rows(all.size(), rank, context.ranks()); };
  std::vector<std::size_t> lengths;
  for (int rank = 0; rank < context.ranks(); ++rank)
    lengths.push_back(static_cast<std::size_t>(rows_of(rank).size()));
  const auto parts = context.messages.gather(
      la::span_of(all).subspan(own.begin, own.size()), lengths, core::master);
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    std::copy(
        parts[rank].begin(), parts[rank].end(), all.data() + rows_of(static_cast<int>(rank)).begin);
}

}  // namespace

common::ElementSystem element_system(const cases::Model& model, double omega) {
  const auto& structure = *model.structure;
  common::ElementSystem system;
  system.size = structure.dofs();
  if (!model.motions.empty()) system.motions = &model.motions;
  system.coupling = &model.coupling;
  for (const auto element : model.order)
    system.dofs.push_back(fem::element_unknowns(structure, model.motions, element));
  system.matrix = [&model, omega](la::Index position) {
    return fem::unknowns_matrix(*model.structure, model.motions, model.order[position], omega);
  };
  system.dissection = model.dissection;
  system.matrix_flops = [&model](la::Index position) {
    return fem::unknowns_matrix_flops(*model.structure, model.motions, model.order[position]);
  };
  return system;
}

StructuralSolution structural_solution(
    common::Factor& factor, const la::Vector& f, const common::StageContext& context) {
  const fem::RigidBodyMotions none, &motions = factor.motions != nullptr ? *factor.motions : none;
  StructuralSolution result;
  if (context.is_master()) result.right_hand_side = motions.forces(f);
  result.unknowns = result.right_hand_side;
  reduce::solve(factor, result.unknowns, context);
  if (!context.is_master()) return {};
  result.displacement = motions.displacement(result.unknowns);
  return result;
}

AssemblyPattern::AssemblyPattern(
    const common::ElementSystem& elements, la::IndexRange rows, core::Count most)
    : rows_(rows) {
  std::vector<Index> number(static_cast<std::size_t>(elements.elements()), -1);
  for (la::Index e = 0; e < elements.elements(); ++e) {
    const auto& dofs = elements.dofs[static_cast<std::size_t>(e)];
    const auto own = static_cast<std::size_t>(
        std::count_if(dofs.begin(), dofs.end(), [&](Index row) { return rows_.contains(row); }));
    if (own == 0) continue;
    number[static_cast<std::size_t>(e)] = static_cast<Index>(touching_.size());
    touching_.push_back({static_cast<Index>(e), std::vector<Index>(own * dofs.size(), -1)});
  }
  std::vector<Index> place_of_column(static_cast<std::size_t>(elements.size));
  for_each_row(elements, rows, [&](const auto& touching, std::span<const Index> columns) {
    if (std::ssize(columns_) + std::ssize(columns) > most)
      throw core::RunError("this rank's rows of the structure have more than " +
                           std::to_string(most) + " entries; more ranks would have less each");
    for (std::size_t k = 0; k < columns.size(); ++k)
      place_of_column[columns[k]] = static_cast<Index>(columns_.size() + k);
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    const auto row = static_cast<Index>(rows_.begin + std::ssize(begin_) - 1);
    begin_.push_back(static_cast<Index>(columns_.size()));
    for (const Index e : touching) {
      const auto& dofs = elements.dofs[static_cast<std::size_t>(e)];
      auto& places = touching_[static_cast<std::size_t>(number[e])].places;
      const auto own = places.size() / dofs.size();
      const auto before = static_cast<std::size_t>(
          std::count_if(dofs.begin(), std::find(dofs.begin(), dofs.end(), row),
              [&](Index other) { return rows_.contains(other); }));
      for (std::size_t column = 0; column < dofs.size(); ++column)
        if (dofs[column] >= 0) places[column * own + before] = place_of_column[dofs[column]];
    }
  });
  columns_.shrink_to_fit();
  find_bodies(elements);
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

AssembledMatrix AssemblyPattern::assemble(const common::ElementSystem& elements) const {
  AssembledMatrix matrix(rows_.size(), elements.size);
  matrix.resizeNonZeros(std::ssize(columns_));
  std::copy(begin_.begin(), begin_.end(), matrix.outerIndexPtr());
  std::copy(columns_.begin(), columns_.end(), matrix.innerIndexPtr());
  std::fill_n(matrix.valuePtr(), columns_.size(), core::Complex(0));
  for (const auto& [e, places] : touching_) {
    const la::Matrix element = elements.matrix(e);
    const auto& dofs = elements.dofs[static_cast<std::size_t>(e)];
    auto place = places.begin();
    for (Eigen::Index column = 0; column < element.cols(); ++column)
      for (Eigen::Index row = 0; row < element.rows(); ++row)
        if (rows_.contains(dofs[row]) && *place++ >= 0)
          matrix.valuePtr()[place[-1]] += element(row, column);
  }
  return matrix;
}

core::Count AssemblyPattern::bytes() const {
  core::Count indices = std::ssize(begin_) + std::ssize(columns_) + std::ssize(body_of_unknown_);
  for (const auto& of_element : touching_) indices += std::ssize(of_element.places);
  return indices * index_bytes + std::ssize(columns_) * matrix_entry_bytes;
}

std::vector<core::Count> AssemblyPattern::bytes_of_rows(const common::ElementSystem& elements) {
  std::vector<core::Count> result;
  for_each_row(
      elements, {0, elements.size}, [&](const auto& touching, std::span<const Index> columns) {
        core::Count indices = 1 + std::ssize(columns);
        for (const Index e : touching) indices += std::ssize(elements.dofs[e]);
        result.push_back(indices * index_bytes + std::ssize(columns) * matrix_entry_bytes);
      });
  return result;
}

AssembledSystem::AssembledSystem(
    const common::ElementSystem& elements, const common::StageContext& context)
    : AssembledSystem(
          AssemblyPattern(elements, assembled_rows(elements.size, context.rank(), context.ranks())),
          elements, context) {}

AssembledSystem::AssembledSystem(const AssemblyPattern& pattern,
    const common::ElementSystem& elements, const common::StageContext& context)
    : matrix_(pattern.assemble(elements)), rows_(pattern.rows()) {
  for (const Index body : pattern.body_of_unknown()) group_.push_back(2 * body);
  if (elements.motions != nullptr)
    for (const Index place : elements.motions->replaced) ++group_[place];
  equilibrate(context);
}

template <class Visit>
void AssembledSystem::for_each_entry(Visit&& visit) const {
  for (la::Index row = 0; row < rows_.size(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
      visit(rows_.begin + row, entry);
}

void AssembledSystem::equilibrate(const common::StageContext& context) {
  constexpr int rounds = 4;  // each halves the logarithm of what is left
  scale_ = la::RealVector::Ones(matrix_.cols());
  for (int round = 0; round < rounds; ++round) {
    // Squares of moduli, which need no root, in units of the row's own scale.
    const la::RealVector squares = scale_.cwiseAbs2();
    la::RealVector largest = la::RealVector::Zero(matrix_.cols());
    for_each_entry([&](la::Index row, const auto& entry) {
      largest[row] = la::larger(largest[row], std::norm(entry.value()) * squares[entry.col()]);
    });
    for (la::Index row = rows_.begin; row < rows_.end; ++row)
      scale_[row] /= std::pow(largest[row] * squares[row], 0.25);
    gather_rows(scale_, rows_, context);
    context.messages.broadcast(la::span_of(scale_), core::master);
  }
  la::RealVector sums = la::RealVector::Zero(matrix_.cols());
  for_each_entry([&](la::Index row, const auto& entry) {
    sums[row] += scale_[entry.col()] * std::abs(entry.value()) * scale_[row];
  });
  scaled_norm_ = context.messages.all_reduce(
      la::max_norm(sums), [](double a, double b) { return la::larger(a, b); });
}

void AssembledSystem::share(
    la::Vector& v, la::Vector& g, const common::StageContext& context) const {
  for (la::Vector* each : {&v, &g}) {
    each->conservativeResize(matrix_.cols());
    context.messages.broadcast(la::span_of(*each), core::master);
  }
}

/// In own rows.
la::Vector AssembledSystem::own_residual(const la::Vector& v, const la::Vector& g) const {
  la::Vector result = la::Vector::Zero(g.size());
  for (la::Index row = 0; row < rows_.size(); ++row)
    result[rows_.begin + row] =
        row_residual(AssembledMatrix::InnerIterator(matrix_, row), v, g[rows_.begin + row]);
  return result;
}

la::Vector AssembledSystem::residual(
    la::Vector v, la::Vector g, const common::StageContext& context) const {
  share(v, g, context);
  auto result = own_residual(v, g);
  gather_rows(result, rows_, context);
  return result;
}

StructuralQuality AssembledSystem::quality(
    la::Vector v, la::Vector g, const common::StageContext& context) const {
  share(v, g, context);
  const la::Vector r = own_residual(v, g);
  la::RealVector size = g.cwiseAbs();
  const la::RealVector moduli = v.cwiseAbs();
  double squares = 0, loss = 0;
  for_each_entry([&](la::Index row, const auto& entry) {
    const double term = std::abs(entry.value()) * moduli[entry.col()];
    size[row] += term;
    squares += std::norm(term * moduli[row]);
    loss += entry.value().imag() * (std::conj(v[row]) * v[entry.col()]).real();
  });
  // By group what is wrong and the whole; then the two sums.
  const auto groups = static_cast<std::size_t>(1 + *std::max_element(group_.begin(), group_.end()));
  std::vector<double> figures(2 * groups, 0.0);
  for (la::Index i = rows_.begin; i < rows_.end; ++i) {
    const auto group = static_cast<std::size_t>(group_[static_cast<std::size_t>(i)]);
    figures[group] = la::larger(figures[group], std::abs(r[i]));
    figures[groups + group] = la::larger(figures[groups + group], size[i]);
  }
  figures.insert(figures.end(), {squares, loss});
  const auto all = context.messages.gather(figures, core::master);
  if (!context.is_master()) return {};
  StructuralQuality quality;
  for (std::size_t group = 0; group < groups; ++group) {
    double wrong = 0, whole = 0;
    for (const auto& of_rank : all) {
      wrong = la::larger(wrong, of_rank[group]);
      whole = la::larger(whole, of_rank[groups + group]);
    }
    if (wrong != 0) quality.backward_error = la::larger(quality.backward_error, wrong / whole);
  }
  squares = 0;
  for (const auto& of_rank : all) {
    squares += of_rank[2 * groups];
    quality.loss += of_rank[2 * groups + 1];
  }
  if (squares != 0)
    quality.rounding = std::numeric_limits<double>::epsilon() / 2 * std::sqrt(squares) /
                       std::abs((v.transpose() * g).value());
  return quality;
}

double structural_condition(
    const AssembledSystem& system, common::Factor& factor, const common::StageContext& context) {
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
      x = x.cwiseQuotient(system.scale().cast<Complex>()).eval();
    }
    reduce::solve(factor, x, context);
    if (context.is_master()) {
      x = x.cwiseQuotient(system.scale().cast<Complex>()).eval();
      if (ask == Ask::adjoint_product) x = x.conjugate().eval();
    }
  }
  return context.is_master() ? system.scaled_norm() * estimate.value() : 0.0;
}

}  // namespace febem::driver
