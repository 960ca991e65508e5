// A sphere whose surface moves with the normal velocity P_n(cos theta), v_n = 1 m/s.
#pragma once

#include "verify/verification_suite.h"

namespace febem::verify {

/// p = rho c z_n P_n, z_n = i h_n(ka)/h_n'(ka): surface error and, over three meshes, order, at ka = 1 and
/// pi.
void radiating_sphere(VerificationSuite& suite, int n);

}  // namespace febem::verify
