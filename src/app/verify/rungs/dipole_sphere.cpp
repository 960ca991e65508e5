#include "app/verify/rung.h"
#include "app/verify/rungs/radiating_sphere.h"

namespace febem::app::verify {

extern const Rung dipole_sphere_rung{
    "dipole_sphere", "a sphere that moves to and fro: surface pressure and order of convergence",
    [](Laboratory& laboratory) { radiating_sphere(laboratory, 1); }};

}  // namespace febem::app::verify
