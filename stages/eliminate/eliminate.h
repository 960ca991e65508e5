// Stage 4, eliminate: solves the dense system whose rows the ranks own. The algebra and the cost are in README.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "execution/stage_context.h"
#include "la/row_map.h"

namespace febem::eliminate {

using la::Vector;

/// The factored matrix, ready to solve again. All calls are collective.
class Factored {
 public:
  virtual ~Factored() = default;
  /// x = A^{-1} b; `b` is the whole right-hand side, the same on every rank, and so is the result.
  virtual Vector solve(const Vector& b) = 0;
  /// x = A^{-T} b.
  virtual Vector solve_transposed(const Vector& b) = 0;
  /// Largest modulus of this rank's part of the triangular factor that elimination leaves.
  virtual double largest_entry() const = 0;
};

struct Elimination {
  Vector solution;  ///< on every rank; not a number if singular
  bool singular = false;
  std::unique_ptr<Factored> factored;
};

/// A method of stage 4: factors `matrix` (n x n, this rank's rows) in place and solves for the right-hand side (this rank's
/// rows); the width of a panel is the block of the row map. Collective.
struct Method {
  std::string_view name;
  std::string_view help;
  Elimination (*run)(la::OwnedRows matrix, Vector right_hand_side, const execution::StageContext& context);
  bool is_library = false;  ///< its arithmetic and messages are a library's: neither is modelled nor counted
};

/// Every method, in the order of list.inc.
std::span<const Method> methods();

/// The named method. Throws core::InputError with the nearest name if there is none.
const Method& method(std::string_view name);

/// What the method `rows` sends in run(), all ranks together.
comm::Traffic rows_traffic(const la::RowMap& map, const comm::Messenger& messages);

}  // namespace febem::eliminate
