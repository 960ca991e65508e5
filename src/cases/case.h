// The problem as the user stated it: plain data, validated, SI units (angles in degrees).
#pragma once

#include <complex>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input_errors.h"
#include "comm/strategy.h"
#include "core/stage.h"
#include "mesh/point.h"

namespace febem::eliminate {
struct Method;
}

namespace febem::cases {

using core::Stage;
using mesh::Vec3;

/// The lines in the case file of a section ("") and of its keys. 0: an option of the command line.
using Lines = std::map<std::string, int>;

/// The mesh: of a generator with parameters, or of a file.
struct Geometry {
  std::string generator;                     ///< empty if `mesh` is given
  std::string mesh;                          ///< HDF5 file, relative to the case file
  std::map<std::string, double> parameters;  ///< that the user set; flags are 0 or 1
  Lines lines = {};
};

/// Isotropic or piezoelectric material of some regions of the solid; the schema says which members
/// belong to which kind.
struct Material {
  std::string kind = "elastic";
  std::string name;
  double young = 0.0;  ///< Pa
  double poisson = 0.0;
  static constexpr double not_given = std::numeric_limits<double>::infinity();
  double density = not_given;  ///< kg/m^3
  double loss_factor = 0.0;
  // Piezoelectric:
  std::string ceramic = {};  ///< a material known to fem; or empty, and one of the two sets follows
  std::vector<double> compliance = {}, charge_constants = {}, free_permittivity = {};
  std::vector<double> stiffness = {}, stress_constants = {}, clamped_permittivity = {};
  double mechanical_loss = not_given, tan_delta = not_given, coupling_loss = 0.0;
  std::string poling = "axis";  ///< the field of directions
  Vec3 poling_axis{0, 0, 1}, poling_origin{0, 0, 0};
  std::vector<std::string> regions;  ///< regions of the solid
  Lines lines = {};
};

/// Faces of piezoelectric regions with one potential.
struct Electrode {
  std::string faces;  ///< face set
  std::string kind;   ///< "ground", "voltage", "charge", "current", "open" or "circuit"
  std::string connection = "series";                       ///< of a circuit's parts
  double resistance = 0, inductance = 0, capacitance = 0;  ///< of a circuit; ohm, H, F
  Lines lines = {};
};

struct Fluid {
  double density = 0.0;      ///< kg/m^3
  double sound_speed = 0.0;  ///< m/s
};

struct Structure {
  bool free = false;  ///< bodies may float; if not, supports must hold every body
  Lines lines = {};
};

/// Nodes whose displacement is zero in some directions.
struct Support {
  std::string nodes;             ///< node set
  std::vector<std::string> fix;  ///< some of "x", "y", "z"
  Lines lines = {};
};

/// An excitation; the schema says which members belong to which kind.
struct Excitation {
  std::string load_case = {};  ///< the load case that has it; empty: each
  /// "force", "pressure", "velocity", "plane_wave", "monopole", "dipole", "voltage", "charge" or
  /// "current"
  std::string kind;
  std::string nodes;   ///< force: node set
  std::string faces;   ///< pressure: face set; voltage, charge, current: that of the electrode
  std::string panels;  ///< velocity: panel region; empty: the whole surface
  /// Velocity, pressure: HDF5 file with a value for each panel, relative to the case file; or
  /// empty.
  std::string file;
  std::string dataset;      ///< data set in `file`
  Vec3 position{0, 0, 0};   ///< monopole, dipole; m
  Vec3 direction{0, 0, 1};  ///< force, plane wave, dipole; of any length
  Vec3 axis{0, 0, 1};       ///< of the Legendre distribution
  /// N, Pa, m/s, Pa, m^3/s, N, V, C or A, in the order of the kinds; 1 with a file.
  double amplitude = 0.0;
  double phase = 0.0;  ///< degrees
  int legendre = 0;    ///< of the distribution P_n(cos theta)
  Lines lines = {};
};

/// Directions from the origin: angles in a coordinate plane, from its first axis to its second,
/// each at some elevations out of the plane, towards the third axis.
struct DirectionSet {
  std::string plane = "xz";
  double step = 5;                    ///< between angles, degrees
  double from = 0, to = 360;          ///< the last angle is left out if the circle is full; degrees
  std::vector<double> angles = {};    ///< in place of from, to and step; degrees
  std::vector<double> elevations{0};  ///< degrees
  std::vector<Vec3> vectors = {};     ///< in place of all others; of any length
  Lines lines = {};

  /// Whether the angles go once round.
  bool is_circle() const;
};

/// Plane waves that come from some directions, each a load case of its own.
struct Incidence : DirectionSet {
  double amplitude = 1;  ///< Pa
};

/// Whether an excitation is a monopole or a dipole.
bool is_point_source(const Excitation& excitation);
/// Whether an excitation drives an electrode.
bool is_electric(const Excitation& excitation);

struct Frequency {
  std::vector<double> hz = {};
  double from = 0, to = 0;  ///< Hz
  int points = 0;           ///< from `from` to `to`, beside the list
  std::string spacing = "linear";
  std::string sweep = "direct";  ///< or "rational": driver/curve.h
  double sweep_error = 0.1;      ///< dB, of what is interpolated
  Lines lines = {};
};

struct Formulation {
  std::string kind = "burton_miller";
  int order = 0;  ///< of the boundary elements
};

/// A plane of symmetry of body, loads and field, through the origin. The mesh is the part on the
/// side of the normal.
struct SymmetryPlane {
  std::string normal = "x";  ///< "x", "-x", ...
  std::string kind = "symmetric";
  bool cut = false;  ///< the mesh is that of the whole body
  Lines lines = {};
};

/// A plane at which the fluid ends. The normal points into the fluid.
struct FluidPlane {
  std::string normal = "z";
  double at = 0;  ///< position on the axis of the normal, m
  std::string kind = "rigid";
  Lines lines = {};
};

/// A locally reacting surface, or a lining on a surface that moves: pressure over the inward
/// velocity relative to what is behind it is r + [k_s (1 - i eta) - omega^2 m] / (-i omega), or
/// follows from a table.
struct Impedance {
  double stiffness = 0.0;  ///< per area, Pa/m
  double mass = 0.0;       ///< per area, kg/m^2
  double loss_factor = 0.0;
  double resistance = 0.0;       ///< Pa s/m
  std::vector<Vec3> table = {};  ///< Hz, Re, Im, Pa s/m; ascending, in place of all others
  std::string panels = {};       ///< panel region; empty: the whole surface
  Lines lines = {};

  /// At a frequency, which the table must reach; linear between its rows.
  std::complex<double> at(double hz) const;
};

/// The directions of the far field.
using Directivity = DirectionSet;

/// Evenly spaced field points on a line, a parallelogram or in a parallelepiped, ends included.
struct FieldGrid {
  Vec3 origin{0, 0, 0};     ///< m
  std::vector<Vec3> edges;  ///< one to three edges from the origin, m
  std::vector<int> counts;  ///< of points along each edge
  Lines lines = {};

  /// The points, m. The number along the first edge runs fastest.
  std::vector<Vec3> points() const;
};

struct Output {
  std::vector<Vec3> field_points;  ///< m
  std::vector<FieldGrid> grids;
  std::optional<Directivity> directivity;
  Vec3 axis{0, 0, 0};                ///< of levels; of any length, zero: the strongest direction
  std::vector<std::string> figures;  ///< to print, by the names of io::frequency_numbers
  Lines lines = {};
};

/// Options of one of the four stages.
struct StageOptions {
  std::string method;
  int width = 0;  ///< pivots or rows eliminated together; rows 0: by eliminate::row_map()
  // For methods that iterate:
  double tolerance = 1e-10;  ///< relative residual that stops the iteration
  int iterations = 1000;
  int restart = 0;                   ///< iterations until vectors are discarded; 0: never
  std::string petsc = {};            ///< PETSc's own options, for a method that takes them
  std::string precision = "double";  ///< of stages 3 and 4: "double" or "mixed"
};
core::PerStage<StageOptions> default_options();

/// Methods of all stages by one name.
struct MethodSet {
  std::string_view name;
  std::string_view help;
  core::PerStage<StageOptions> (*stages)();
  std::string_view strategy = "";  ///< in place of the default strategy; empty: none
};
std::span<const MethodSet> method_sets();
/// Throws core::InputError with the nearest name without such a set.
const MethodSet& method_set(std::string_view name);

/// A named strategy, and names in place of its route, cut and pace. Empty: as the whole run.
struct MessageChoice {
  std::string strategy;
  std::string route;
  std::string cut;
  std::string pace;
};

struct Messages {
  std::string usual;  ///< of what is not chosen; empty: the defaults of StrategyNames
  MessageChoice all;
  core::PerStage<MessageChoice> stages;  ///< of the four stages

  comm::StrategyNames of_run() const;
  /// The choice for a stage, gaps filled from `all`. One beside the four follows the stage whose
  /// result it uses.
  comm::StrategyNames of(Stage stage) const;
  core::PerStage<comm::StrategyNames> of_stages() const;
};

/// The network to emulate, between any two ranks.
struct Network {
  double latency = 0;                                          ///< s, one way
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes/s
  double overhead = 0;  ///< s, of the sender's and the receiver's processor
};

struct Case {
  std::string file;  ///< in messages
  std::string title;
  Geometry geometry;
  std::vector<Material> materials;
  Fluid fluid;
  std::optional<Structure> structure;
  std::vector<Support> supports;
  std::vector<Electrode> electrodes;
  std::vector<Excitation> excitations;
  std::vector<Incidence> incidences;
  Frequency frequency;
  Formulation formulation;
  std::vector<Impedance> impedances;
  std::vector<SymmetryPlane> symmetries;
  std::vector<FluidPlane> planes;
  Output output;
  core::PerStage<StageOptions> stages = default_options();
  Messages messages;
  std::optional<Network> network;

  /// The place of a section or of its key: the line of the key, or of the section.
  cli::Place at(const Lines& lines, const std::string& section, const std::string& key = "") const;
  /// Whether stage 3 holds right-hand sides of all degrees of freedom, one for each panel.
  bool solves_for_each_row() const;
  /// Whether stages 3 and 4 compute in single precision and correct the solution in double.
  bool is_mixed() const;
  /// The method of stage 4. `auto` is `grid` on many ranks, except in mixed precision; else `rows`.
  const eliminate::Method& elimination(int ranks = 1) const;
  std::string method(Stage stage, int ranks) const;
  /// Hz: the list, then the points.
  std::vector<double> frequencies() const;
};

}  // namespace febem::cases
