#include "verify/rung.h"
#include "verify/rungs/radiating_sphere.h"

namespace febem::verify {

extern const Rung dipole_sphere_rung{
    "dipole_sphere", "a sphere that moves to and fro: surface pressure and order of convergence",
    [](Laboratory& laboratory) { radiating_sphere(laboratory, 1); }};

}  // namespace febem::verify
