// Dense storage. Column major throughout, as BLAS and LAPACK expect.
#pragma once

#include <Eigen/Core>
#include <span>
#include <type_traits>

#include "core/types.h"

namespace febem::la {

using core::Complex;
using core::SingleComplex;
/// The index of a row or column, and the number of rows or columns: signed and as wide as memory, as std::ssize and Eigen count. What is stored
/// by the thousand (degrees of freedom, nodes, panels) is a core::Index.
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
