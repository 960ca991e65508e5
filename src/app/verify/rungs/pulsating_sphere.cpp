#include "app/verify/rung.h"
#include "app/verify/rungs/radiating_sphere.h"

namespace febem::app::verify {

extern const Rung pulsating_sphere_rung{"pulsating_sphere",
                                        "a sphere that breathes: surface pressure and order of convergence",
                                        [](Laboratory& laboratory) { radiating_sphere(laboratory, 0); }};

}  // namespace febem::app::verify
