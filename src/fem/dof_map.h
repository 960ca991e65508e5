// Numbers of the unknowns at the nodes.
#pragma once

#include <span>
#include <vector>

#include "core/types.h"

namespace febem::fem {

using core::Index;

/// A node has an unknown for each component that the elements there have. Components 0, 1, 2 are
/// the displacements along x, y, z. First say which unknowns there are, then call number().
class DofMap {
 public:
  /// No unknowns yet. Components are 0 .. components - 1.
  DofMap(std::size_t nodes, int components)
      : components_(components), number_(nodes * static_cast<std::size_t>(components), -1) {}

  void add(Index node, int component) { number_[at(node, component)] = at(node, component); }
  /// Makes one unknown of those of some nodes, in ascending order.
  void tie(std::span<const Index> nodes, int component);
  /// Holds an unknown, and all that are tied to it.
  void hold(Index node, int component);
  /// Numbers the free unknowns by node, then by component.
  void number();

  Index size() const { return size_; }
  /// The number of an unknown, or -1 if the node has no such unknown or it is held.
  Index operator()(Index node, int component) const { return number_[at(node, component)]; }
  /// How many free unknowns each node has. A tied one counts at the first of its nodes.
  std::vector<int> counts() const;

 private:
  Index at(Index node, int component) const { return components_ * node + component; }

  int components_;
  Index size_ = 0;
  /// By node and component: before number() the place of the unknown that it is, afterwards its
  /// number; -1 for none.
  std::vector<Index> number_;
};

}  // namespace febem::fem
