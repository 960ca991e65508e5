// The system A P = B, as stage 3 leaves it and stage 4 solves it: a column for each load case.
#pragma once

#include <memory>
#include <variant>

#include "stages/common/row_operator.h"

namespace febem::common {

/// A in double precision. Each rank has its own rows.
struct DenseSystem {
  la::OwnedRows matrix;
  la::Matrix right_hand_side;  ///< own rows of B
};

/// A by its products, with no matrix.
struct OperatorSystem {
  std::unique_ptr<RowOperator> product;
  la::Matrix right_hand_side;
};

/// A in single precision, for stage 4 to iterate with the products, which are in double.
struct MixedSystem {
  la::SingleRows matrix;
  std::unique_ptr<RowOperator> product;
  la::Matrix right_hand_side;
};

using System = std::variant<DenseSystem, OperatorSystem, MixedSystem>;

}  // namespace febem::common
