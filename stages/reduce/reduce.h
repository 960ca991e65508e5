// Stage 3, reduce: eliminates everything but the surface pressure from own rows. The algebra and
// the cost are in README.md.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "fem/structure.h"
#include "la/row_map.h"
#include "stages/analysis/analysis.h"
#include "stages/common/factor.h"
#include "stages/common/system.h"

namespace febem::reduce {

using core::Complex;
using la::Matrix;
using la::Vector;

/// What the surface does, q = dp/dn at each panel:
///   q = q_prescribed + y p + omega^2 rho C A_s^{-1} (F - T p),  C = M^{-1} T^T.
/// The columns of matrices are the load cases; they are valid on the master, which shares them;
/// which of the terms there are, and how many load cases, is the same on every rank.
struct SurfaceCondition {
  la::Index loads = 1;  ///< number of load cases
  Matrix incident;      ///< p_inc + alpha q_inc, n_a x loads, Pa
  bool has_prescribed = false;
  Matrix prescribed;  ///< q_prescribed, n_a x loads, Pa/m
  Vector admittance;  ///< y, n_a, 1/m, on every rank; empty if the surface does not react
  common::Factor* factor = nullptr;                    ///< of A_s; null without a structure
  const fem::SparseMatrix* coupling = nullptr;         ///< T, n_s x n_a, on every rank
  std::shared_ptr<const analysis::Analysis> analysis;  ///< of the structure
  std::span<const double> mass;                        ///< diagonal of M, m^2, on every rank
  Matrix force;                                        ///< F, n_s x loads, N
  double omega_squared_rho = 0;                        ///< kg/(m^3 s^2)
};

/// In which numbers stages 3 and 4 compute.
enum class Precision {
  full,   ///< double
  mixed,  ///< the matrix in single, its operator in double
};

/// A method of stage 3: subtracts omega^2 rho B C A_s^{-1} T from `matrix`, if it forms one, and
/// omega^2 rho B C A_s^{-1} F from the right-hand sides, by own row. Only called with a structure.
/// Collective.
struct Method {
  std::string_view name;
  std::string_view help;
  void (*run)(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRows& matrix,
      Matrix& right_hand_side, const common::StageContext& context);
  bool needs_sparse_columns = false;  ///< the factor must take sparse right-hand sides
  bool forms_matrix = true;           ///< else stage 4 gets an operator, and must iterate
  bool solves_for_each_row = false;   ///< a right-hand side of n_s entries for each own row is held
  /// As run(), the matrix in single precision and the right-hand side in double; null if the method
  /// does not have it.
  void (*run_single)(const la::OwnedRows& b, const SurfaceCondition& surface,
      la::SingleRows& matrix, Matrix& right_hand_side,
      const common::StageContext& context) = nullptr;
};

/// Every method, in the order of list.inc.
std::span<const Method> methods();
/// Names of the methods that a build with PETSc has and this one has not.
std::span<const std::string_view> methods_missing();

/// The named method. Throws core::InputError with the nearest name if there is none.
const Method& method(std::string_view name);

/// A = H + y B - omega^2 rho B C A_s^{-1} T and b = incident - B q_prescribed - omega^2 rho B C
/// A_s^{-1} F, the terms of the structure by the method. `h` becomes A, or part of the operator in
/// its place, which refers to `b` and to what `surface` refers to. Mixed precision with a structure
/// needs a method that has run_single. Collective.
common::System run(la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface,
    const Method& method, const common::StageContext& context,
    Precision precision = Precision::full);

/// The master's vectors, the columns of a rows x columns matrix, on every rank. Collective.
Matrix shared(
    Matrix values, la::Index rows, la::Index columns, const common::StageContext& context);

}  // namespace febem::reduce
