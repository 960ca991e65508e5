#include "cases/case_schema.h"

#include "comm/strategy.h"
#include "core/registry.h"
#include "meshes/generator.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {
namespace {

std::vector<std::string> with_automatic(std::vector<std::string> names) {
  names.emplace_back(core::automatic);
  return names;
}

void require_generator(const std::string& name) { core::find(meshes::generators(), name, "mesh generator"); }

std::vector<std::string> methods(Stage stage) {
  if (stage == Stage::merge) return core::names(merge::methods());
  if (stage == Stage::form) return core::names(form::methods());
  if (stage == Stage::eliminate) return core::names(eliminate::methods());
  return with_automatic(core::names(reduce::methods()));
}

std::vector<std::string> missing_methods(Stage stage) {
  const auto names = stage == Stage::merge    ? merge::methods_missing()
                     : stage == Stage::form   ? form::methods_missing()
                     : stage == Stage::reduce ? reduce::methods_missing()
                                              : eliminate::methods_missing();
  return {names.begin(), names.end()};
}

}  // namespace

Section<Geometry> geometry_section() {
  return {"geometry",
          "the mesh: a generator with its parameters, or a file",
          true,
          true,
          {{"generator",
            &Geometry::generator,
            {.help = "name of a mesh generator; its parameters are further keys: minifebem mesh list",
             .check = [](const std::string& text) { require_generator(text); }}},
           {"mesh", &Geometry::mesh, {.help = "HDF5 mesh file, relative to the case file"}}}};
}

Section<Material> material_section() {
  return {
      "material",
      "isotropic material of some regions; replaces the generator's own",
      true,
      false,
      {{"name", &Material::name, {.help = "name of the material in messages"}},
       {"young",
        &Material::young,
        {.help = "Young's modulus", .unit = "Pa", .limit = Limit::positive, .least = 1e-6, .most = 1e18, .required = true}},
       {"poisson", &Material::poisson, {.help = "Poisson's ratio", .limit = Limit::poisson, .required = true}},
       {"density", &Material::density, {.help = "density", .unit = "kg/m^3", .limit = Limit::positive, .least = 1e-9, .most = 1e9, .required = true}},
       {"loss_factor", &Material::loss_factor, {.help = "hysteretic loss factor eta", .limit = Limit::non_negative, .least = 0, .most = 1e3}},
       {"regions", &Material::regions, {.help = "regions of the solid made of it", .required = true}}}};
}

Section<Fluid> fluid_section() {
  return {
      "fluid",
      "the unbounded fluid",
      true,
      true,
      {{"density", &Fluid::density, {.help = "density", .unit = "kg/m^3", .limit = Limit::positive, .least = 1e-9, .most = 1e9, .required = true}},
       {"sound_speed",
        &Fluid::sound_speed,
        {.help = "speed of sound", .unit = "m/s", .limit = Limit::positive, .least = 1e-6, .most = 1e9, .required = true}}}};
}

Section<Structure> structure_section() {
  return {"structure",
          "the elastic structure",
          true,
          false,
          {{"free", &Structure::free, {.help = "true if bodies float where no [[support]] holds them"}}}};
}

Section<Support> support_section() {
  return {"support",
          "nodes that cannot move in some directions",
          true,
          false,
          {{"nodes", &Support::nodes, {.help = "node set of the mesh", .required = true}},
           {"fix", &Support::fix, {.help = "directions in which the nodes are held", .required = true, .choices = {"x", "y", "z"}}}}};
}

Section<Excitation> excitation_section() {
  return {
      "excitation",
      "what drives the problem; several add up",
      true,
      true,
      {{"kind",
        &Excitation::kind,
        {.help = "kind of excitation", .required = true, .choices = {"force", "pressure", "velocity", "plane_wave", "monopole", "dipole"}}},
       {"nodes", &Excitation::nodes, {.help = "node set that shares the force equally", .required = true, .kinds = {"force"}}},
       {"faces", &Excitation::faces, {.help = "face set of the solid that the pressure acts on; required without 'file'", .kinds = {"pressure"}}},
       {"panels", &Excitation::panels, {.help = "panel region that moves; without it the whole surface", .kinds = {"velocity"}}},
       {"file",
        &Excitation::file,
        {.help = "HDF5 file, relative to the case file, with the velocity or the pressure of each panel of the surface; the amplitude is "
                 "then a factor",
         .kinds = {"pressure", "velocity"}}},
       {"dataset",
        &Excitation::dataset,
        {.help = "path of the data set in 'file': a value for each panel, real, {r, i} or two columns; m/s or Pa",
         .kinds = {"pressure", "velocity"}}},
       {"position",
        &Excitation::position,
        {.help = "position of the source, at least half a panel from the surface; outside the body its field is incident, inside a rigid body "
                 "it prescribes the motion of the surface",
         .unit = "m",
         .least = -1e9,
         .most = 1e9,
         .required = true,
         .kinds = {"monopole", "dipole"}}},
       {"direction",
        &Excitation::direction,
        {.help = "direction of the force, or direction in which the wave travels",
         .limit = Limit::nonzero,
         .kinds = {"force", "plane_wave", "dipole"}}},
       {"amplitude", &Excitation::amplitude, {.help = "total force", .unit = "N", .required = true, .kinds = {"force"}}},
       {"amplitude", &Excitation::amplitude, {.help = "pressure, positive into the solid", .unit = "Pa", .required = true, .kinds = {"pressure"}}},
       {"amplitude", &Excitation::amplitude, {.help = "normal velocity into the fluid", .unit = "m/s", .required = true, .kinds = {"velocity"}}},
       {"amplitude", &Excitation::amplitude, {.help = "pressure of the incident wave", .unit = "Pa", .required = true, .kinds = {"plane_wave"}}},
       {"amplitude",
        &Excitation::amplitude,
        {.help = "volume velocity Q: p = -i omega rho Q e^{ikr} / (4 pi r)", .unit = "m^3/s", .required = true, .kinds = {"monopole"}}},
       {"amplitude",
        &Excitation::amplitude,
        {.help = "force F on the fluid: p = -F . grad e^{ikr} / (4 pi r)", .unit = "N", .required = true, .kinds = {"dipole"}}},
       {"phase", &Excitation::phase, {.help = "phase of the amplitude", .unit = "deg", .least = -1e6, .most = 1e6}},
       {"legendre",
        &Excitation::legendre,
        {.help = "order n of the distribution P_n(cos theta) about the axis",
         .limit = Limit::non_negative,
         .least = 0,
         .most = 1000,
         .kinds = {"pressure", "velocity"}}},
       {"axis",
        &Excitation::axis,
        {.help = "axis of the distribution, through the origin", .limit = Limit::nonzero, .kinds = {"pressure", "velocity"}}}}};
}

Section<Frequency> frequency_section() {
  return {"frequency",
          "where to solve: a list, a sweep, or both",
          false,
          true,
          {{"hz", &Frequency::hz, {.help = "list of frequencies", .unit = "Hz", .limit = Limit::positive}}}};
}

Section<FrequencySweep> sweep_section() {
  return {
      "frequency.sweep",
      "spaced frequencies, both ends included",
      false,
      false,
      {{"start", &FrequencySweep::start, {.help = "first frequency", .unit = "Hz", .limit = Limit::positive, .required = true}},
       {"stop", &FrequencySweep::stop, {.help = "last frequency", .unit = "Hz", .limit = Limit::positive, .required = true}},
       {"count", &FrequencySweep::count, {.help = "number of frequencies", .limit = Limit::positive, .least = 1, .most = 100000, .required = true}},
       {"spacing", &FrequencySweep::spacing, {.help = "spacing of the frequencies", .choices = {"linear", "logarithmic"}}}}};
}

Section<Formulation> formulation_section() {
  return {"formulation",
          "the boundary integral equation",
          true,
          false,
          {{"kind",
            &Formulation::kind,
            {.help = "burton_miller is right at every frequency; cbie fails at irregular ones, and is for comparison",
             .choices = {"burton_miller", "cbie"}}}}};
}

Section<Impedance> impedance_section() {
  return {"impedance",
          "a locally reacting surface instead of a structure",
          true,
          false,
          {{"stiffness",
            &Impedance::stiffness,
            {.help = "stiffness per area", .unit = "Pa/m", .limit = Limit::non_negative, .least = 0, .most = 1e30, .required = true}},
           {"mass",
            &Impedance::mass,
            {.help = "mass per area", .unit = "kg/m^2", .limit = Limit::non_negative, .least = 0, .most = 1e15, .required = true}},
           {"loss_factor",
            &Impedance::loss_factor,
            {.help = "hysteretic loss factor eta of the stiffness", .limit = Limit::non_negative, .least = 0, .most = 1e3}}}};
}

Section<Output> output_section() {
  return {"output",
          "fields to compute beside the surface pressure",
          true,
          false,
          {{"field_points",
            &Output::field_points,
            {.help = "points [x, y, z] in the fluid at which to compute the pressure, at least a tenth of a panel from the body",
             .unit = "m",
             .least = -1e9,
             .most = 1e9}}}};
}

Section<FieldGrid> grid_section() {
  return {"output.grid",
          "evenly spaced points at which to compute the pressure: a line, a plane or a box; points in the body or too near to it get none",
          true,
          false,
          {{"origin", &FieldGrid::origin, {.help = "the first corner", .unit = "m", .least = -1e9, .most = 1e9, .required = true}},
           {"edges",
            &FieldGrid::edges,
            {.help = "vectors from the origin to the next corners: one for a line, two for a plane, three for a box",
             .unit = "m",
             .limit = Limit::nonzero,
             .least = -1e9,
             .most = 1e9,
             .required = true}},
           {"counts",
            &FieldGrid::counts,
            {.help = "number of points along each edge, both ends included", .least = 2, .most = 100000, .required = true}}}};
}

Section<Directivity> directivity_section() {
  return {"output.directivity",
          "far field around a full circle in a coordinate plane",
          true,
          false,
          {{"plane", &Directivity::plane, {.help = "the angle runs from the first axis to the second", .choices = {"xy", "xz", "yz"}}},
           {"step", &Directivity::step, {.help = "angle between directions", .unit = "deg", .limit = Limit::positive}}}};
}

Section<StageOptions> stage_section(Stage stage) {
  const auto& entry = core::entry(stage);
  Section<StageOptions> section{core::name(stage), std::string(entry.help), true, false, {}};
  section.keys.push_back({std::string(entry.method_key),
                          &StageOptions::method,
                          {.help = std::string(entry.method_help), .choices = methods(stage), .missing = missing_methods(stage)}});
  if (!entry.width_key.empty())
    section.keys.push_back({std::string(entry.width_key), &StageOptions::width, {.help = std::string(entry.width_help), .limit = Limit::positive}});
  if (stage == Stage::eliminate)
    section.keys.insert(
        section.keys.end(),
        {{"tolerance",
          &StageOptions::tolerance,
          {.help = "krylov and ksp stop at this |b - A p| / |b|", .limit = Limit::positive, .least = 1e-15, .most = 0.1}},
         {"iterations",
          &StageOptions::iterations,
          {.help = "krylov, ksp and mixed precision stop after this many iterations", .limit = Limit::positive}},
         {"restart",
          &StageOptions::restart,
          {.help = "krylov and ksp restart after this many iterations, which bounds memory; 0: never", .limit = Limit::non_negative}},
         {"petsc", &StageOptions::petsc, {.help = "PETSc's own options for ksp, such as \"-ksp_type bcgs -pc_type none\""}},
         {"precision",
          &StageOptions::precision,
          {.help = "mixed: stages 3 and 4 in single precision, then iteration to double; double where that fails", .choices = {"double", "mixed"}}}});
  return section;
}

Section<MessageChoice> messages_section(std::optional<Stage> stage) {
  return {stage ? "messages." + core::name(*stage) : "messages",
          "how messages travel in " + (stage ? "stage " + core::name(*stage) : "all stages"),
          false,
          false,
          {{"strategy",
            &MessageChoice::strategy,
            {.help = "route, cut and pace by one name",
             .check = [](const std::string& text) { comm::strategy_set(text); },
             .forms = core::names(comm::strategy_sets())}},
           {"route",
            &MessageChoice::route,
            {.help = "collective algorithm: who sends to whom",
             .check =
                 [](const std::string& text) {
                   if (text != comm::automatic) comm::make_route(text);
                 },
             .forms = with_automatic(core::names(comm::routes())),
             .usual = core::StrategyNames{}.route}},
           {"cut",
            &MessageChoice::cut,
            {.help = "segmentation: how a message is divided",
             .check =
                 [](const std::string& text) {
                   if (text != comm::automatic) comm::make_cut(text);
                 },
             .forms = with_automatic(core::names(comm::cuts())),
             .usual = core::StrategyNames{}.cut}},
           {"pace",
            &MessageChoice::pace,
            {.help = "flow control: when the next piece is sent",
             .check =
                 [](const std::string& text) {
                   if (text != comm::automatic) comm::make_pace(text);
                 },
             .forms = with_automatic(core::names(comm::paces())),
             .usual = core::StrategyNames{}.pace}}}};
}

Section<Network> network_section() {
  return {"network",
          "a network to emulate; any --emulate option replaces the section",
          false,
          false,
          {{"latency",
            &Network::latency,
            {.help = "added to the time of every message from rank to rank", .unit = "s", .limit = Limit::non_negative, .most = 1e6}},
           {"bandwidth",
            &Network::bandwidth,
            {.help = "limit of the bytes that leave, and that reach, each rank; none by default", .unit = "B/s", .limit = Limit::positive}},
           {"overhead",
            &Network::overhead,
            {.help = "time for which each message occupies its sender and its receiver", .unit = "s", .limit = Limit::non_negative, .most = 1e6}}}};
}

}  // namespace febem::cases
