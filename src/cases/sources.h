// The sources at one frequency, and the boundary condition of the surface.
#pragma once

#include <filesystem>
#include <string>

#include "bem/formulation.h"
#include "bem/incident_field.h"
#include "cases/case.h"
#include "cases/model.h"
#include "la/matrix.h"
#include "mesh/surface.h"

namespace febem::cases {

using core::Complex;

/// A frequency, with omega in rad/s and the wavenumber k = omega / c in 1/m. The time dependence is
/// e^{-i omega t}.
struct FrequencyPoint {
  double hz = 0.0;
  double omega = 0.0;
  double wavenumber = 0.0;

  FrequencyPoint(double frequency, const Fluid& fluid);
};

/// The complex amplitude: amplitude e^{i phase}.
Complex complex_amplitude(const Excitation& excitation);

/// Whether an excitation is an incident sound field: a plane wave, or a point source outside the
/// bodies. A point source inside a body prescribes the motion of the surface instead.
bool is_incident(const Excitation& excitation, const mesh::Surface& surface);
bool has_incident_field(const Case& problem, const mesh::Surface& surface);

/// p_inc and q_inc of all incident fields at the collocation points, one entry for each unknown.
bem::IncidentField incident_field(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, double wavenumber);

/// p_inc and q_inc from which powers follow: with constant panels the means over each panel, else
/// incident_field().
bem::IncidentField mean_incident_field(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, double wavenumber);

/// p_inc + alpha q_inc, the right-hand side of the integral equation, one entry for each unknown,
/// Pa.
la::Vector incident(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const bem::Formulation& equation);

/// p_inc at points, Pa.
la::Vector incident_pressure(const Case& problem, const mesh::Surface& surface,
    const std::vector<Vec3>& points, double wavenumber);

/// q_prescribed, one entry for each unknown, Pa/m: i omega rho v_n of prescribed velocities, and
/// dp/dn of point sources inside the body. Velocities from files are included on the master only.
la::Vector prescribed(const Case& problem, const Model& model, const FrequencyPoint& at);

/// Whether a source prescribes a normal derivative. The result is the same on every rank.
bool has_prescribed(const Case& problem, const mesh::Surface& surface);

/// True unless all sources are zero or cancel each other exactly. Valid on the master.
bool excites(const Case& problem, const Model& model);

/// y in q = y p of a locally reacting surface: y = -omega^2 rho / [k_s (1 - i eta) - omega^2 m],
/// 1/m; 0 without one.
Complex admittance(const Case& problem, const FrequencyPoint& at);

/// q = dp/dn = q_prescribed + y p + omega^2 rho C u, one entry for each unknown, Pa/m, from the
/// pressure p (n_a, Pa) and the displacement u (n_s, m). Without a structure u is not read.
la::Vector normal_derivative(const Case& problem, const Model& model, const FrequencyPoint& at,
    const la::Vector& p, const la::Vector& u);

/// The directions of the directivity, unit vectors, with their angles in degrees.
struct Directions {
  std::vector<Vec3> vectors;
  std::vector<double> angles;
};
Directions directions(const Output& output);

/// Reads a data set of an HDF5 file with one number for each of `unknowns`, in their order: that of
/// the surface's panels with constant panels. The numbers may be real, compounds {r, i}, or two
/// columns. They are in `unit` ("Pa"), or in a unit of the same kind that the attribute "units"
/// names. Throws core::InputError, naming file and data set, if one of them is missing, if length,
/// type or unit are wrong, or if a number is not finite.
la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset,
    core::Index unknowns, const std::string& unit);

}  // namespace febem::cases
