// The texts of verification cases, as a user would write them.
#pragma once

#include <string>
#include <vector>

#include "mesh/point.h"
#include "verify/exact/partial_waves.h"

namespace febem::verify {

/// The shortest decimal text that reads back as the same number.
std::string exactly(double value);

/// `[geometry]` with lines of parameters ("frequency = 9").
std::string geometry(const std::string& generator, const std::string& parameters);

/// A sphere of radius 1 m with 20 frequency^2 panels.
std::string icosphere(int frequency);

/// `[fluid]`
std::string fluid_of(const exact::Fluid& fluid);

/// With rho = 1000 kg/m^3 and c = 1500 m/s.
std::string water();

/// `[frequency]` at these k a, of the radius a (m) in water().
std::string at_ka(const std::vector<double>& ka, double radius = 1.0);

/// `[frequency]` with these frequencies.
std::string at_hz(const std::vector<double>& hz);

/// rad/s, of k a in water().
double omega_at(double ka, double radius = 1.0);

/// An excitation of amplitude 1 with lines of further keys.
std::string excitation(const std::string& kind, const std::string& keys);

/// The far field in the directions of the axes.
std::string directivity();

/// Normal velocity P_n(cos theta) of 1 m/s on the whole surface.
std::string legendre_velocity(int n);

/// A free structure of one region and lossy material.
std::string free_structure(const std::string& region, double young, double poisson, double density,
    double loss_factor = 0.0);

/// `[[symmetry]]` across these axes ("xy"), which leaves a part of the body.
std::string symmetric(const std::string& axes);

/// Pressure P_n(cos theta) of 1 Pa on a face set.
std::string legendre_pressure(const std::string& faces, int n);

/// A source of 1 m^3/s ("monopole") or 1 N along z ("dipole").
std::string point_source(const std::string& kind, const mesh::Vec3& position);

/// The wave e^{ikz} of 1 Pa; and directivity().
std::string plane_wave();

}  // namespace febem::verify
