// A matrix that is known by its products only: what stage 3 gives stage 4 where no matrix is formed.
#pragma once

#include "execution/stage_context.h"
#include "la/row_map.h"

namespace febem::pipeline {

/// A square matrix A. Each rank has the entries of a vector that it would own as rows of A.
class RowOperator {
 public:
  virtual ~RowOperator() = default;

  virtual const la::RowMap& map() const = 0;
  /// Own entries of A x from own entries of x. Collective.
  virtual la::Vector apply(const la::Vector& own, const execution::StageContext& context) = 0;
  /// Own entries of a diagonal near that of A. Not collective.
  virtual la::Vector diagonal() const = 0;
  /// What apply() sends, all ranks together.
  virtual comm::Traffic traffic(const comm::Messenger& messages) const = 0;
};

}  // namespace febem::pipeline
