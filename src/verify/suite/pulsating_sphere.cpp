#include "verify/suite/radiating_sphere.h"
#include "verify/verification_case.h"

namespace febem::verify {

extern const VerificationCase pulsating_sphere_case{"pulsating_sphere",
                                        "a sphere that breathes: surface pressure and order of convergence",
                                        [](VerificationSuite& suite) { radiating_sphere(suite, 0); }};

}  // namespace febem::verify
