#include "verify/rung.h"
#include "verify/rungs/radiating_sphere.h"

namespace febem::verify {

extern const Rung pulsating_sphere_rung{"pulsating_sphere",
                                        "a sphere that breathes: surface pressure and order of convergence",
                                        [](Laboratory& laboratory) { radiating_sphere(laboratory, 0); }};

}  // namespace febem::verify
