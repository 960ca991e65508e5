// The model: the problem prepared for the stages, with meshes, structure, coupling and loads.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bem/boundary_space.h"
#include "cases/case.h"
#include "cases/field_points.h"
#include "comm/messenger.h"
#include "fem/electrodes.h"
#include "fem/rigid_body.h"
#include "la/dissection.h"
#include "mesh/facing.h"
#include "mesh/wet_surface.h"
#include "meshes/generator.h"

namespace febem::cases {

using core::Complex;
using mesh::Vec3;

/// The model of a case. The master builds it; share_structure() and share_surface() give the others
/// what the stages need.
struct Model {
  mesh::WetSurface wet;                            ///< parts on the master only
  bem::BoundarySpace space;                        ///< of the pressure on it
  mesh::Surface cells;                             ///< bem::cells() with order 1 or 2
  mesh::FacingSides facing;                        ///< of the wet surface; on the master only
  std::optional<fem::Structure> structure;         ///< none of a rigid or locally reacting surface
  std::map<std::string, fem::Material> materials;  ///< of the structure, by region
  std::vector<fem::Support> supports;              ///< of the structure; empty if all of it floats
  std::vector<fem::Electrode> electrode_sets;      ///< of the structure
  std::optional<fem::Electrodes> electrodes;       ///< if there are any; on the master only
  la::Matrix drive;  ///< V, C or A of each electrode, n x load cases; on the master only
  fem::RigidBodyMotions motions;   ///< that the supports leave free
  std::vector<core::Index> order;  ///< of the elements, for a small front
  /// The dissection of the elements, by their place in `order`.
  std::shared_ptr<const la::Dissection> dissection;
  fem::SparseMatrix coupling;  ///< T, n_s x n_a; empty without a structure
  /// F of forces and pressures, n_s x load cases, N; empty without a structure; on the master only.
  la::Matrix force;
  la::Matrix velocity;  ///< from files, n_a x load cases, m/s, or empty; on the master only
  FieldPoints field;    ///< on the master only
  std::vector<std::pair<std::string, std::string>>
      notes;  ///< further lines for the report: name, text

  /// F, that of the electrodes included; omega in rad/s.
  la::Matrix force_at(double omega) const;
  /// One flat panel for each unknown.
  const mesh::Surface& unknown_cells() const { return space.order() == 0 ? wet.surface : cells; }
  /// Makes them from the surface.
  void make_space(int of_order);
};

/// The mesh of a generator, or of a file relative to `folder`.
meshes::Generated geometry(const Case& problem, const std::filesystem::path& folder);

/// Whether the stages hold their matrices; with modelled arithmetic there are none.
enum class Matrices { held, modelled };

/// Paths are relative to `folder`. Throws core::InputError with file, key and value: unknown sets
/// or regions, a structure without support, an open surface, fewer panels than `ranks`, matrices
/// that do not fit, ...
Model build_model(const Case& problem, const std::filesystem::path& folder, int ranks,
    Matrices matrices = Matrices::held);

/// The model on the result of geometry(). Throws except for faults of the mesh file and lack of
/// memory.
Model build_model(
    const Case& problem, const std::filesystem::path& folder, meshes::Generated mesh, int ranks);

/// Gives every rank the master's structure and coupling. Collective.
void share_structure(Model& model, const comm::Messenger& messages);
/// Gives every rank the master's surface and its space of this order, all that stage 2 needs.
/// Collective.
void share_surface(Model& model, int order, const comm::Messenger& messages);

}  // namespace febem::cases
