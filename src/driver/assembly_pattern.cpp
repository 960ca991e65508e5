#include "driver/assembly_pattern.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <numeric>

namespace febem::driver {
namespace {

using core::Index;

/// The elements that touch each degree of freedom.
std::vector<std::vector<Index>> elements_by_dof(const pipeline::ElementSystem& elements) {
  std::vector<std::vector<Index>> touching(static_cast<std::size_t>(elements.size));
  for (Index e = 0; e < elements.elements(); ++e)
    for (const auto dof : elements.dofs[e])
      if (dof >= 0) touching[dof].push_back(e);
  return touching;
}

}  // namespace

AssemblyPattern::AssemblyPattern(const pipeline::ElementSystem& elements) {
  find_columns(elements);
  find_bodies(elements);
  for (const auto& dofs : elements.dofs) {
    auto& places = places_.emplace_back();
    places.reserve(dofs.size() * dofs.size());
    for (const auto column : dofs)
      for (const auto row : dofs) places.push_back(row >= 0 && column >= 0 ? place_of(row, column) : Index{-1});
  }
}

void AssemblyPattern::find_columns(const pipeline::ElementSystem& elements) {
  pipeline::Dofs of_row;
  for (const auto& touching : elements_by_dof(elements)) {
    of_row.clear();
    for (const Index e : touching) of_row.insert(of_row.end(), elements.dofs[e].begin(), elements.dofs[e].end());
    std::sort(of_row.begin(), of_row.end());
    of_row.erase(std::unique(of_row.begin(), of_row.end()), of_row.end());
    const auto first = std::lower_bound(of_row.begin(), of_row.end(), Index{0});  // what a support holds is -1
    columns_.insert(columns_.end(), first, of_row.end());
    begin_.push_back(static_cast<Index>(columns_.size()));
  }
}

void AssemblyPattern::find_bodies(const pipeline::ElementSystem& elements) {
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

AssembledMatrix AssemblyPattern::assemble(const pipeline::ElementSystem& elements) const {
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

}  // namespace febem::driver
