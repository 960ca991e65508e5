// Ranks divided into groups of neighbours, as equal as can be: neighbours are often of one node.
#pragma once

namespace febem::mpi {

struct RankGroups {
  int ranks = 1;
  int count = 1;  ///< of groups: 1 .. ranks

  bool divided() const { return count > 1; }
  /// The group of a rank, from 0.
  int of(int rank) const { return static_cast<int>(static_cast<long long>(rank) * count / ranks); }
  /// The first rank of a group.
  int first(int group) const { return static_cast<int>((static_cast<long long>(group) * ranks + count - 1) / count); }
  int size(int group) const { return first(group + 1) - first(group); }
};

}  // namespace febem::mpi
