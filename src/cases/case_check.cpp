#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <set>

#include "cases/case_file.h"
#include "cases/planes.h"
#include "core/text.h"
#include "core/text_table.h"
#include "core/types.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {
namespace {

std::string text_of(double value) { return core::number(value, "%.9g"); }

void check_geometry(const Case& c) {
  const auto place = c.at(c.geometry.lines, "geometry");
  if (c.geometry.generator.empty() && c.geometry.mesh.empty())
    cli::fail_at(place, "needs 'generator' or 'mesh'");
  if (!c.geometry.generator.empty() && !c.geometry.mesh.empty())
    cli::fail_at(place, "has both 'generator' and 'mesh'; give one");
}

void check_materials(const Case& c) {
  std::vector<std::string> seen;
  for (const auto& material : c.materials)
    for (const auto& region : material.regions) {
      if (std::find(seen.begin(), seen.end(), region) != seen.end())
        cli::fail_at(c.at(material.lines, "material.regions"),
            "region '" + region + "' already has a material");
      seen.push_back(region);
    }
}

// Of a piezoelectric material: a known ceramic, or one set of constants.
void check_constants(const Case& c) {
  for (const auto& m : c.materials) {
    if (m.kind == "elastic") continue;
    const bool is_known = !m.ceramic.empty(), has_compliance = !m.compliance.empty();
    const auto refuse = [&](const char* key, const std::string& text) {
      cli::fail_at(c.at(m.lines, "material", key), text);
    };
    const auto check = [&](bool with_compliance, const char* key, const std::vector<double>& values,
                           std::size_t count) {
      if (is_known || has_compliance != with_compliance) {
        if (!values.empty())
          refuse(key, is_known ? "does not go with 'ceramic'" : "does not go with 'compliance'");
      } else if (values.size() != count) {
        refuse(key, values.empty() ? "is missing; 'ceramic' names a known material"
                                   : core::text("takes ", count, " numbers, got ", values.size()));
      }
    };
    check(true, "compliance", m.compliance, 5);
    check(true, "charge_constants", m.charge_constants, 3);
    check(true, "free_permittivity", m.free_permittivity, 2);
    check(false, "stiffness", m.stiffness, 5);
    check(false, "stress_constants", m.stress_constants, 3);
    check(false, "clamped_permittivity", m.clamped_permittivity, 2);
    if (!is_known && m.density == Material::not_given) refuse("density", "is missing");
  }
}

void check_electrodes(const Case& c) {
  if (!c.electrodes.empty() && !c.structure)
    cli::fail_at(c.at(c.electrodes.front().lines, "electrode"),
        "needs an elastic structure: add [structure]");
  for (const auto& plane : c.symmetries)
    if (!c.electrodes.empty() && plane.kind == "antisymmetric")
      cli::fail_at(c.at(plane.lines, "symmetry", "kind"),
          "'antisymmetric' does not go with [[electrode]], whose potential is symmetric");
  std::set<std::string> seen;
  for (const auto& electrode : c.electrodes) {
    if (!seen.insert(electrode.faces).second)
      cli::fail_at(c.at(electrode.lines, "electrode", "faces"), "has an electrode already");
    if (electrode.kind == "circuit" && electrode.resistance == 0 && electrode.inductance == 0 &&
        electrode.capacitance == 0)
      cli::fail_at(c.at(electrode.lines, "electrode", "kind"),
          "'circuit' needs 'resistance', 'inductance' or 'capacitance'");
  }
  for (const auto& e : c.excitations) {
    if (!is_electric(e)) continue;
    std::vector<std::string> of_kind;
    for (const auto& electrode : c.electrodes)
      if (electrode.kind == e.kind || (electrode.kind == "circuit" && e.kind == "voltage"))
        of_kind.push_back(electrode.faces);
    if (std::ranges::find(of_kind, e.faces) == of_kind.end())
      cli::fail_at(c.at(e.lines, "excitation", "faces"), "no [[electrode]] of kind '" + e.kind +
                                                             "' has the faces '" + e.faces + "'" +
                                                             core::suggestion(e.faces, of_kind));
  }
}

void check_frequencies(const Case& c) {
  const auto place = c.at(c.frequency.lines, "frequency");
  const auto& f = c.frequency;
  if (const bool any = f.from > 0 || f.to > 0 || f.points > 0;
      any && !(f.from > 0 && f.to > 0 && f.points > 0))
    cli::fail_at(place, "needs 'from', 'to' and 'points' together");
  if (f.points > 1 && f.to <= f.from)
    cli::fail_at(c.at(f.lines, "frequency", "to"), "must be above 'from'");
  auto hz = c.frequencies();
  if (!std::all_of(hz.begin(), hz.end(), [](double one) { return std::isfinite(one) && one > 0; }))
    cli::fail_at(place, "has ends that are too far apart");
  if (hz.empty())
    cli::fail_at(place, "asks for no frequency: give 'hz', or 'from', 'to' and 'points'");
  std::sort(hz.begin(), hz.end());
  if (const auto twin = std::adjacent_find(hz.begin(), hz.end()); twin != hz.end())
    cli::fail_at(place, "asks for " + text_of(*twin) + " Hz twice");
}

// The squares of omega, k and amplitudes must neither overflow nor underflow.
bool usable_square(double value) { return std::isnormal(value * value); }

void check_frequency_range(const Case& c) {
  for (const double hz : c.frequencies()) {
    const double omega = 2 * core::pi * hz;
    if (!usable_square(omega) || !usable_square(omega / c.fluid.sound_speed) ||
        !std::isnormal(omega * omega * c.fluid.density))
      cli::fail_at(place_of_frequency(c, hz),
          text_of(hz) + " Hz: the square of its wavenumber is beyond the range of numbers");
  }
}

void check_amplitudes(const Case& c) {
  for (const auto& excitation : c.excitations)
    if (excitation.amplitude != 0 && !usable_square(excitation.amplitude))
      cli::fail_at(c.at(excitation.lines, "excitation", "amplitude"),
          "the square of " + text_of(excitation.amplitude) +
              ", which powers need, is beyond the range of numbers");
}

// Values come either from a file, or from an amplitude with a distribution.
void check_source_of_values(const Case& c, const Excitation& excitation) {
  const auto place = [&](const char* key) { return c.at(excitation.lines, "excitation", key); };
  if (excitation.file.empty() != excitation.dataset.empty())
    cli::fail_at(place(excitation.file.empty() ? "file" : "dataset"),
        "is missing: a data set and its file are given together");
  if (excitation.file.empty()) {
    if (excitation.kind == "pressure" && excitation.faces.empty())
      cli::fail_at(place("faces"), "is missing");
    return;
  }
  for (const char* key : {"faces", "panels", "legendre", "axis"})
    if (excitation.lines.contains(key))
      cli::fail_at(place(key), "does not go with 'file', which has a value for every panel");
}

// A rigid or locally reacting surface is driven by velocities and waves, a structure by forces,
// pressures and waves.
void check_excitations(const Case& c) {
  constexpr const char* permitted =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _-+.,:()/";
  for (const auto& excitation : c.excitations) {
    if (excitation.load_case.find_first_not_of(permitted) != std::string::npos)
      cli::fail_at(c.at(excitation.lines, "excitation", "load_case"),
          "may have letters, digits, spaces and _-+.,:()/ only");
    const auto place = c.at(excitation.lines, "excitation.kind");
    const bool on_structure =
        excitation.kind == "force" || excitation.kind == "pressure" || is_electric(excitation);
    if (c.structure && excitation.kind == "velocity")
      cli::fail_at(
          place, "'velocity' cannot be prescribed on a structure; use 'force' or 'pressure'");
    if (!c.structure && on_structure)
      cli::fail_at(place, "'" + excitation.kind + "' needs an elastic structure: add [structure]");
    check_source_of_values(c, excitation);
  }
}

void check_structure(const Case& c) {
  if (!c.structure) {
    if (!c.supports.empty())
      cli::fail_at(
          c.at(c.supports.front().lines, "support"), "needs an elastic structure: add [structure]");
    if (!c.materials.empty())
      cli::fail_at(c.at(c.materials.front().lines, "material"),
          "needs an elastic structure: add [structure]");
    return;
  }
}

// The key of a stage, which an option may have given.
cli::Place of_stage(const Case& c, Stage stage, const char* key) {
  return {c.file, 0, core::name(stage) + "." + key};
}

void check_methods(const Case& c) {
  const auto &factored = c.stages[Stage::merge].method, &reduced = c.stages[Stage::reduce].method;
  if (c.structure && reduce::method(reduced).needs_sparse_columns &&
      !merge::method(factored).sparse_columns)
    cli::fail_at(of_stage(c, Stage::reduce, "method"),
        "'" + reduced + "' cannot take the factor of " + core::name(Stage::merge) + ".method '" +
            factored + "'; use 'substructure'");
  const auto& solved = c.elimination();
  if (solved.iterates() == reduce::method(reduced).forms_matrix)
    cli::fail_at(of_stage(c, Stage::reduce, "method"),
        "'" + reduced + "' does not go with " + core::name(Stage::eliminate) + ".method '" +
            std::string(solved.name) + "'; without this key the one that does is taken");
}

void check_library_options(const Case& c) {
  const auto& options = c.stages[Stage::eliminate];
  if (!options.petsc.empty() && !c.elimination().takes_petsc())
    cli::fail_at(of_stage(c, Stage::eliminate, "petsc"),
        core::printable(options.petsc, 200) + " goes with " + core::name(Stage::eliminate) +
            ".method 'ksp', not with '" + std::string(c.elimination().name) + "'");
}

void check_precision(const Case& c) {
  if (!c.is_mixed()) return;
  const auto place = of_stage(c, Stage::eliminate, "precision");
  const auto refuse = [&](Stage stage, const std::string& method, const char* instead) {
    cli::fail_at(place,
        "'mixed' needs " + core::name(stage) + ".method '" + instead + "', not '" + method + "'");
  };
  const auto& reduced = c.stages[Stage::reduce].method;
  const auto& solved = c.elimination();
  if (solved.iterates() || solved.direct().factor_single == nullptr)
    refuse(Stage::eliminate, std::string(solved.name), "rows");
  if (c.structure && reduce::method(reduced).run_single == nullptr)
    refuse(Stage::reduce, reduced, "columns");
}

void check_impedances(const Case& c) {
  std::set<std::string> regions;
  for (const auto& impedance : c.impedances) {
    const auto refuse = [&](const char* key, const std::string& text) {
      cli::fail_at(c.at(impedance.lines, "impedance", key), text);
    };
    if (!regions.insert(impedance.panels).second || (regions.contains("") && regions.size() > 1))
      refuse("panels", "has an impedance already");
    const auto& table = impedance.table;
    for (const char* key : {"stiffness", "mass", "loss_factor", "resistance"})
      if (!table.empty() && impedance.lines.contains(key)) refuse(key, "does not go with 'table'");
    for (const double hz : c.frequencies()) {
      const bool is_outside = !table.empty() && (hz < table.front().x() || hz > table.back().x());
      if (is_outside) refuse("table", core::text("does not reach ", hz, " Hz"));
      if (impedance.at(hz) == 0.0)
        cli::fail_at(c.at(impedance.lines, "impedance"),
            core::text("is zero at ", hz, " Hz: there the pressure would be zero"));
    }
  }
}

// The edges of a grid span a line, a plane or a box.
bool are_independent(const std::vector<Vec3>& edges) {
  Eigen::Matrix3Xd unit(3, edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    unit.col(static_cast<Eigen::Index>(i)) = edges[i].normalized();
  return (unit.transpose() * unit).determinant() > 1e-12;
}

void check_grids(const Case& c) {
  constexpr double most_points = 1e7;
  auto points = static_cast<double>(c.output.field_points.size());
  for (const auto& grid : c.output.grids) {
    const auto refuse = [&](const char* key, const std::string& text) {
      cli::fail_at(c.at(grid.lines, "output.grid", key), text);
    };
    const auto edges = grid.edges.size();
    if (edges < 1 || edges > 3)
      refuse("edges", "takes one, two or three vectors, got " + std::to_string(edges));
    if (grid.counts.size() != edges)
      refuse("counts", "needs a number of points for each edge, so " + std::to_string(edges) +
                           ", got " + std::to_string(grid.counts.size()));
    if (!are_independent(grid.edges))
      refuse("edges", edges == 2 ? "must not be parallel" : "must not lie in a plane");
    double of_grid = 1;
    for (const int count : grid.counts) of_grid *= count;
    points += of_grid;
    if (points > most_points)
      refuse("counts", "with this grid there are " + text_of(points) + " field points; at most " +
                           text_of(most_points) + " are taken");
  }
}

void check_directions(const Case& c, const DirectionSet& set, const std::string& section) {
  constexpr double most = 36000;
  const auto refuse = [&](const char* key, const std::string& text) {
    cli::fail_at(c.at(set.lines, section, key), text);
  };
  for (const char* key : {"plane", "step", "from", "to", "angles", "elevations"})
    if (!set.vectors.empty() && set.lines.contains(key)) refuse(key, "does not go with 'vectors'");
  for (const char* key : {"step", "from", "to"})
    if (!set.angles.empty() && set.lines.contains(key)) refuse(key, "does not go with 'angles'");
  if (set.elevations.empty()) refuse("elevations", "is empty");
  if (!set.vectors.empty() || !set.angles.empty()) return;
  const double parts = (set.to - set.from) / set.step;
  if (!(set.to >= set.from && set.to - set.from <= 360))
    refuse("to", "must be from 'from' to 'from' + 360");
  if (std::abs(parts - std::round(parts)) > 1e-9 * std::max(parts, 1.0) ||
      parts * static_cast<double>(set.elevations.size()) > most)
    refuse("step",
        core::text("must divide the ", set.to - set.from, " deg into at most ", most, " parts"));
}

void check_all_directions(const Case& c) {
  if (c.output.directivity) check_directions(c, *c.output.directivity, "output.directivity");
  for (const auto& incidence : c.incidences) check_directions(c, incidence, "incidence");
  for (const auto& end : ends_of_fluid(c))
    if (end.side * c.output.axis[end.axis] < 0)
      cli::fail_at(c.at(c.output.lines, "output", "axis"), "points out of the fluid");
  if (c.excitations.empty() && c.incidences.empty())
    throw core::InputError(c.file +
                           ": section 'excitation' is missing (what drives the problem); or "
                           "[[incidence]], for plane waves from some directions");
}

}  // namespace

cli::Place place_of_frequency(const Case& c, double hz) {
  const auto& list = c.frequency.hz;
  if (std::find(list.begin(), list.end(), hz) == list.end())
    return c.at(c.frequency.lines, "frequency", "points");
  const auto place = c.at(c.frequency.lines, "frequency", "hz");
  return place.line == 0 ? cli::Place{"command line", 0, "--frequency"} : place;
}

void check_case(const Case& problem) {
  check_geometry(problem);
  check_structure(problem);
  check_methods(problem);
  check_library_options(problem);
  check_precision(problem);
  check_materials(problem);
  check_constants(problem);
  check_electrodes(problem);
  check_excitations(problem);
  check_frequencies(problem);
  check_frequency_range(problem);
  check_amplitudes(problem);
  check_impedances(problem);
  check_grids(problem);
  check_all_directions(problem);
  check_planes(problem);
}

}  // namespace febem::cases
