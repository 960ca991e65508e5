// A rigid sphere struck by e^{ikz}: total surface pressure, and f(pi) of the wave sent back.
#include "app/verify/case_text.h"
#include "app/verify/measures.h"
#include "app/verify/rung.h"
#include "exact/struck_sphere.h"

namespace febem::app::verify {
namespace {

void climb(Laboratory& laboratory) {
  const auto text = geometry("sphere", "frequency = 9") + water() + plane_wave() + at_ka({1.0, 5.0});
  laboratory.solve(text, [&](const Solved& solved) {
    const double ka = solved.at.wavenumber, tolerance = ka < 2.0 ? 0.01 : 0.02;
    laboratory.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::rigid_sphere_pressure(ka, theta); }, tolerance));
    laboratory.record(compare("|f(pi)|, " + ka_label(solved),
                              std::abs(exact::rigid_sphere_form_function(ka, core::pi)),
                              back_scattered(solved, 1.0), tolerance));
  });
}

}  // namespace

extern const Rung rigid_sphere_rung{"rigid_sphere", "a rigid sphere struck by a plane wave", climb};

}  // namespace febem::app::verify
