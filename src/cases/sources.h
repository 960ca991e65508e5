// The sources at one frequency, and the boundary condition of the surface.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

/// Sources that act together: a right-hand side.
struct LoadCase {
  std::string name = {};  ///< empty if the case has no load cases, and this is all
  std::vector<Excitation> excitations;
  la::Index number = 0;  ///< among the load cases
  /// Where the wave of an [[incidence]] comes from: a unit vector, with its angles in degrees.
  struct Origin {
    Vec3 direction;
    double angle, elevation;
  };
  std::optional<Origin> origin = {};
};

/// The load cases: those that excitations name, in the order in which they are named first, then
/// one for each direction of an [[incidence]]; excitations without a name act in each. One without
/// a name if there are neither.
std::vector<LoadCase> load_cases(const Case& problem);
/// Whether an excitation of the case is one of the load case's.
bool acts_in(const Excitation& excitation, const LoadCase& load);

/// Whether an excitation is an incident sound field: a plane wave, or a point source outside the
/// bodies. A point source inside a body prescribes the motion of the surface instead. Planes where
/// the fluid ends mirror both.
bool is_incident(const Case& problem, const Excitation& excitation, const mesh::Surface& surface);
bool has_incident_field(const Case& problem, const LoadCase& load, const mesh::Surface& surface);

/// Whether a plane wave is all that excites, and no plane where the fluid ends mirrors it.
bool is_struck(const Case& problem, const LoadCase& load);

/// p_inc and q_inc of all incident fields at the collocation points.
bem::IncidentField incident_field(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, const bem::BoundarySpace& space, double wavenumber);

/// The incident field from which powers follow: with constant panels its means over each panel.
bem::IncidentField mean_incident_field(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, const bem::BoundarySpace& space, double wavenumber);

/// p_inc + alpha q_inc, the right-hand side of the integral equation, Pa.
la::Vector incident(const Case& problem, const LoadCase& load, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const bem::Formulation& equation);

/// p_inc at points, Pa.
la::Vector incident_pressure(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, const std::vector<Vec3>& points, double wavenumber);

/// q_prescribed, Pa/m: i omega rho v_n of prescribed velocities (those from files on the master
/// only), and dp/dn of point sources inside the body.
la::Vector prescribed(
    const Case& problem, const LoadCase& load, const Model& model, const FrequencyPoint& at);

/// Whether there is such a source in any load case, on any rank.
bool has_prescribed(const Case& problem, const mesh::Surface& surface);

/// False if all sources are zero or cancel each other. Valid on the master.
bool excites(const Case& problem, const LoadCase& load, const Model& model);

/// y = -i omega rho / z of q = y p at each unknown, 1/m, z the impedance of its panel; 0 where it
/// has none. Empty if no panel has one.
la::Vector admittance(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const FrequencyPoint& at);

/// q = dp/dn = q_prescribed + y p + omega^2 rho C u, Pa/m, from y of admittance(), the pressure p
/// (n_a, Pa) and the displacement u (n_s, m), which is not read without a structure.
la::Vector normal_derivative(const Case& problem, const LoadCase& load, const Model& model,
    const FrequencyPoint& at, const la::Vector& y, const la::Vector& p, const la::Vector& u);

/// Unit vectors, with their angles in degrees; these are of the plane xy where the vectors are
/// given.
struct Directions {
  std::vector<Vec3> vectors;
  std::vector<double> angles, elevations;
};
/// At the first elevation all angles, at the second, and so on.
Directions directions(const DirectionSet& set);
/// The directions of the directivity, without those behind a plane where the fluid ends; none
/// without a directivity.
Directions directions(const Case& problem);

/// Reads a data set with a number for each of `unknowns`, real, compound {r, i} or in two columns,
/// in `unit` ("Pa") or another of its kind that the attribute "units" names. Throws
/// core::InputError naming file and data set for other content.
la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset,
    core::Index unknowns, const std::string& unit);

}  // namespace febem::cases
