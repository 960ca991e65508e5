// What a node of the elimination tree leaves to its parent, and as it travels to the master.
#pragma once

#include <algorithm>
#include <vector>

#include "la/packed.h"
#include "stages/common/elimination_tree.h"

namespace febem::merge {

using la::Index;

/// S of a front.
struct Contribution {
  common::Dofs rows;  ///< the delayed candidates, then the others
  Index delayed = 0;
  la::RealVector scales;  ///< of the rows
  la::Vector values;      ///< lower triangle, la::packed(); empty in a modelled run

  Index size() const { return std::ssize(rows); }
};

/// Contributions one after the other: of each the lower triangle by column, then the scales.
class ContributionMessage {
 public:
  explicit ContributionMessage(std::vector<la::Complex>& entries) : next_(entries.data()) {}

  /// Entries of a contribution of so many rows.
  static core::Count entries(core::Count rows) { return la::triangle(rows) + rows; }

  void write(const Contribution& from) {
    next_ = std::copy_n(from.values.data(), from.values.size(), next_);
    for (const double scale : from.scales) *next_++ = scale;
  }
  void read(Contribution& to) {
    to.values = Eigen::Map<const la::Vector>(next_, la::triangle(to.size()));
    next_ += to.values.size();
    for (double& scale : to.scales) scale = (next_++)->real();
  }

 private:
  la::Complex* next_;
};

}  // namespace febem::merge
