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

/// omega in rad/s, the wavenumber k = omega / c in 1/m. Time dependence e^{-i omega t}.
struct FrequencyPoint {
  double hz = 0.0;
  double omega = 0.0;
  double wavenumber = 0.0;

  FrequencyPoint(double frequency, const Fluid& fluid);
};

/// amplitude e^{i phase}.
Complex complex_amplitude(const Excitation& excitation);

/// Whether an excitation is an incident sound field: a plane wave, or a point source outside the
/// bodies. A point source inside a body prescribes the motion of the surface instead.
bool is_incident(const Excitation& excitation, const mesh::Surface& surface);
bool has_incident_field(const Case& problem, const mesh::Surface& surface);

/// p_inc and q_inc of all incident fields at the collocation points.
bem::IncidentField incident_field(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, double wavenumber);

/// The incident field from which powers follow: with constant panels its means over each panel.
bem::IncidentField mean_incident_field(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, double wavenumber);

/// p_inc + alpha q_inc, the right-hand side of the integral equation, Pa.
la::Vector incident(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const bem::Formulation& equation);

/// p_inc at points, Pa.
la::Vector incident_pressure(const Case& problem, const mesh::Surface& surface,
    const std::vector<Vec3>& points, double wavenumber);

/// q_prescribed, Pa/m: i omega rho v_n of prescribed velocities (those from files on the master
/// only), and dp/dn of point sources inside the body.
la::Vector prescribed(const Case& problem, const Model& model, const FrequencyPoint& at);

/// Whether there is such a source, on any rank.
bool has_prescribed(const Case& problem, const mesh::Surface& surface);

/// False if all sources are zero or cancel each other. Valid on the master.
bool excites(const Case& problem, const Model& model);

/// y in q = y p of a locally reacting surface: -omega^2 rho / [k_s (1 - i eta) - omega^2 m], 1/m;
/// or 0.
Complex admittance(const Case& problem, const FrequencyPoint& at);

/// q = dp/dn = q_prescribed + y p + omega^2 rho C u, Pa/m, from the pressure p (n_a, Pa) and the
/// displacement u (n_s, m), which is not read without a structure.
la::Vector normal_derivative(const Case& problem, const Model& model, const FrequencyPoint& at,
    const la::Vector& p, const la::Vector& u);

/// Unit vectors of the directivity, with their angles in degrees.
struct Directions {
  std::vector<Vec3> vectors;
  std::vector<double> angles;
};
Directions directions(const Output& output);

/// Reads a data set with a number for each of `unknowns`, real, compound {r, i} or in two columns,
/// in `unit` ("Pa") or another of its kind that the attribute "units" names. Throws
/// core::InputError naming file and data set for other content.
la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset,
    core::Index unknowns, const std::string& unit);

}  // namespace febem::cases
