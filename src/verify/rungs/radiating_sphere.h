// A sphere whose surface moves with the normal velocity P_n(cos theta), v_n = 1 m/s.
#pragma once

#include "verify/laboratory.h"

namespace febem::verify {

/// p = rho c z_n P_n, z_n = i h_n(ka)/h_n'(ka): surface error and, over three meshes, order, at ka = 1 and
/// pi.
void radiating_sphere(Laboratory& laboratory, int n);

}  // namespace febem::verify
