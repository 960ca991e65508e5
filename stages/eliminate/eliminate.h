// Stage 4, eliminate: solves the dense system whose rows the ranks own. The algebra and the cost
// are in README.md.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stages/common/system.h"

namespace febem::eliminate {

using la::Matrix;
using la::Vector;

/// What solves with the same matrix again.
class Solver {
 public:
  virtual ~Solver() = default;
  /// x = A^{-1} b; `b` is the whole right-hand side, the same on every rank, and so is the result.
  /// Collective.
  virtual Vector solve(const Vector& b) = 0;
};

/// The factored matrix, ready to solve again. All calls are collective.
class Factored : public Solver {
 public:
  /// x = A^{-T} b.
  virtual Vector solve_transposed(const Vector& b) = 0;
  /// Largest modulus of this rank's part of the triangular factor that elimination leaves.
  virtual double largest_entry() const = 0;
};

/// When to stop iterating, and how a library is to.
struct IterationLimits {
  double tolerance = 1e-10;  ///< of |b - A x| / |b|
  la::Index most = 1000;     ///< iterations
  la::Index restart = 0;     ///< iterations in a cycle; 0: all in one
  std::string petsc =
      {};  ///< PETSc's own options, which replace the above; only if Method::takes_petsc()
  double stagnation =
      0.99;  ///< a cycle that leaves more than this part of the residual is the last
};

/// How an iteration went; the same on every rank.
struct Iteration {
  std::vector<double>
      residuals;  ///< |b - A x| / |b| before the first iteration and after each; the last of a
                  ///< cycle is computed from x, the others are as the method updates them
  std::vector<la::Index> cycles;  ///< iterations between one restart and the next
  bool converged = false;
};

struct Elimination {
  Matrix solution;  ///< on every rank, a column for each right-hand side; not a number if singular
  bool singular = false;
  std::unique_ptr<Factored> factored =
      {};  ///< in mixed precision of the matrix in single; null if the method iterates
  std::unique_ptr<Solver> iterative =
      {};  ///< null unless it does; refers to the operator, and to `factored` if there is one
  std::vector<Iteration> iterations = {};  ///< one for each right-hand side, unless none was made

  Solver& solver() const { return iterative ? *iterative : *factored; }
};

/// Factors this rank's rows of a matrix; the width of a panel is the block of the row map. Both are
/// collective.
struct DirectMethod {
  /// Factors `matrix` in place, and solves for this rank's rows of the right-hand sides.
  Elimination (*run)(
      la::OwnedRows matrix, Matrix right_hand_side, const common::StageContext& context);
  /// The factor of a matrix in single precision, for run_mixed(); null if the method has none.
  std::unique_ptr<Factored> (*factor_single)(
      la::SingleRows matrix, const common::StageContext& context) = nullptr;
};

/// Needs products with the matrix only, which is never formed; one right-hand side after the other.
/// Both are collective.
struct IterativeMethod {
  Elimination (*run)(common::RowOperator& a, const Matrix& right_hand_side,
      const IterationLimits& limits, const common::StageContext& context);
  /// Starts the library behind the method, so that no stage's time includes it; null if there is
  /// nothing to start. Throws core::InputError, the same on every rank, for options that it cannot
  /// use.
  void (*start)(const IterationLimits& limits) = nullptr;
};

/// A method of stage 4.
struct Method {
  std::string_view name;
  std::string_view help;
  std::variant<DirectMethod, IterativeMethod> kind;
  bool is_library =
      false;  ///< its arithmetic and messages are a library's: neither is modelled nor counted

  const DirectMethod& direct() const { return std::get<DirectMethod>(kind); }
  const IterativeMethod& iterative() const { return std::get<IterativeMethod>(kind); }
  bool iterates() const { return std::holds_alternative<IterativeMethod>(kind); }
  bool takes_petsc() const { return is_library && iterates(); }
};

/// Every method, in the order of list.inc.
std::span<const Method> methods();
/// Names of the methods that a build with PETSc has and this one has not.
std::span<const std::string_view> methods_missing();

/// The named method. Throws core::InputError with the nearest name if there is none.
const Method& method(std::string_view name);

/// The ownership of n rows by blocks of `width`. With 0 a block has 48 rows, the panel that takes
/// the least time on few ranks. From four ranks on, if a rank has less than ten blocks, they are
/// narrower, so that each has the same number of them: six, or fewer where they would have less
/// than 12 rows.
la::RowMap row_map(la::Index rows, la::Index width, int ranks);

/// Mixed precision (README.md): A p = b, one b after the other, by iteration with the products of
/// `a`, preconditioned by the factor that `method` (with factor_single) makes of `single`, the same
/// matrix in single precision. Ends when the residual is what rounding in double makes it, 1e-13 of
/// the right-hand side at most, when nothing more is gained, or after `most` or 20 iterations:
/// check() tells whether elimination in double would do better. Of the result, `factored` is that
/// of `single`; it refers to `a`. Collective.
Elimination run_mixed(common::RowOperator& a, la::SingleRows single, const Matrix& right_hand_side,
    const Method& method, la::Index most, const common::StageContext& context);

}  // namespace febem::eliminate
