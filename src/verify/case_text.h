// The texts of verification cases, as a user would write them.
#pragma once

#include <string>
#include <vector>

#include "mesh/point.h"

namespace febem::verify {

/// The shortest decimal text that reads back as the same number.
std::string exactly(double value);

/// `[geometry]` with a generator and lines of parameters ("frequency = 9").
std::string geometry(const std::string& generator, const std::string& parameters);

/// `[fluid]` with rho = 1000 kg/m^3 and c = 1500 m/s.
std::string water();

/// `[frequency]` at which k a has these values, for the radius a (m) and c = 1500 m/s.
std::string at_ka(const std::vector<double>& ka, double radius = 1.0);

/// `[frequency]` with these frequencies.
std::string at_hz(const std::vector<double>& hz);

/// The angular frequency (rad/s) of k a in water().
double omega_at(double ka, double radius = 1.0);

/// An excitation: normal velocity P_n(cos theta) of 1 m/s on the whole surface.
std::string legendre_velocity(int n);

/// A free structure with one lossy material in the only region.
std::string free_structure(const std::string& region, double young, double poisson, double density,
    double loss_factor = 0.0);

/// An excitation: pressure P_n(cos theta) of 1 Pa on a face set.
std::string legendre_pressure(const std::string& faces, int n);

/// An excitation: a source of 1 m^3/s ("monopole") or 1 N along z ("dipole").
std::string point_source(const std::string& kind, const mesh::Vec3& position);

/// An excitation: the wave e^{ikz} of 1 Pa. It also asks for the far field in the directions of the
/// axes.
std::string plane_wave();

}  // namespace febem::verify
