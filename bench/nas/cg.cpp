#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "bench/nas/kernel.h"
#include "mpi/environment.h"

namespace febem::nas {
namespace {

constexpr double condition = 0.1;
constexpr int inner_iterations = 25;

/// The entries of a sparse vector by their places. There are `nonzeros` of them at different random
/// places; NPB draws values and places in turn and leaves out what falls outside. The entry at
/// `half` becomes 0.5.
std::vector<std::pair<int, double>> random_vector(
    const SparseProblem& problem, Random& random, int half) {
  int places = 1;
  while (places < problem.order) places *= 2;
  std::vector<std::pair<int, double>> entries;
  const auto find = [&](int place) {
    return std::find_if(
        entries.begin(), entries.end(), [=](const auto& entry) { return entry.first == place; });
  };
  while (static_cast<int>(entries.size()) < problem.nonzeros) {
    const double value = random.next();
    const int place = static_cast<int>(places * random.next());
    if (place < problem.order && find(place) == entries.end()) entries.emplace_back(place, value);
  }
  if (const auto found = find(half); found != entries.end())
    found->second = 0.5;
  else
    entries.emplace_back(half, 0.5);
  return entries;
}

using Vector = Eigen::VectorXd;

/// Where a rank stands in a grid with as many columns as rows, or twice as many. A rank has the
/// matrix block of its row and column, and of every vector the part of its column.
class Grid {
 public:
  Grid(Machine& machine, int order) : machine_(machine) {
    const auto& ranks = machine.ranks;
    while (columns_ * rows_ < ranks.size()) (columns_ == rows_ ? columns_ : rows_) *= 2;
    row_ = ranks.rank() / columns_;
    column_ = ranks.rank() % columns_;
    row_length_ = order / rows_;
    column_length_ = order / columns_;
    const int ratio = columns_ / rows_;
    transposed_ = (column_ / ratio) * columns_ + ratio * row_ + column_ % ratio;
    half_ = column_ % ratio;
  }

  int first_row() const { return row_ * row_length_; }
  int first_column() const { return column_ * column_length_; }
  int row_length() const { return row_length_; }
  int column_length() const { return column_length_; }

  /// Adds up over the ranks of the row: log2(columns) exchanges. Collective over the row.
  void sum_row(Eigen::Ref<Vector> values, Vector& other) const {
    other.resize(values.size());
    for (int bit = 1; bit < columns_; bit *= 2) {
      exchange(values.data(), other.data(), values.size(), row_ * columns_ + (column_ ^ bit));
      values += other;
      machine_.charge(static_cast<double>(values.size()));
    }
  }

  /// Exchanges with the rank at the transposed place: the part of this column from the product's
  /// part of this row. Collective.
  void transpose(const Vector& of_row, Vector& of_column) const {
    const auto part = of_row.segment(half_ * column_length_, column_length_);
    if (transposed_ == machine_.ranks.rank())
      of_column = part;
    else
      exchange(part.data(), of_column.data(), part.size(), transposed_);
  }

 private:
  void exchange(const double* out, double* in, Eigen::Index count, int other) const {
    const int length = static_cast<int>(count);
    mpi::check(MPI_Sendrecv(out, length, MPI_DOUBLE, other, 1, in, length, MPI_DOUBLE, other, 1,
                   machine_.ranks.handle(), MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
  }

  Machine& machine_;
  int rows_ = 1, columns_ = 1, row_ = 0, column_ = 0;
  int row_length_ = 0, column_length_ = 0;
  int transposed_ = 0, half_ = 0;
};

/// What it computes it charges, as far as this rank does it, before the messages that wait for it.
class Solver {
 public:
  Solver(const SparseProblem& problem, Machine& machine)
      : machine_(machine), grid_(machine, problem.order),
        a_(sparse_block(problem, grid_.first_row(), grid_.first_row() + grid_.row_length(),
            grid_.first_column(), grid_.first_column() + grid_.column_length())) {}

  int length() const { return grid_.column_length(); }

  double dot(const Vector& x, const Vector& y) const {
    Vector result = Vector::Constant(1, x.dot(y));
    charge(2);
    grid_.sum_row(result, received_);
    return result[0];
  }

  /// An approximation to z = A^{-1} x in 25 steps.
  Vector solve(const Vector& x) const {
    Vector z = Vector::Zero(length()), r = x, p = x, q(length());
    double rho = dot(r, r);
    for (int step = 0; step < inner_iterations; ++step) {
      multiply(p, q);
      const double alpha = rho / dot(p, q);
      z += alpha * p;
      r -= alpha * q;
      charge(4);
      const double last = rho;
      rho = dot(r, r);
      p = r + rho / last * p;
      charge(2);
    }
    return z;
  }

  /// || x - A z ||: the benchmark takes it at the end of every solution.
  double residual(const Vector& x, const Vector& z) const {
    Vector az(length());
    multiply(z, az);
    az -= x;
    charge(1);
    return std::sqrt(dot(az, az));
  }

  void scale(const Vector& z, double factor, Vector& x) const {
    x = factor * z;
    charge(1);
  }

 private:
  /// So many flop for each entry of a vector.
  void charge(double flop) const { machine_.charge(flop * static_cast<double>(length())); }

  void multiply(const Vector& p, Vector& q) const {
    of_row_.noalias() = a_ * p;
    machine_.charge(2.0 * static_cast<double>(a_.nonZeros()));
    grid_.sum_row(of_row_, received_);
    grid_.transpose(of_row_, q);
  }

  Machine& machine_;
  Grid grid_;
  SparseBlock a_;
  mutable Vector of_row_, received_;
};

/// A step of inverse iteration; returns zeta and replaces x by the new vector of length one.
double step(const Solver& solver, double shift, Vector& x) {
  const auto z = solver.solve(x);
  solver.residual(x, z);
  const double zeta = shift + 1 / solver.dot(x, z);
  solver.scale(z, 1 / std::sqrt(solver.dot(z, z)), x);
  return zeta;
}

}  // namespace

SparseProblem sparse_problem(Class problem) {
  switch (problem) {
    case Class::s:
      return {1400, 7, 15, 10, 8.5971775078648};
    case Class::w:
      return {7000, 8, 15, 12, 10.362595087124};
    default:
      return {14000, 11, 15, 20, 17.130235054029};
  }
}

SparseBlock sparse_block(
    const SparseProblem& problem, int first_row, int end_row, int first_column, int end_column) {
  std::vector<Eigen::Triplet<double>> entries;
  Random random(314159265);
  random.next();  // NPB draws one before the matrix
  double weight = 1;
  const double ratio = std::pow(condition, 1.0 / problem.order);
  for (int i = 0; i < problem.order; ++i, weight *= ratio) {
    const auto x = random_vector(problem, random, i);
    for (const auto& [row, of_row] : x) {
      if (row < first_row || row >= end_row) continue;
      for (const auto& [column, of_column] : x) {
        if (column < first_column || column >= end_column) continue;
        const double diagonal = row == i && column == i ? condition - problem.shift : 0;
        entries.emplace_back(
            row - first_row, column - first_column, weight * of_row * of_column + diagonal);
      }
    }
  }
  SparseBlock block(end_row - first_row, end_column - first_column);
  block.setFromTriplets(entries.begin(), entries.end());  // equal places are added
  return block;
}

std::string cg_refusal(Class problem, int ranks) {
  if ((ranks & (ranks - 1)) != 0) return "cg needs a power of two of ranks";
  int columns = 1;
  while (columns * columns < ranks) columns *= 2;
  return sparse_problem(problem).order % columns == 0
             ? ""
             : "cg cannot share the matrix of this class among so many ranks";
}

Result cg(Class problem, Machine& machine) {
  const auto sparse = sparse_problem(problem);
  const Solver solver(sparse, machine);
  Vector x = Vector::Ones(solver.length());
  step(solver, sparse.shift, x);  // touches everything once before it is timed
  x.setOnes();

  mpi::check(MPI_Barrier(machine.ranks.handle()), "MPI_Barrier");
  const double start = mpi::wall_time();
  double zeta = 0;
  for (int i = 0; i < sparse.iterations; ++i) zeta = step(solver, sparse.shift, x);
  Result result;
  result.seconds = largest(machine.ranks, mpi::wall_time() - start);
  const double of_row = sparse.nonzeros * (sparse.nonzeros + 1);
  result.operations =
      2.0 * sparse.iterations * sparse.order * (3 + of_row + inner_iterations * (5 + of_row) + 3);
  result.checks = {{"zeta", zeta, sparse.zeta, 1e-10}};
  return result;
}

}  // namespace febem::nas
