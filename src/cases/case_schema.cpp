#include "cases/case_schema.h"

#include <algorithm>
#include <optional>

#include "comm/strategy.h"
#include "core/error.h"
#include "core/registry.h"
#include "fem/material.h"
#include "io/results.h"
#include "meshes/generator.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {
namespace {

Texts with_automatic(Texts names) {
  names.emplace_back(core::automatic);
  return names;
}

Table keys_of(Geometry& g) {
  Table t{&g.lines, &g.parameters};
  t.key("generator", &g.generator,
       "name of a mesh generator; its parameters are further keys: minifebem mesh list")
      .check = [](const std::string& text) {
    core::find(meshes::generators(), text, "mesh generator");
  };
  t.key("mesh", &g.mesh,
      "HDF5 mesh file, relative to the case file; split, join and triangles are keys beside it if "
      "it has no surface");
  return t;
}

Key& add_density(Table& t, double& density) {
  return t.key("density", &density, "density", "kg/m^3")
      .must_be(positive)
      .from(1e-9, 1e9)
      .required();
}

Key& add_loss_factor(Table& t, double& loss_factor, const char* help) {
  return t.key("loss_factor", &loss_factor, help).must_be(non_negative).from(0, 1e3);
}

Table keys_of(Material& m) {
  Table t{&m.lines};
  const Texts elastic{"elastic"}, piezoelectric{"piezoelectric"};
  t.key("kind", &m.kind, "kind of material").one_of({"elastic", "piezoelectric"});
  t.key("name", &m.name, "name of the material in messages");
  t.key("young", &m.young, "Young's modulus", "Pa")
      .of_kinds(elastic)
      .must_be(positive)
      .from(1e-6, 1e18)
      .required();
  t.key("poisson", &m.poisson, "Poisson's ratio").of_kinds(elastic).must_be(poisson).required();
  t.key("ceramic", &m.ceramic,
       "a known ceramic (Vernitron bulletins 66011 and TP-226) with its density and losses, which "
       "other keys replace; in place of the constants")
      .of_kinds(piezoelectric)
      .check = [](const std::string& text) {
    if (fem::known_material(text).physics != fem::piezoelectric_physics)
      throw core::InputError("'", text, "' has no piezoelectric constants");
  };
  t.keys.back().forms = {"PZT-4", "PZT-5A", "PZT-5H", "PZT-8"};
  const auto constants = [&](const char* name, std::vector<double>& values, const char* help,
                             const char* unit) {
    t.key(name, &values, help, unit).of_kinds(piezoelectric).from(-1e18, 1e18);
  };
  constants("compliance", m.compliance,
      "s11, s12, s13, s33, s44 at constant field, with axis 3 along the polarisation; with it go "
      "charge_constants and free_permittivity",
      "1/Pa");
  constants("charge_constants", m.charge_constants, "d31, d33, d15", "C/N");
  constants("free_permittivity", m.free_permittivity,
      "eps11, eps33 at constant stress, over that of vacuum", "");
  constants("stiffness", m.stiffness,
      "c11, c12, c13, c33, c44 at constant field, in place of the compliance; with it go "
      "stress_constants and clamped_permittivity",
      "Pa");
  constants("stress_constants", m.stress_constants, "e31, e33, e15", "C/m^2");
  constants("clamped_permittivity", m.clamped_permittivity,
      "eps11, eps33 at constant strain, over that of vacuum", "");
  add_density(t, m.density).of_kinds(elastic);
  t.key("density", &m.density, "density; required without 'ceramic'", "kg/m^3")
      .of_kinds(piezoelectric)
      .must_be(positive)
      .from(1e-9, 1e9);
  add_loss_factor(t, m.loss_factor, "hysteretic loss factor eta").of_kinds(elastic);
  add_loss_factor(t, m.mechanical_loss,
      "loss factor eta of the stiffness, 1/Q_m; default that of the ceramic, or 0")
      .of_kinds(piezoelectric);
  t.key("tan_delta", &m.tan_delta,
       "tangent of the loss angle of the permittivity; default that of the ceramic, or 0")
      .of_kinds(piezoelectric)
      .must_be(non_negative)
      .from(0, 10);
  t.key("coupling_loss", &m.coupling_loss,
       "imaginary over real part of the stress constants, of either sign; the other losses must "
       "cover it")
      .of_kinds(piezoelectric)
      .from(-1, 1);
  t.key("poling", &m.poling,
       "direction of the polarisation: along poling_axis, away from poling_origin (radial), away "
       "from the line through it along poling_axis (cylindrical), or around this line")
      .of_kinds(piezoelectric)
      .one_of({"axis", "radial", "cylindrical", "circumferential"});
  t.key("poling_axis", &m.poling_axis, "axis of the polarisation")
      .of_kinds(piezoelectric)
      .must_be(nonzero);
  t.key("poling_origin", &m.poling_origin, "centre of the polarisation", "m")
      .of_kinds(piezoelectric)
      .from(-1e9, 1e9);
  t.key("regions", &m.regions, "regions of the solid made of it").required();
  return t;
}

Table keys_of(Electrode& e) {
  Table t{&e.lines};
  t.key("faces", &e.faces, "face set of the mesh, on piezoelectric elements").required();
  t.key("kind", &e.kind,
       "ground: 0 V; voltage: what [[excitation]] gives it, else 0 V; charge, current: likewise, "
       "else none; open: no charge; circuit: resistance, inductance and capacitance to the voltage "
       "of an excitation, else to ground")
      .one_of({"ground", "voltage", "charge", "current", "open", "circuit"})
      .required();
  const auto part = [&](const char* name, double& value, const char* help, const char* unit) {
    t.key(name, &value, help, unit).of_kinds({"circuit"}).must_be(non_negative).from(0, 1e18);
  };
  part("resistance", e.resistance, "resistance of the circuit, 0 for none", "ohm");
  part("inductance", e.inductance, "inductance of the circuit, 0 for none", "H");
  part("capacitance", e.capacitance, "capacitance of the circuit, 0 for none", "F");
  t.key("connection", &e.connection, "how these are connected")
      .of_kinds({"circuit"})
      .one_of({"series", "parallel"});
  return t;
}

Table keys_of(Fluid& f) {
  Table t;
  add_density(t, f.density);
  t.key("sound_speed", &f.sound_speed, "speed of sound", "m/s")
      .must_be(positive)
      .from(1e-6, 1e9)
      .required();
  return t;
}

Table keys_of(Structure& s) {
  Table t{&s.lines};
  t.key("free", &s.free, "true if bodies float where no [[support]] holds them");
  return t;
}

Table keys_of(Support& s) {
  Table t{&s.lines};
  t.key("nodes", &s.nodes, "node set of the mesh").required();
  t.key("fix", &s.fix, "directions in which the nodes are held").one_of({"x", "y", "z"}).required();
  return t;
}

Table keys_of(Excitation& e) {
  const Texts point_sources{"monopole", "dipole"}, distributed{"pressure", "velocity"};
  Table t{&e.lines};
  t.key("load_case", &e.load_case,
      "name of a load case: all excitations of this name act together; each load case is solved, "
      "with one factorisation for all. An excitation without a name acts in every load case");
  t.key("kind", &e.kind, "kind of excitation")
      .one_of({"force", "pressure", "velocity", "plane_wave", "monopole", "dipole", "voltage",
          "charge", "current"})
      .required();
  t.key("nodes", &e.nodes, "node set that shares the force equally").of_kinds({"force"}).required();
  t.key("faces", &e.faces,
       "face set of the solid that the pressure acts on; required without 'file'")
      .of_kinds({"pressure"});
  t.key("faces", &e.faces,
       "faces of the [[electrode]] of this kind; a voltage may stand behind a circuit, too")
      .of_kinds({"voltage", "charge", "current"})
      .required();
  t.key("panels", &e.panels, "panel region that moves; without it the whole surface")
      .of_kinds({"velocity"});
  t.key("file", &e.file,
       "HDF5 file, relative to the case file, with the velocity or the pressure of each panel of "
       "the surface, with order 1 or 2 of each panel of results.h5; the amplitude is then a factor")
      .of_kinds(distributed);
  t.key("dataset", &e.dataset,
       "path of the data set in 'file': a value for each panel, real, {r, i} or two columns; m/s "
       "or Pa")
      .of_kinds(distributed);
  t.key("position", &e.position,
       "position of the source, at least half a panel from the surface; outside the body its field "
       "is incident, inside a rigid body it prescribes the motion of the surface",
       "m")
      .of_kinds(point_sources)
      .from(-1e9, 1e9)
      .required();
  t.key("direction", &e.direction, "direction of the force, or direction in which the wave travels")
      .of_kinds({"force", "plane_wave", "dipole"})
      .must_be(nonzero);
  const auto amplitude = [&](const char* kind, const char* help, const char* unit) {
    t.key("amplitude", &e.amplitude, help, unit).of_kinds({kind}).required();
  };
  amplitude("force", "total force", "N");
  amplitude("pressure", "pressure, positive into the solid", "Pa");
  amplitude("velocity", "normal velocity into the fluid", "m/s");
  amplitude("plane_wave", "pressure of the incident wave", "Pa");
  amplitude("monopole", "volume velocity Q: p = -i omega rho Q e^{ikr} / (4 pi r)", "m^3/s");
  amplitude("dipole", "force F on the fluid: p = -F . grad e^{ikr} / (4 pi r)", "N");
  amplitude("voltage", "voltage", "V");
  amplitude("charge", "charge put on the electrode", "C");
  amplitude("current", "current into the electrode", "A");
  t.key("phase", &e.phase, "phase of the amplitude", "deg").from(-1e6, 1e6);
  t.key("legendre", &e.legendre, "order n of the distribution P_n(cos theta) about the axis")
      .of_kinds(distributed)
      .must_be(non_negative)
      .from(0, 1000);
  t.key("axis", &e.axis, "axis of the distribution, through the origin")
      .of_kinds(distributed)
      .must_be(nonzero);
  return t;
}

Table keys_of(Frequency& f) {
  Table t{&f.lines};
  t.key("hz", &f.hz, "list of frequencies", "Hz").must_be(positive);
  t.key("from", &f.from, "first of evenly spaced frequencies, beside the list", "Hz")
      .must_be(positive);
  t.key("to", &f.to, "last of them", "Hz").must_be(positive);
  t.key("points", &f.points, "their number").must_be(positive).from(1, 100000);
  t.key("spacing", &f.spacing, "their spacing").one_of({"linear", "log"});
  t.key("sweep", &f.sweep,
       "direct solves at every frequency; rational solves at few, chosen one by one, and "
       "interpolates all results at the others")
      .one_of({"direct", "rational"});
  t.key("sweep_error", &f.sweep_error, "error at which a rational sweep ends, dB", "dB")
      .must_be(positive)
      .from(1e-6, 20);
  return t;
}

Table keys_of(Formulation& f) {
  Table t;
  t.key("kind", &f.kind,
       "burton_miller is right at every frequency; cbie fails at irregular ones, and is for "
       "comparison")
      .one_of({"burton_miller", "cbie"});
  t.key("order", &f.order,
       "order of the boundary elements: 0 constant on flat panels, 1 linear and 2 quadratic on "
       "curved panels, with 4 and 9 unknowns on a quadrilateral, 3 and 6 on a triangle")
      .must_be(non_negative)
      .from(0, 2);
  return t;
}

Table keys_of(Impedance& i) {
  Table t{&i.lines};
  t.key("panels", &i.panels, "panel region that has it; without it the whole surface");
  t.key("stiffness", &i.stiffness, "stiffness per area", "Pa/m")
      .must_be(non_negative)
      .from(0, 1e30);
  t.key("mass", &i.mass, "mass per area", "kg/m^2").must_be(non_negative).from(0, 1e15);
  add_loss_factor(t, i.loss_factor, "hysteretic loss factor eta of the stiffness");
  t.key("resistance", &i.resistance, "resistance, pressure over velocity", "Pa s/m")
      .must_be(non_negative)
      .from(0, 1e30);
  t.key("table", &i.table,
       "rows [Hz, Re z, Im z] in ascending frequency, z the pressure over the velocity into the "
       "surface in Pa s/m, linear in between; in place of all others")
      .from(-1e30, 1e30)
      .check_row = [](const Vec3& row, const Vec3& before) {
    if (!(row.x() > before.x()))
      throw core::InputError("the frequency must be greater than in the row before, and than 0");
    if (!(row.y() >= 0))
      throw core::InputError(
          "the real part must be >= 0: a surface that gives power is not passive");
  };
  return t;
}

const Texts normals{"x", "y", "z", "-x", "-y", "-z"};

Table keys_of(SymmetryPlane& p) {
  Table t{&p.lines};
  t.key("normal", &p.normal,
       "axis across the plane, which goes through the origin; the mesh is the part of the body on "
       "the side that it points to")
      .one_of(normals);
  t.key("kind", &p.kind,
       "whether the pressure at mirror images is the same or the opposite; so are the loads")
      .one_of({"symmetric", "antisymmetric"});
  t.key("cut", &p.cut,
      "true if the mesh is that of the whole body, of which the program keeps the part");
  return t;
}

Table keys_of(FluidPlane& p) {
  Table t{&p.lines};
  t.key("normal", &p.normal, "axis across the plane, from the plane into the fluid")
      .one_of(normals);
  t.key("at", &p.at, "position of the plane on its axis", "m").from(-1e9, 1e9);
  t.key("kind", &p.kind,
       "rigid: no normal velocity at the plane; pressure_release: no pressure there")
      .one_of({"rigid", "pressure_release"});
  return t;
}

Table keys_of(Output& o) {
  Table t{&o.lines};
  t.key("field_points", &o.field_points,
       "points [x, y, z] in the fluid at which to compute the pressure, at least a tenth of a "
       "panel from the body",
       "m")
      .from(-1e9, 1e9);
  t.key("axis", &o.axis,
      "direction of source level, directivity index and transmitting response; zero: the direction "
      "of the largest pressure");
  t.key("figures", &o.figures,
       "figures to print beside the powers, by their names in the report, such as "
       "\"source_level_db\"")
      .check = [](const std::string& text) {
    core::find<io::FrequencyNumber>(io::frequency_numbers, text, "figure");
  };
  return t;
}

Table keys_of(FieldGrid& g) {
  Table t{&g.lines};
  t.key("origin", &g.origin, "the first corner", "m").from(-1e9, 1e9).required();
  t.key("edges", &g.edges,
       "vectors from the origin to the next corners: one for a line, two for a plane, three for a "
       "box",
       "m")
      .must_be(nonzero)
      .from(-1e9, 1e9)
      .required();
  t.key("counts", &g.counts, "number of points along each edge, both ends included")
      .from(2, 100000)
      .required();
  return t;
}

Table keys_of(DirectionSet& d) {
  Table t{&d.lines};
  t.key("plane", &d.plane, "the angle runs from the first axis to the second")
      .one_of({"xy", "xz", "yz"});
  t.key("step", &d.step, "angle between directions", "deg").must_be(positive);
  t.key("from", &d.from, "first angle", "deg").from(-360, 360);
  t.key("to", &d.to, "last angle, which a full circle is without", "deg").from(-360, 720);
  t.key("angles", &d.angles, "list of angles, in place of from, to and step", "deg")
      .from(-360, 720);
  t.key("elevations", &d.elevations,
       "angles out of the plane, towards the third axis; each angle is taken at each elevation, as "
       "on a grid over the sphere",
       "deg")
      .from(-90, 90);
  t.key("vectors", &d.vectors, "list of directions, in place of all others").must_be(nonzero);
  return t;
}

Table keys_of(Incidence& i) {
  Table t = keys_of(static_cast<DirectionSet&>(i));
  t.key("amplitude", &i.amplitude, "pressure of each wave", "Pa").must_be(positive);
  return t;
}

/// The names of the methods of a stage, and of those that this build is without.
std::pair<Texts, Texts> methods(Stage stage) {
  const auto texts = [](auto names) { return Texts(names.begin(), names.end()); };
  if (stage == Stage::merge)
    return {core::names(merge::methods()), texts(merge::methods_missing())};
  if (stage == Stage::form) return {core::names(form::methods()), texts(form::methods_missing())};
  if (stage == Stage::reduce)
    return {with_automatic(core::names(reduce::methods())), texts(reduce::methods_missing())};
  return {with_automatic(core::names(eliminate::methods())), texts(eliminate::methods_missing())};
}

Table keys_of(StageOptions& o, Stage stage) {
  const auto& entry = core::entry(stage);
  auto [names, missing] = methods(stage);
  Table t;
  t.key(std::string(entry.method_key), &o.method, std::string(entry.method_help))
      .one_of(std::move(names))
      .missing = std::move(missing);
  if (!entry.width_key.empty())
    t.key(std::string(entry.width_key), &o.width, std::string(entry.width_help))
        .must_be(stage == Stage::merge ? positive : non_negative);
  if (stage != Stage::eliminate) return t;
  t.key("tolerance", &o.tolerance, "krylov and ksp stop at this |b - A p| / |b|")
      .must_be(positive)
      .from(1e-15, 0.1);
  t.key("iterations", &o.iterations,
       "krylov, ksp and mixed precision stop after this many iterations")
      .must_be(positive);
  t.key("restart", &o.restart,
       "krylov and ksp restart after this many iterations, which bounds memory; 0: never")
      .must_be(non_negative);
  t.key("petsc", &o.petsc, "PETSc's own options for ksp, such as \"-ksp_type bcgs -pc_type none\"");
  t.key("precision", &o.precision,
       "mixed: stages 3 and 4 in single precision, then iteration to double; double where that "
       "fails")
      .one_of({"double", "mixed"});
  return t;
}

Table keys_of(MessageChoice& m) {
  const core::StrategyNames usual;
  Table t;
  const auto add = [&](const char* name, std::string& word, const char* help, Texts forms,
                       const std::string& default_word, void (*check)(const std::string& text)) {
    auto& key = t.key(name, &word, help);
    key.forms = std::move(forms);
    key.usual = default_word;
    key.check = check;
  };
  add("strategy", m.strategy, "route, cut and pace by one name", core::names(comm::strategy_sets()),
      "", [](const std::string& text) { comm::strategy_set(text); });
  add("route", m.route, "collective algorithm: who sends to whom", core::names(comm::routes()),
      usual.route, [](const std::string& text) { comm::make_route(text); });
  add("cut", m.cut, "segmentation: how a message is divided", core::names(comm::cuts()), usual.cut,
      [](const std::string& text) { comm::make_cut(text); });
  add("pace", m.pace, "flow control: when the next piece is sent", core::names(comm::paces()),
      usual.pace, [](const std::string& text) { comm::make_pace(text); });
  return t;
}

Table keys_of(Network& n) {
  Table t;
  t.key("latency", &n.latency, "added to the time of every message from rank to rank", "s")
      .must_be(non_negative)
      .most = 1e6;
  t.key("bandwidth", &n.bandwidth,
       "limit of the bytes that leave, and that reach, each rank; none by default", "B/s")
      .must_be(positive);
  t.key("overhead", &n.overhead, "time for which each message occupies its sender and its receiver",
       "s")
      .must_be(non_negative)
      .most = 1e6;
  return t;
}

/// The section with the functions that find its tables. It fills `held`: a structure, an optional
/// one, or a list of them.
template <class Held, class Keys>
Section filled(Section section, Held& held, Keys keys) {
  if constexpr (requires { held.emplace_back(); }) {
    section.occurs = Occurs::several_times;
    section.add = [&held, keys] { return keys(held.emplace_back()); };
    section.tables = [&held, keys] {
      std::vector<Table> all;
      for (auto& one : held) all.push_back(keys(one));
      return all;
    };
  } else if constexpr (requires { held.emplace(); }) {
    section.occurs = Occurs::at_most_once;
    section.add = [&held, keys] { return keys(held.emplace()); };
    section.tables = [&held, keys] {
      return held ? std::vector{keys(*held)} : std::vector<Table>{};
    };
  } else {
    section.add = [&held, keys] { return keys(held); };
    section.tables = [&held, keys] { return std::vector{keys(held)}; };
  }
  return section;
}

template <class Held>
Section filled(Section section, Held& held) {
  return filled(std::move(section), held, [](auto& structure) { return keys_of(structure); });
}

}  // namespace

std::string Table::kind() const {
  const auto key =
      std::find_if(keys.begin(), keys.end(), [](const Key& k) { return k.name == "kind"; });
  return key == keys.end() ? "" : *std::get<std::string*>(key->variable);
}

bool Table::has(const Key& key) const {
  return key.kinds.empty() ||
         std::find(key.kinds.begin(), key.kinds.end(), kind()) != key.kinds.end();
}

std::vector<Section> case_schema(Case& c) {
  std::vector<Section> all{
      filled({.name = "geometry",
                 .help = "the mesh: a generator with its parameters, or a file",
                 .required = true},
          c.geometry),
      filled({.name = "material",
                 .help = "material of some regions, isotropic or piezoelectric; replaces the "
                         "generator's own"},
          c.materials),
      filled({.name = "fluid", .help = "the unbounded fluid", .required = true}, c.fluid),
      filled({.name = "structure", .help = "the elastic structure"}, c.structure),
      filled({.name = "support", .help = "nodes that cannot move in some directions"}, c.supports),
      filled({.name = "electrode",
                 .help = "faces of piezoelectric regions that have one potential; each connected "
                         "region needs one of kind ground or voltage"},
          c.electrodes),
      filled({.name = "excitation",
                 .help = "what drives the problem; several add up; required without [[incidence]]"},
          c.excitations),
      filled(
          {.name = "incidence",
              .help = "plane waves of 0 phase at the origin that come from some directions, each a "
                      "load case; the figures of each have the target strength back to where it "
                      "comes from"},
          c.incidences),
      filled({.name = "frequency",
                 .help = "where to solve: a list, evenly spaced frequencies, or both",
                 .decides_answer = false,
                 .required = true},
          c.frequency),
      filled({.name = "formulation", .help = "the boundary integral equation"}, c.formulation),
      filled({.name = "impedance",
                 .help = "a locally reacting surface, or a lining of a surface that moves; several "
                         "as [[impedance]], for regions of their own",
                 .may_be_single = true},
          c.impedances),
      filled({.name = "symmetry",
                 .help = "a plane of symmetry: the mesh is a half, with two planes a quarter, with "
                         "three an eighth of the body"},
          c.symmetries),
      filled({.name = "plane",
                 .help = "a rigid or soft plane at which the fluid ends; the body is above it, "
                         "touches it, or has panels in it"},
          c.planes),
      filled({.name = "output", .help = "fields to compute beside the surface pressure"}, c.output),
      filled({.name = "output.grid",
                 .help = "evenly spaced points at which to compute the pressure: a line, a plane "
                         "or a box; points in the body or too near to it get none"},
          c.output.grids),
      filled({.name = "output.directivity",
                 .help = "far field in some directions; a full circle in a coordinate plane by "
                         "default"},
          c.output.directivity)};
  for (const auto stage : core::four_stages)
    all.push_back(filled({.name = core::name(stage), .help = std::string(core::entry(stage).help)},
        c.stages[stage], [stage](StageOptions& options) { return keys_of(options, stage); }));
  all.push_back(filled(
      {.name = "messages", .help = "how messages travel in all stages", .decides_answer = false},
      c.messages.all));
  for (const auto stage : core::four_stages)
    all.push_back(filled({.name = "messages." + core::name(stage),
                             .help = "how messages travel in stage " + core::name(stage),
                             .decides_answer = false},
        c.messages.stages[stage]));
  all.push_back(
      filled({.name = "network",
                 .help = "a network to emulate; any --emulate option replaces the section",
                 .decides_answer = false},
          c.network));
  return all;
}

}  // namespace febem::cases
