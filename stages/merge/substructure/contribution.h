// What a node of the elimination tree leaves to its parent.
#pragma once

#include "la/matrix.h"
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

}  // namespace febem::merge
