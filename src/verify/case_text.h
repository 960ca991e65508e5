// Cases of the ladder as the text a user would write.
#pragma once

#include <string>
#include <vector>

#include "mesh/point.h"

namespace febem::verify {

/// Shortest decimal text that reads back as the same number.
std::string exactly(double value);

/// `[geometry]` with a generator and lines of parameters ("frequency = 9").
std::string geometry(const std::string& generator, const std::string& parameters);

/// rho = 1000 kg/m^3, c = 1500 m/s
std::string water();

/// `[frequency]` where k a takes these values, for the radius a (m) and c = 1500 m/s.
std::string at_ka(const std::vector<double>& ka, double radius = 1.0);

/// `[frequency]`
std::string at_hz(const std::vector<double>& hz);

/// The angular frequency (rad/s) of k a in that water.
double omega_at(double ka, double radius = 1.0);

/// Normal velocity P_n(cos theta) of 1 m/s on the whole surface.
std::string legendre_velocity(int n);

/// A free structure with one lossy material in the only region.
std::string free_structure(const std::string& region, double young, double poisson, double density, double loss_factor = 0.0);

/// Pressure P_n(cos theta) of 1 Pa on a face set.
std::string legendre_pressure(const std::string& faces, int n);

/// A source of 1 m^3/s ("monopole") or 1 N along z ("dipole").
std::string point_source(const std::string& kind, const mesh::Vec3& position);

/// The wave e^{ikz} of 1 Pa, with the far field asked for in the directions of the axes.
std::string plane_wave();

}  // namespace febem::verify
