// Dense storage. All matrices are column major, as BLAS and LAPACK expect.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "core/nowhere.h"
#include "core/types.h"

namespace febem::la {

using core::Complex;
using core::Count;
using core::nowhere;
using core::SingleComplex;
/// The index of a row or column, and the number of rows or columns: signed and as wide as a
/// pointer, as std::ssize and Eigen count. Lists of degrees of freedom, nodes and panels store the
/// shorter core::Index.
using Index = Eigen::Index;

template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;
using Matrix = MatrixOf<Complex>;
using Vector = VectorOf<Complex>;
using SingleMatrix = MatrixOf<SingleComplex>;
using RealMatrix = Eigen::MatrixXd;
using RealVector = Eigen::VectorXd;

/// A block of a matrix, or all of it, where it stands: A11, A12, ...
using View = Eigen::Ref<Matrix>;
using ConstView = Eigen::Ref<const Matrix>;
using SingleView = Eigen::Ref<SingleMatrix>;
using ConstSingleView = Eigen::Ref<const SingleMatrix>;
using VectorView = Eigen::Ref<Vector>;
using ConstVectorView = Eigen::Ref<const Vector>;
using SingleVectorView = Eigen::Ref<VectorOf<SingleComplex>>;
using ConstSingleVectorView = Eigen::Ref<const VectorOf<SingleComplex>>;

/// All of `a`, which has so many rows and columns. Where `a` is empty, as it is in a modelled run,
/// the view has a shape and no memory: who touches an entry fails.
template <class Dense>
Eigen::Map<Dense> shaped(Dense& a, Index rows, Index columns) {
  return {a.size() == 0 ? nowhere<typename Dense::Scalar>() : a.data(), rows, columns};
}

/// A matrix with its memory, or without memory a shape alone: who touches an entry of that fails.
/// Assigning values takes a matrix of the same shape; assigning a temporary takes over its memory.
template <class T>
class Workspace : public Eigen::Map<MatrixOf<T>> {
 public:
  using Map = Eigen::Map<MatrixOf<T>>;
  using Map::operator=;

  Workspace() : Workspace(0, 0) {}
  Workspace(Index rows, Index columns, std::shared_ptr<T> memory = nullptr)
      : Map(memory ? memory.get() : nowhere<T>(), rows, columns), memory_(std::move(memory)) {}
  /// Takes over the memory of a matrix.
  Workspace(MatrixOf<T> values) : Workspace(std::make_shared<MatrixOf<T>>(std::move(values))) {}
  /// A copy of the values, or of a shape.
  Workspace(const Workspace& other)
      : Workspace(core::is_nowhere(other.data())
                      ? Workspace(other.rows(), other.cols(), other.memory_)
                      : Workspace(MatrixOf<T>(other))) {}
  Workspace(Workspace&&) noexcept = default;
  Workspace& operator=(Workspace&& other) noexcept {
    memory_ = std::move(other.memory_);
    new (static_cast<Map*>(this)) Map(other);
    return *this;
  }
  Workspace& operator=(const Workspace& other) {
    Map::operator=(other);
    return *this;
  }

  /// Forgets all but the first columns.
  void keep_columns(Index count) {
    new (static_cast<Map*>(this)) Map(this->data(), this->rows(), count);
  }

 private:
  explicit Workspace(const std::shared_ptr<MatrixOf<T>>& values)
      : Workspace(values->rows(), values->cols(), {values, values->data()}) {}

  std::shared_ptr<T> memory_;
};

/// The entries of a vector or a matrix that keeps them, column by column.
template <class Dense>
auto span_of(Dense& x) {
  return std::span(x.data(), static_cast<std::size_t>(x.size()));
}

/// The matrix itself, or a copy in single precision.
template <class T>
decltype(auto) in_precision(const Matrix& a) {
  if constexpr (std::is_same_v<T, Complex>)
    return (a);
  else
    return MatrixOf<T>(a.cast<T>());
}

}  // namespace febem::la
