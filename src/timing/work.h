// Arithmetic by the operation and the sizes of its operands: what a stage charges, and what a
// machine profile prices.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/stage.h"
#include "la/blas.h"
#include "la/gemm.h"
#include "la/ldlt.h"

namespace febem::timing {

using la::Count;
using la::Index;

/// In the order of operation_table.
enum class Operation {
  multiply,
  solve_triangular,
  factor_lu,
  factor_panel,
  interchange,
  add_scaled,
  copy,
  scatter,
  extend_add,
  clear,
  first_touch,
  element_matrix,
  green_functions,
  in_library
};

/// Quantities that the time of an operation is a sum of, each with a price.
using Quantities = std::array<double, 4>;

struct OperationEntry {
  Operation operation;
  std::string_view name;
  std::string_view help;
  std::array<std::string_view, Quantities{}.size()>
      quantities;  ///< what they count; empty where there are fewer
};

inline constexpr std::array operation_table{
    OperationEntry{Operation::multiply, "multiply", "C -= A B (zgemm)",
        {"flop", "entry of C", "entry of A and B", "call"}},
    OperationEntry{Operation::solve_triangular, "solve_triangular", "X = L^{-1} X (ztrsm)",
        {"flop", "entry of X", "call"}},
    OperationEntry{Operation::factor_lu, "factor_lu",
        "LU of a panel with partial pivoting (zgetrf)", {"flop", "entry", "column"}},
    OperationEntry{
        Operation::factor_panel, "factor_panel", "LDL^T of a panel", {"flop", "entry", "column"}},
    OperationEntry{
        Operation::interchange, "interchange", "interchange of rows (zlaswp)", {"entry"}},
    OperationEntry{Operation::add_scaled, "add_scaled", "y += a x on columns in memory", {"entry"}},
    OperationEntry{Operation::copy, "copy", "copy of columns in memory", {"entry"}},
    OperationEntry{Operation::scatter, "scatter", "entries far apart in memory", {"entry"}},
    OperationEntry{Operation::extend_add, "extend_add", "a triangle added to a front", {"entry"}},
    OperationEntry{Operation::clear, "clear", "entries zeroed", {"entry"}},
    OperationEntry{Operation::first_touch, "first_touch",
        "memory that the process has not used before, zeroed", {"entry"}},
    OperationEntry{Operation::element_matrix, "element_matrix", "matrices of finite elements",
        {"flop", "element"}},
    OperationEntry{Operation::green_functions, "green_functions", "integrals over panels",
        {"flop", "pair", "near pair"}},
    OperationEntry{Operation::in_library, "in_library",
        "what a library does by itself, which is not modelled", {}}};

static_assert(
    [] {
      for (std::size_t i = 0; i < operation_table.size(); ++i)
        if (operation_table[i].operation != static_cast<Operation>(i)) return false;
      return true;
    }(),
    "the table stands in the order of the type");

/// One operation on operands of some sizes; entries are complex numbers.
struct Work {
  Operation operation;
  Count flops;  ///< real operations
  Quantities quantities;
};

/// Work on so many entries that counts `flops` real operations for each.
constexpr Work on_entries(Operation operation, Count entries, Count flops = 0) {
  return {operation, flops * entries, {static_cast<double>(entries)}};
}
constexpr Work interchange(Count entries) { return on_entries(Operation::interchange, entries); }
constexpr Work copy(Count entries) { return on_entries(Operation::copy, entries); }
constexpr Work scatter(Count entries) { return on_entries(Operation::scatter, entries); }
constexpr Work extend_add(Count entries) { return on_entries(Operation::extend_add, entries); }
constexpr Work clear(Count entries) { return on_entries(Operation::clear, entries); }
constexpr Work first_touch(Count entries) { return on_entries(Operation::first_touch, entries); }

/// C -= A B, C m x n and A m x k, in so many products of m / pieces rows.
constexpr Work multiply(Index m, Index n, Index k, Index pieces = 1) {
  const double rows = m, columns = n, inner = k, calls = pieces;
  const Count flops = la::multiply_flops(m, n, k);
  return {Operation::multiply, flops,
      {static_cast<double>(flops), rows * columns, (rows + calls * columns) * inner, calls}};
}

/// C -= A B, C m x n, by a la::Gemm. Where that multiplies by three real products in place of each,
/// these do three quarters of the flops, which are counted all the same, on operands of half the
/// memory, which are copied.
template <class T>
std::array<Work, 2> multiply_by(const la::Gemm<T>& a, Index m, Index n) {
  const Index k = a.cols();
  Work products = multiply(n, m, k);
  if (!a.is_by_three()) return {products, copy(0)};
  const Quantities factors{0.75, 1.5, 1.5, 3};
  for (std::size_t i = 0; i < factors.size(); ++i) products.quantities[i] *= factors[i];
  return {products, copy(3 * n * k / 2 + 2 * m * n)};
}

/// X = L^{-1} X, X order x right_hand_sides (or its transpose).
constexpr Work solve_triangular(Index order, Index right_hand_sides) {
  const Count flops = la::solve_triangular_flops(order, right_hand_sides);
  return {Operation::solve_triangular, flops,
      {static_cast<double>(flops), static_cast<double>(order) * right_hand_sides, 1}};
}

/// P A = L U of an m x n block, m >= n.
constexpr Work factor_lu(Index m, Index n) {
  const Count flops = la::factor_lu_flops(m, n);
  return {Operation::factor_lu, flops,
      {static_cast<double>(flops), static_cast<double>(m) * n, static_cast<double>(n)}};
}

/// la::factor_panel() of candidate columns with all rows of the front.
inline Work factor_panel(Index front, Index candidates) {
  const Count flops = la::factor_panel_flops(front, candidates);
  return {Operation::factor_panel, flops,
      {static_cast<double>(flops), static_cast<double>(front) * candidates,
          static_cast<double>(candidates)}};
}

/// y += a x, a complex or real.
constexpr Work add_scaled(Count entries) { return on_entries(Operation::add_scaled, entries, 8); }
constexpr Work add_scaled_by_real(Count entries) {
  return on_entries(Operation::add_scaled, entries, 4);
}

/// Substitution of one right-hand side by so many entries of a factor; not among the flops of an
/// elimination, as is usual.
constexpr Work substitute(Count entries) { return on_entries(Operation::add_scaled, entries); }

/// One element matrix of so many real operations.
constexpr Work element_matrix(Count flops) {
  return {Operation::element_matrix, flops, {static_cast<double>(flops), 1}};
}

/// Integrals over panels seen from points, so many pairs of them, of which some are near.
constexpr Work green_functions(Count flops, Count pairs, Count near_pairs) {
  return {Operation::green_functions, flops,
      {static_cast<double>(flops), static_cast<double>(pairs), static_cast<double>(near_pairs)}};
}

/// The whole of a method that is a library's.
constexpr Work in_library(Count flops) { return {Operation::in_library, flops, {}}; }

/// What arithmetic costs on a machine.
struct Profile {
  std::string machine;  ///< in words
  /// Seconds for each of an operation's quantities.
  std::array<Quantities, operation_table.size()> prices = {};
  /// Multiplies all times of a stage, where its methods are not those that were priced.
  core::PerStage<double> factors = filled_with_one();

  double seconds(const Work& work) const {
    const auto& price = prices[static_cast<std::size_t>(work.operation)];
    double sum = 0;
    for (std::size_t i = 0; i < price.size(); ++i) sum += price[i] * work.quantities[i];
    return sum;
  }

 private:
  static core::PerStage<double> filled_with_one() {
    core::PerStage<double> ones;
    ones.fill(1);
    return ones;
  }
};

/// No operation takes time: what is left is communication.
inline Profile free_of_charge() { return {"arithmetic that takes no time"}; }

}  // namespace febem::timing
