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
constexpr auto entry_bytes =  // of K and of M, with its column
    static_cast<core::Count>(sizeof(Complex) + sizeof(double)) + index_bytes;

/// Calls visit(elements that touch it, columns) for each of these rows of the assembled matrix.
/// Rows of one node follow each other and have the same columns.
template <class Visit>
void for_each_assembled_row(
    const common::ElementSystem& elements, la::IndexRange rows, Visit&& visit) {
  auto elements_of_rows = la::elements_of_dofs(elements.dofs);
  elements_of_rows.resize(static_cast<std::size_t>(elements.size));
  common::Dofs of_row;
  std::vector<la::Index> seen(
      static_cast<std::size_t>(elements.size), -1);  // in the row of this number
  for (la::Index row = rows.begin; row < rows.end; ++row) {
    const auto& touching = elements_of_rows[static_cast<std::size_t>(row)];
    if (row == rows.begin || touching != elements_of_rows[static_cast<std::size_t>(row - 1)]) {
      of_row.clear();
      for (const Index e : touching)
        for (const Index dof : elements.dofs[e])
          if (dof >= 0 && seen[dof] != row) {  // what a support holds is -1
            seen[dof] = row;
            of_row.push_back(dof);
          }
      std::sort(of_row.begin(), of_row.end());
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
  auto circuits = fem::circuits(structure, model.electrode_sets, omega);
  for (auto& [unknown, entry] : circuits)  // the elements at the electrode share it
    entry /= static_cast<double>(std::ranges::count_if(
        system.dofs, [&](const auto& dofs) { return std::ranges::count(dofs, unknown) > 0; }));
  system.matrix = [&model, omega, circuits = std::move(circuits)](la::Index position) {
    const auto element = model.order[position];
    la::Matrix a = fem::unknowns_matrix(*model.structure, model.motions, element, omega);
    if (circuits.empty()) return a;
    const auto dofs = fem::element_unknowns(*model.structure, model.motions, element);
    for (la::Index i = 0; i < std::ssize(dofs); ++i)
      if (const auto found = circuits.find(dofs[i]); found != circuits.end())
        a(i, i) += found->second;
    return a;
  };
  system.dissection = model.dissection;
  system.matrix_flops = [&model](la::Index position) {
    return fem::unknowns_matrix_flops(*model.structure, model.motions, model.order[position]);
  };
  return system;
}

std::vector<StructuralSolution> structural_solutions(common::Factor& factor, const la::Matrix& f,
    la::Index count, const common::StageContext& context) {
  const fem::RigidBodyMotions none, &motions = factor.motions != nullptr ? *factor.motions : none;
  std::vector<StructuralSolution> result(static_cast<std::size_t>(count));
  la::Matrix x;
  if (context.is_master()) {
    x.resize(factor.size, count);
    for (la::Index j = 0; j < count; ++j)
      x.col(j) = result[j].right_hand_side = motions.forces(f.col(j));
  }
  reduce::solve(factor, x, count, context);
  if (context.is_master())
    for (la::Index j = 0; j < count; ++j) {
      result[j].unknowns = x.col(j);
      result[j].displacement = motions.displacement(result[j].unknowns);
    }
  return result;
}

AssembledStructure::AssembledStructure(const common::ElementSystem& elements, const Parts& parts,
    la::IndexRange rows, core::Count most)
    : rows_(rows) {
  // The elements that touch the rows, and for each the places of its entries there, by column; -1
  // if a support holds the column.
  std::vector<Index> touching, number(static_cast<std::size_t>(elements.elements()), -1);
  std::vector<std::vector<Index>> places;
  for (la::Index e = 0; e < elements.elements(); ++e) {
    const auto& dofs = elements.dofs[static_cast<std::size_t>(e)];
    const auto own = static_cast<std::size_t>(
        std::count_if(dofs.begin(), dofs.end(), [&](Index row) { return rows_.contains(row); }));
    if (own == 0) continue;
    number[static_cast<std::size_t>(e)] = static_cast<Index>(touching.size());
    touching.push_back(static_cast<Index>(e));
    places.emplace_back(own * dofs.size(), -1);
  }
  std::vector<Index> place_of_column(static_cast<std::size_t>(elements.size));
  for_each_assembled_row(elements, rows, [&](const auto& of_row, std::span<const Index> columns) {
    if (std::ssize(columns_) + std::ssize(columns) > most)
      throw core::RunError("this rank's rows of the structure have more than " +
                           std::to_string(most) + " entries; more ranks would have less each");
    for (std::size_t k = 0; k < columns.size(); ++k)
      place_of_column[columns[k]] = static_cast<Index>(columns_.size() + k);
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    const auto row = static_cast<Index>(rows_.begin + std::ssize(begin_) - 1);
    begin_.push_back(static_cast<Index>(columns_.size()));
    for (const Index e : of_row) {
      const auto& dofs = elements.dofs[static_cast<std::size_t>(e)];
      auto& to = places[static_cast<std::size_t>(number[e])];
      const auto own = to.size() / dofs.size();
      const auto before = static_cast<std::size_t>(
          std::count_if(dofs.begin(), std::find(dofs.begin(), dofs.end(), row),
              [&](Index other) { return rows_.contains(other); }));
      for (std::size_t column = 0; column < dofs.size(); ++column)
        if (dofs[column] >= 0) to[column * own + before] = place_of_column[dofs[column]];
    }
  });
  columns_.shrink_to_fit();
  stiffness_.setZero(std::ssize(columns_));
  mass_.setZero(std::ssize(columns_));
  for (std::size_t t = 0; t < touching.size(); ++t) {
    const auto [k, m] = parts(touching[t]);
    const auto& dofs = elements.dofs[touching[t]];
    auto place = places[t].begin();
    for (Eigen::Index column = 0; column < k.cols(); ++column)
      for (Eigen::Index row = 0; row < k.rows(); ++row)
        if (rows_.contains(dofs[row]) && *place++ >= 0) {
          stiffness_[place[-1]] += k(row, column);
          mass_[place[-1]] += m(row, column);
        }
  }
  find_groups(elements);
}

void AssembledStructure::find_groups(const common::ElementSystem& elements) {
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
    group_.push_back(2 * body);
  }
  if (elements.motions != nullptr)
    for (const Index place : elements.motions->replaced) ++group_[place];
}

core::Count AssembledStructure::bytes() const {
  return (std::ssize(begin_) + std::ssize(group_)) * index_bytes + entries() * entry_bytes;
}

std::vector<core::Count> AssembledStructure::bytes_of_rows(const common::ElementSystem& elements) {
  std::vector<core::Count> result;
  for_each_assembled_row(
      elements, {0, elements.size}, [&](const auto&, std::span<const Index> columns) {
        result.push_back(index_bytes + std::ssize(columns) * entry_bytes);
      });
  return result;
}

std::shared_ptr<const AssembledStructure> assembled_structure(
    const cases::Model& model, int rank, int ranks) {
  const auto elements = element_system(model, 0);
  return std::make_shared<AssembledStructure>(
      elements,
      [&](la::Index position) {
        return fem::unknowns_matrices(*model.structure, model.motions, model.order[position]);
      },
      assembled_rows(elements.size, rank, ranks));
}

AssembledSystem::AssembledSystem(
    const common::ElementSystem& elements, const common::StageContext& context)
    : AssembledSystem(
          std::make_shared<AssembledStructure>(
              elements,
              [&](la::Index e) {
                la::Matrix a = elements.matrix(e);
                return fem::UnknownsMatrices{a, la::RealMatrix::Zero(a.rows(), a.cols())};
              },
              assembled_rows(elements.size, context.rank(), context.ranks())),
          0, context) {}

AssembledSystem::AssembledSystem(std::shared_ptr<const AssembledStructure> structure, double omega,
    const common::StageContext& context, const std::map<Index, Complex>& circuits)
    : structure_(std::move(structure)), omega_(omega) {
  structure_->for_each_row([&](la::Index row, auto columns, Index place) {
    for (const Index column : columns) {
      if (column == row && circuits.contains(column)) circuits_[place] = circuits.at(column);
      ++place;
    }
  });
  const auto& rows = structure_->rows();
  constexpr int rounds = 4;  // each halves the logarithm of what is left
  la::RealVector moduli(structure_->entries());
  for (Index place = 0; place < moduli.size(); ++place)
    moduli[place] = std::sqrt(std::norm(entry(place)));
  scale_ = la::RealVector::Ones(structure_->size());
  for (int round = 0; round < rounds; ++round) {
    la::RealVector next = scale_;
    structure_->for_each_row([&](la::Index row, auto columns, Index first) {
      const double largest = moduli.segment(first, std::ssize(columns))
                                 .cwiseProduct(scale_(columns))
                                 .template maxCoeff<Eigen::PropagateNaN>();
      next[row] /= std::sqrt(largest * scale_[row]);
    });
    scale_.swap(next);
    gather_rows(scale_, rows, context);
    context.messages.broadcast(la::span_of(scale_), core::master);
  }
  la::RealVector sums = la::RealVector::Zero(structure_->size());
  structure_->for_each_row([&](la::Index row, auto columns, Index first) {
    sums[row] = scale_[row] * moduli.segment(first, std::ssize(columns)).dot(scale_(columns));
  });
  scaled_norm_ = context.messages.all_reduce(
      la::max_norm(sums), [](double a, double b) { return la::larger(a, b); });
}

Complex AssembledSystem::entry(Index place) const {
  const auto circuit = circuits_.find(place);
  return structure_->entry(omega_, place) + (circuit == circuits_.end() ? 0 : circuit->second);
}

void AssembledSystem::share(
    la::Vector& v, la::Vector& g, const common::StageContext& context) const {
  for (la::Vector* each : {&v, &g}) {
    each->conservativeResize(structure_->size());
    context.messages.broadcast(la::span_of(*each), core::master);
  }
}

/// In own rows.
la::Vector AssembledSystem::own_residual(const la::Vector& v, const la::Vector& g) const {
  la::Vector result = la::Vector::Zero(g.size());
  structure_->for_each_row([&](la::Index row, auto columns, Index place) {
    long double real = g[row].real(), imaginary = g[row].imag();
    for (const Index column : columns) {
      const Complex value = entry(place++);
      const long double a = value.real(), b = value.imag();
      const long double x = v[column].real(), y = v[column].imag();
      real -= a * x - b * y;
      imaginary -= a * y + b * x;
    }
    result[row] = {static_cast<double>(real), static_cast<double>(imaginary)};
  });
  return result;
}

la::Vector AssembledSystem::residual(
    la::Vector v, la::Vector g, const common::StageContext& context) const {
  share(v, g, context);
  auto result = own_residual(v, g);
  gather_rows(result, structure_->rows(), context);
  return result;
}

StructuralQuality AssembledSystem::quality(
    la::Vector v, la::Vector g, const common::StageContext& context) const {
  share(v, g, context);
  const la::Vector r = own_residual(v, g);
  la::RealVector size = g.cwiseAbs();
  const la::RealVector moduli = v.cwiseAbs();
  double squares = 0, loss = 0;
  structure_->for_each_row([&](la::Index row, auto columns, Index place) {
    double sum = 0, of_squares = 0, of_losses = 0;
    for (const Index column : columns) {
      const double term = std::sqrt(std::norm(entry(place))) * moduli[column];
      sum += term;
      of_squares += term * term;
      of_losses +=
          structure_->entry(omega_, place++).imag() * (std::conj(v[row]) * v[column]).real();
    }
    size[row] += sum;
    squares += of_squares * moduli[row] * moduli[row];
    loss += of_losses;
  });
  // By group what is wrong and the whole; then the two sums.
  const auto& group_of = structure_->groups();
  const auto groups =
      static_cast<std::size_t>(1 + *std::max_element(group_of.begin(), group_of.end()));
  std::vector<double> figures(2 * groups, 0.0);
  const auto& rows = structure_->rows();
  for (la::Index i = rows.begin; i < rows.end; ++i) {
    const auto group = static_cast<std::size_t>(group_of[static_cast<std::size_t>(i)]);
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
