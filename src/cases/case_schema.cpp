#include "cases/case_schema.h"

#include <algorithm>
#include <optional>

#include "comm/strategy.h"
#include "core/registry.h"
#include "meshes/generator.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {
namespace {

using Texts = std::vector<std::string>;

Texts with_automatic(Texts names) {
  names.emplace_back(core::automatic);
  return names;
}

Table keys_of(Geometry& g) {
  const auto check_generator = [](const std::string& text) {
    core::find(meshes::generators(), text, "mesh generator");
  };
  return {
      {{"generator", &g.generator,
           {.help =
                   "name of a mesh generator; its parameters are further keys: minifebem mesh list",
               .check = check_generator}},
          {"mesh", &g.mesh,
              {.help = "HDF5 mesh file, relative to the case file; split, join and triangles are "
                       "keys beside it if it has no surface"}}},
      &g.line, nullptr, &g.parameters};
}

const Rule density_rule{.help = "density",
    .unit = "kg/m^3",
    .limit = &positive,
    .least = 1e-9,
    .most = 1e9,
    .required = true};

Rule loss_factor(const char* help) {
  return {.help = help, .limit = &non_negative, .least = 0, .most = 1e3};
}

Table keys_of(Material& m) {
  return {
      {{"name", &m.name, {.help = "name of the material in messages"}},
          {"young", &m.young,
              {.help = "Young's modulus",
                  .unit = "Pa",
                  .limit = &positive,
                  .least = 1e-6,
                  .most = 1e18,
                  .required = true}},
          {"poisson", &m.poisson, {.help = "Poisson's ratio", .limit = &poisson, .required = true}},
          {"density", &m.density, density_rule},
          {"loss_factor", &m.loss_factor, loss_factor("hysteretic loss factor eta")},
          {"regions", &m.regions, {.help = "regions of the solid made of it", .required = true}}},
      &m.line};
}

Table keys_of(Fluid& f) {
  return {{{"density", &f.density, density_rule}, {"sound_speed", &f.sound_speed,
                                                      {.help = "speed of sound",
                                                          .unit = "m/s",
                                                          .limit = &positive,
                                                          .least = 1e-6,
                                                          .most = 1e9,
                                                          .required = true}}}};
}

Table keys_of(Structure& s) {
  return {{{"free", &s.free, {.help = "true if bodies float where no [[support]] holds them"}}},
      &s.line};
}

Table keys_of(Support& s) {
  return {{{"nodes", &s.nodes, {.help = "node set of the mesh", .required = true}},
              {"fix", &s.fix,
                  {.help = "directions in which the nodes are held",
                      .required = true,
                      .choices = {"x", "y", "z"}}}},
      &s.line};
}

Table keys_of(Excitation& e) {
  const Texts point_sources{"monopole", "dipole"}, distributed{"pressure", "velocity"};
  const auto amplitude = [&](const char* kind, const char* help, const char* unit) {
    return Key{
        "amplitude", &e.amplitude, {.help = help, .unit = unit, .required = true, .kinds = {kind}}};
  };
  return {
      {{"kind", &e.kind,
           {.help = "kind of excitation",
               .required = true,
               .choices = {"force", "pressure", "velocity", "plane_wave", "monopole", "dipole"}}},
          {"nodes", &e.nodes,
              {.help = "node set that shares the force equally",
                  .required = true,
                  .kinds = {"force"}}},
          {"faces", &e.faces,
              {.help = "face set of the solid that the pressure acts on; required without 'file'",
                  .kinds = {"pressure"}}},
          {"panels", &e.panels,
              {.help = "panel region that moves; without it the whole surface",
                  .kinds = {"velocity"}}},
          {"file", &e.file,
              {.help = "HDF5 file, relative to the case file, with the velocity or the pressure of "
                       "each panel of the surface, with order 1 or 2 of "
                       "each panel of results.h5; the amplitude is then a factor",
                  .kinds = distributed}},
          {"dataset", &e.dataset,
              {.help = "path of the data set in 'file': a value for each panel, real, {r, i} or "
                       "two columns; m/s or Pa",
                  .kinds = distributed}},
          {"position", &e.position,
              {.help = "position of the source, at least half a panel from the surface; outside "
                       "the body its field is incident, inside a rigid "
                       "body it prescribes the motion of the surface",
                  .unit = "m",
                  .least = -1e9,
                  .most = 1e9,
                  .required = true,
                  .kinds = point_sources}},
          {"direction", &e.direction,
              {.help = "direction of the force, or direction in which the wave travels",
                  .limit = &nonzero,
                  .kinds = {"force", "plane_wave", "dipole"}}},
          amplitude("force", "total force", "N"),
          amplitude("pressure", "pressure, positive into the solid", "Pa"),
          amplitude("velocity", "normal velocity into the fluid", "m/s"),
          amplitude("plane_wave", "pressure of the incident wave", "Pa"),
          amplitude(
              "monopole", "volume velocity Q: p = -i omega rho Q e^{ikr} / (4 pi r)", "m^3/s"),
          amplitude("dipole", "force F on the fluid: p = -F . grad e^{ikr} / (4 pi r)", "N"),
          {"phase", &e.phase,
              {.help = "phase of the amplitude", .unit = "deg", .least = -1e6, .most = 1e6}},
          {"legendre", &e.legendre,
              {.help = "order n of the distribution P_n(cos theta) about the axis",
                  .limit = &non_negative,
                  .least = 0,
                  .most = 1000,
                  .kinds = distributed}},
          {"axis", &e.axis,
              {.help = "axis of the distribution, through the origin",
                  .limit = &nonzero,
                  .kinds = distributed}}},
      &e.line, &e.lines};
}

Table keys_of(Frequency& f) {
  return {{{"hz", &f.hz, {.help = "list of frequencies", .unit = "Hz", .limit = &positive}}},
      &f.line, &f.lines};
}

Table keys_of(FrequencySweep& s) {
  return {{{"start", &s.start,
               {.help = "first frequency", .unit = "Hz", .limit = &positive, .required = true}},
              {"stop", &s.stop,
                  {.help = "last frequency", .unit = "Hz", .limit = &positive, .required = true}},
              {"count", &s.count,
                  {.help = "number of frequencies",
                      .limit = &positive,
                      .least = 1,
                      .most = 100000,
                      .required = true}},
              {"spacing", &s.spacing,
                  {.help = "spacing of the frequencies", .choices = {"linear", "logarithmic"}}}},
      &s.line};
}

Table keys_of(Formulation& f) {
  return {{{"kind", &f.kind,
               {.help = "burton_miller is right at every frequency; cbie fails at irregular ones, "
                        "and is for comparison",
                   .choices = {"burton_miller", "cbie"}}},
      {"order", &f.order,
          {.help = "order of the boundary elements: 0 constant on flat panels, 1 linear and 2 "
                   "quadratic on curved panels, with 4 and 9 "
                   "unknowns on a quadrilateral, 3 and 6 on a triangle",
              .limit = &non_negative,
              .least = 0,
              .most = 2}}}};
}

Table keys_of(Impedance& i) {
  return {{{"stiffness", &i.stiffness,
               {.help = "stiffness per area",
                   .unit = "Pa/m",
                   .limit = &non_negative,
                   .least = 0,
                   .most = 1e30,
                   .required = true}},
              {"mass", &i.mass,
                  {.help = "mass per area",
                      .unit = "kg/m^2",
                      .limit = &non_negative,
                      .least = 0,
                      .most = 1e15,
                      .required = true}},
              {"loss_factor", &i.loss_factor,
                  loss_factor("hysteretic loss factor eta of the stiffness")}},
      &i.line};
}

Table keys_of(Output& o) {
  return {{{"field_points", &o.field_points,
              {.help = "points [x, y, z] in the fluid at which to compute the pressure, at least a "
                       "tenth of a panel from the body",
                  .unit = "m",
                  .least = -1e9,
                  .most = 1e9}}},
      nullptr, &o.lines};
}

Table keys_of(FieldGrid& g) {
  return {
      {{"origin", &g.origin,
           {.help = "the first corner", .unit = "m", .least = -1e9, .most = 1e9, .required = true}},
          {"edges", &g.edges,
              {.help = "vectors from the origin to the next corners: one for a line, two for a "
                       "plane, three for a box",
                  .unit = "m",
                  .limit = &nonzero,
                  .least = -1e9,
                  .most = 1e9,
                  .required = true}},
          {"counts", &g.counts,
              {.help = "number of points along each edge, both ends included",
                  .least = 2,
                  .most = 100000,
                  .required = true}}},
      &g.line, &g.lines};
}

Table keys_of(Directivity& d) {
  return {{{"plane", &d.plane,
               {.help = "the angle runs from the first axis to the second",
                   .choices = {"xy", "xz", "yz"}}},
              {"step", &d.step,
                  {.help = "angle between directions", .unit = "deg", .limit = &positive}}},
      &d.line};
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
  const auto [names, missing] = methods(stage);
  Table table{{{std::string(entry.method_key), &o.method,
      {.help = std::string(entry.method_help), .choices = names, .missing = missing}}}};
  if (!entry.width_key.empty())
    table.keys.push_back({std::string(entry.width_key), &o.width,
        {.help = std::string(entry.width_help),
            .limit = stage == Stage::merge ? &positive : &non_negative}});
  if (stage != Stage::eliminate) return table;
  const std::vector<Key> of_eliminate{{"tolerance", &o.tolerance,
                                          {.help = "krylov and ksp stop at this |b - A p| / |b|",
                                              .limit = &positive,
                                              .least = 1e-15,
                                              .most = 0.1}},
      {"iterations", &o.iterations,
          {.help = "krylov, ksp and mixed precision stop after this many iterations",
              .limit = &positive}},
      {"restart", &o.restart,
          {.help = "krylov and ksp restart after this many iterations, which bounds memory; 0: "
                   "never",
              .limit = &non_negative}},
      {"petsc", &o.petsc,
          {.help = "PETSc's own options for ksp, such as \"-ksp_type bcgs -pc_type none\""}},
      {"precision", &o.precision,
          {.help = "mixed: stages 3 and 4 in single precision, then iteration to double; double "
                   "where that fails",
              .choices = {"double", "mixed"}}}};
  table.keys.insert(table.keys.end(), of_eliminate.begin(), of_eliminate.end());
  return table;
}

Table keys_of(MessageChoice& m) {
  const core::StrategyNames usual;
  return {{{"strategy", &m.strategy,
               {.help = "route, cut and pace by one name",
                   .check = [](const std::string& text) { comm::strategy_set(text); },
                   .forms = core::names(comm::strategy_sets())}},
      {"route", &m.route,
          {.help = "collective algorithm: who sends to whom",
              .check = [](const std::string& text) { comm::make_route(text); },
              .forms = with_automatic(core::names(comm::routes())),
              .usual = usual.route}},
      {"cut", &m.cut,
          {.help = "segmentation: how a message is divided",
              .check = [](const std::string& text) { comm::make_cut(text); },
              .forms = with_automatic(core::names(comm::cuts())),
              .usual = usual.cut}},
      {"pace", &m.pace,
          {.help = "flow control: when the next piece is sent",
              .check = [](const std::string& text) { comm::make_pace(text); },
              .forms = with_automatic(core::names(comm::paces())),
              .usual = usual.pace}}}};
}

Table keys_of(Network& n) {
  return {{{"latency", &n.latency,
               {.help = "added to the time of every message from rank to rank",
                   .unit = "s",
                   .limit = &non_negative,
                   .most = 1e6}},
      {"bandwidth", &n.bandwidth,
          {.help = "limit of the bytes that leave, and that reach, each rank; none by default",
              .unit = "B/s",
              .limit = &positive}},
      {"overhead", &n.overhead,
          {.help = "time for which each message occupies its sender and its receiver",
              .unit = "s",
              .limit = &non_negative,
              .most = 1e6}}}};
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
  const auto& kinds = key.rule.kinds;
  return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind()) != kinds.end();
}

std::vector<Section> case_schema(Case& c) {
  std::vector<Section> all{
      filled({.name = "geometry",
                 .help = "the mesh: a generator with its parameters, or a file",
                 .required = true},
          c.geometry),
      filled({.name = "material",
                 .help = "isotropic material of some regions; replaces the generator's own"},
          c.materials),
      filled({.name = "fluid", .help = "the unbounded fluid", .required = true}, c.fluid),
      filled({.name = "structure", .help = "the elastic structure"}, c.structure),
      filled({.name = "support", .help = "nodes that cannot move in some directions"}, c.supports),
      filled({.name = "excitation",
                 .help = "what drives the problem; several add up",
                 .required = true},
          c.excitations),
      filled({.name = "frequency",
                 .help = "where to solve: a list, a sweep, or both",
                 .decides_answer = false,
                 .required = true},
          c.frequency),
      filled({.name = "frequency.sweep",
                 .help = "spaced frequencies, both ends included",
                 .decides_answer = false},
          c.frequency.sweep),
      filled({.name = "formulation", .help = "the boundary integral equation"}, c.formulation),
      filled({.name = "impedance", .help = "a locally reacting surface instead of a structure"},
          c.impedance),
      filled({.name = "output", .help = "fields to compute beside the surface pressure"}, c.output),
      filled({.name = "output.grid",
                 .help = "evenly spaced points at which to compute the pressure: a line, a plane "
                         "or a box; points in the body or too near to it "
                         "get none"},
          c.output.grids),
      filled({.name = "output.directivity",
                 .help = "far field around a full circle in a coordinate plane"},
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
