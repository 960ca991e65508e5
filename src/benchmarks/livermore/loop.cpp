#include "benchmarks/livermore/loop.h"

namespace febem::benchmarks::livermore {

extern const Loop hydro_fragment, conjugate_gradient, inner_product, banded_equations, tridiagonal_elimination, linear_recurrence,
    equation_of_state, alternating_directions, integrate_predictors, difference_predictors, first_sum, first_difference,
    particles_in_plane, particles_on_line, casual_fortran, monte_carlo_search, implicit_conditional, explicit_hydrodynamics,
    second_linear_recurrence, discrete_ordinates, matrix_product, planckian_distribution, implicit_hydrodynamics, first_minimum;

std::span<const Loop* const> loops() {
  static constexpr std::array all{
      &hydro_fragment,           &conjugate_gradient,   &inner_product,        &banded_equations,       &tridiagonal_elimination,
      &linear_recurrence,        &equation_of_state,    &alternating_directions, &integrate_predictors, &difference_predictors,
      &first_sum,                &first_difference,     &particles_in_plane,   &particles_on_line,      &casual_fortran,
      &monte_carlo_search,       &implicit_conditional, &explicit_hydrodynamics, &second_linear_recurrence, &discrete_ordinates,
      &matrix_product,           &planckian_distribution, &implicit_hydrodynamics, &first_minimum};
  return all;
}

}  // namespace febem::benchmarks::livermore
