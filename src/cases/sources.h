// The sources at one frequency, and the boundary condition of the surface.
#pragma once

#include <filesystem>
#include <string>

#include "bem/incident_field.h"
#include "cases/case.h"
#include "cases/model.h"
#include "la/matrix.h"
#include "mesh/surface.h"

namespace febem::cases {

using core::Complex;

/// e^{-i omega t}; omega in rad/s, k = omega / c.
struct FrequencyPoint {
  double hz = 0.0;
  double omega = 0.0;
  double wavenumber = 0.0;

  FrequencyPoint(double frequency, const Fluid& fluid);
};

/// amplitude e^{i phase}
Complex complex_amplitude(const Excitation& excitation);

/// The equation the case asks for.
bem::Formulation formulation(const Case& problem, const mesh::Surface& surface, const FrequencyPoint& at);

/// True for an incident sound field: a plane wave, or a point source outside the bodies. A point source inside prescribes
/// how the surface moves instead.
bool is_incident(const Excitation& excitation, const mesh::Surface& surface);
bool has_incident_field(const Case& problem, const mesh::Surface& surface);

/// p_inc and q_inc of all incident fields, one entry a panel.
bem::IncidentField incident_field(const Case& problem, const mesh::Surface& surface, double wavenumber);

/// The means of p_inc and q_inc over each panel, from which powers follow.
bem::IncidentField mean_incident_field(const Case& problem, const mesh::Surface& surface, double wavenumber);

/// p_inc + alpha q_inc, the right-hand side of the integral equation, one entry a panel, Pa.
la::Vector incident(const Case& problem, const mesh::Surface& surface, const bem::Formulation& equation);

/// p_inc at points, Pa.
la::Vector incident_pressure(const Case& problem, const mesh::Surface& surface, const std::vector<Vec3>& points, double wavenumber);

/// q_prescribed, one entry a panel, Pa/m: i omega rho v_n of prescribed velocities (those read from files on the master
/// only), and dp/dn of point sources inside the body.
la::Vector prescribed(const Case& problem, const Model& model, const FrequencyPoint& at);

/// Whether a source prescribes any; the same on every rank.
bool has_prescribed(const Case& problem, const mesh::Surface& surface);

/// True unless all sources are zero or cancel each other exactly. Valid on the master.
bool excites(const Case& problem, const Model& model);

/// y in q = y p of a locally reacting surface: y = -omega^2 rho / [k_s (1 - i eta) - omega^2 m], 1/m; 0 without one.
Complex admittance(const Case& problem, const FrequencyPoint& at);

/// q = dp/dn = q_prescribed + y p + omega^2 rho C u, one entry a panel, Pa/m, from the pressure p (n_a, Pa) and the
/// displacement u (n_s, m; not read without a structure).
la::Vector normal_derivative(const Case& problem, const Model& model, const FrequencyPoint& at, const la::Vector& p, const la::Vector& u);

/// The directions of the directivity, unit vectors, with their angles in degrees.
struct Directions {
  std::vector<Vec3> vectors;
  std::vector<double> angles;
};
Directions directions(const Output& output);

/// The data set of an HDF5 file, one number a panel in the order of the surface's panels, in `unit` ("Pa"): real, compounds
/// {r, i} or two columns. An attribute "units" may say another unit of its kind. Throws core::InputError, naming file and
/// data set, if one is missing, has another length, type or unit, or holds what is not finite.
la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset, core::Index panels, const std::string& unit);

}  // namespace febem::cases
