// Groups of numbers that are connected.
#pragma once

#include <boost/pending/disjoint_sets.hpp>
#include <vector>

#include "core/types.h"

namespace febem::mesh {

/// The numbers 0 .. count - 1 in connected groups, in the order of the first number of each group.
/// The numbers of a group ascend. `connect` is called with a function unite(a, b), which it calls
/// for numbers a and b that belong to one group.
template <class Connect>
std::vector<std::vector<core::Index>> connected_groups(core::Index count, Connect&& connect) {
  std::vector<core::Index> rank(count), parent(count), group(count, -1);
  boost::disjoint_sets<core::Index*, core::Index*> sets(rank.data(), parent.data());
  for (core::Index i = 0; i < count; ++i) sets.make_set(i);
  connect([&](core::Index a, core::Index b) { sets.union_set(a, b); });
  std::vector<std::vector<core::Index>> groups;
  for (core::Index i = 0; i < count; ++i) {
    core::Index& found = group[sets.find_set(i)];
    if (found < 0) {
      found = static_cast<core::Index>(groups.size());
      groups.emplace_back();
    }
    groups[found].push_back(i);
  }
  return groups;
}

}  // namespace febem::mesh
