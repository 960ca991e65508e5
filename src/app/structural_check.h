// How well a displacement satisfies the structural equations.
#pragma once

#include "fem/structure.h"
#include "la/matrix.h"

namespace febem::app {

/// |A_s u - f| / (|A_s| |u| + |f|), maximum norms, A_s assembled afresh from the elements.
double structural_backward_error(const fem::Structure& structure, double omega, const la::Vector& u,
                                 const la::Vector& f);

}  // namespace febem::app
