#include "verify/suite/radiating_sphere.h"
#include "verify/verification_case.h"

namespace febem::verify {

extern const VerificationCase dipole_sphere_case{
    "dipole_sphere", "a sphere that moves to and fro: surface pressure and order of convergence",
    [](VerificationSuite& suite) { radiating_sphere(suite, 1); }};

}  // namespace febem::verify
