// The problem as the user stated it: plain data, validated, SI units (angles in degrees).
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/strategy.h"
#include "core/stage.h"
#include "mesh/point.h"

namespace febem::eliminate {
struct Method;
}

namespace febem::cases {

using core::Stage;
using mesh::Vec3;

/// The source of the mesh: either a generator with parameters, or a mesh file.
struct Geometry {
  std::string generator;  ///< empty if `mesh` is given
  std::string mesh;       ///< HDF5 file, relative to the case file
  std::map<std::string, double>
      parameters;  ///< parameters of the generator that the user set; flags are 0 or 1
  int line = 0;    ///< line of the section in the case file, as in every other section
};

/// Isotropic material with a loss factor, of some regions of the solid.
struct Material {
  std::string name;
  double young = 0.0;  ///< Pa
  double poisson = 0.0;
  double density = 0.0;  ///< kg/m^3
  double loss_factor = 0.0;
  std::vector<std::string> regions;  ///< regions of the solid
  int line = 0;
};

struct Fluid {
  double density = 0.0;      ///< kg/m^3
  double sound_speed = 0.0;  ///< m/s
};

struct Structure {
  bool free = false;  ///< whether bodies may float; if not, supports must hold every body
  int line = 0;
};

/// Nodes held in some directions: their displacement there is zero.
struct Support {
  std::string nodes;             ///< node set
  std::vector<std::string> fix;  ///< some of "x", "y", "z"
  int line = 0;
};

/// What drives the problem. The schema says which members belong to which `kind`.
struct Excitation {
  std::string kind;    ///< "force", "pressure", "velocity", "plane_wave", "monopole" or "dipole"
  std::string nodes;   ///< force: node set that shares it equally
  std::string faces;   ///< pressure: face set of the solid
  std::string panels;  ///< velocity: panel region; empty means the whole surface
  std::string file;  ///< velocity, pressure: HDF5 file with a value for each panel, relative to the
                     ///< case file; or empty
  std::string dataset;      ///< data set in `file`
  Vec3 position{0, 0, 0};   ///< monopole, dipole; m
  Vec3 direction{0, 0, 1};  ///< force, plane wave, dipole; of any length
  Vec3 axis{0, 0, 1};       ///< axis of the Legendre distribution
  double amplitude =
      0.0;             ///< in N, Pa, m/s, Pa, m^3/s or N, in the order of the kinds; 1 with a file
  double phase = 0.0;  ///< degrees
  int legendre = 0;    ///< order n of the distribution P_n(cos theta)
  int line = 0;
  std::map<std::string, int> lines = {};  ///< of the keys that were given
};

/// Whether an excitation is a monopole or a dipole.
bool is_point_source(const Excitation& excitation);

/// Evenly or logarithmically spaced frequencies.
struct FrequencySweep {
  double start = 0.0;  ///< Hz
  double stop = 0.0;   ///< Hz
  int count = 0;
  std::string spacing = "linear";
  int line = 0;
};

struct Frequency {
  std::vector<double> hz;
  std::optional<FrequencySweep> sweep;
  int line = 0;
  std::map<std::string, int> lines =
      {};  ///< lines of the keys that were given; 0 for an option of the command line
};

struct Formulation {
  std::string kind = "burton_miller";
  int order = 0;  ///< of the boundary elements
};

/// A locally reacting surface: pressure over inward velocity is [k_s (1 - i eta) - omega^2 m] / (-i
/// omega).
struct Impedance {
  double stiffness = 0.0;  ///< per area, Pa/m
  double mass = 0.0;       ///< per area, kg/m^2
  double loss_factor = 0.0;
  int line = 0;
};

/// Far-field directivity over a full circle in a coordinate plane.
struct Directivity {
  std::string plane = "xz";
  double step = 5.0;  ///< degrees
  int line = 0;
};

/// Field points, evenly spaced on a line, over a parallelogram or in a parallelepiped, ends
/// included.
struct FieldGrid {
  Vec3 origin{0, 0, 0};     ///< m
  std::vector<Vec3> edges;  ///< one to three edges from the origin, m
  std::vector<int> counts;  ///< numbers of points along each edge
  int line = 0;
  std::map<std::string, int> lines = {};  ///< of the keys that were given

  /// The points, m. The number along the first edge runs fastest.
  std::vector<Vec3> points() const;
};

struct Output {
  std::vector<Vec3> field_points;  ///< m
  std::vector<FieldGrid> grids;
  std::optional<Directivity> directivity;
  std::map<std::string, int> lines = {};  ///< of the keys that were given
};

/// Options of one of the four stages.
struct StageOptions {
  std::string method;
  int width = 0;  ///< number of pivots or rows eliminated together; of rows 0: as
                  ///< eliminate::row_map() chooses
  // For methods that iterate:
  double tolerance = 1e-10;          ///< relative residual at which the iteration stops
  int iterations = 1000;             ///< largest number of iterations
  int restart = 0;                   ///< iterations after which vectors are discarded; 0: never
  std::string petsc = {};            ///< PETSc's own options, for a method that takes them
  std::string precision = "double";  ///< precision of stages 3 and 4: "double" or "mixed"
};
core::PerStage<StageOptions> default_options();

/// Methods of all stages by one name.
struct MethodSet {
  std::string_view name;
  std::string_view help;
  core::PerStage<StageOptions> (*stages)();
  std::string_view strategy =
      "";  ///< named strategy that takes the place of the default; empty: none
};
std::span<const MethodSet> method_sets();
/// The set of this name. Throws core::InputError with the nearest name if there is none.
const MethodSet& method_set(std::string_view name);

/// A named strategy, and names that replace its route, cut and pace. An empty member takes the
/// choice of the whole run.
struct MessageChoice {
  std::string strategy;
  std::string route;
  std::string cut;
  std::string pace;
};

struct Messages {
  std::string
      usual;  ///< named strategy of what is not chosen; empty: the defaults of StrategyNames
  MessageChoice all;
  core::PerStage<MessageChoice> stages;  ///< choices of the four stages

  /// The choice for transfers outside the stages.
  comm::StrategyNames of_run() const;
  /// The choice for a stage, with gaps filled from `all`. A stage beside the four takes the choice
  /// of the stage whose result it uses.
  comm::StrategyNames of(Stage stage) const;
  core::PerStage<comm::StrategyNames> of_stages() const;
};

/// The network to emulate, the same between any two ranks.
struct Network {
  double latency = 0;                                          ///< s, one way
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes/s
  double overhead = 0;  ///< s, of the sender's and of the receiver's processor
};

struct Case {
  std::string file;  ///< name of the case file in messages
  std::string title;
  Geometry geometry;
  std::vector<Material> materials;
  Fluid fluid;
  std::optional<Structure> structure;
  std::vector<Support> supports;
  std::vector<Excitation> excitations;
  Frequency frequency;
  Formulation formulation;
  std::optional<Impedance> impedance;
  Output output;
  core::PerStage<StageOptions> stages = default_options();
  Messages messages;
  std::optional<Network> network;

  /// Whether stage 3 holds a right-hand side of all degrees of freedom for each panel.
  bool solves_for_each_row() const;
  /// Whether stages 3 and 4 compute in single precision and then correct the solution in double
  /// precision.
  bool is_mixed() const;
  /// The method of stage 4 on so many ranks. `auto` is `rows` on few ranks and in mixed precision,
  /// and `grid` on many.
  const eliminate::Method& elimination(int ranks = 1) const;
  /// The name of the method of a stage on so many ranks.
  std::string method(Stage stage, int ranks) const;
  /// The frequencies to solve, Hz: the list, then the sweep.
  std::vector<double> frequencies() const;
};

}  // namespace febem::cases
