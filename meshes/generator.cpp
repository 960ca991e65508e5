#include "meshes/generator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.h"
#include "core/memory.h"
#include "core/registry.h"
#include "fem/check_elements.h"

namespace febem::meshes {

namespace {

void check(std::string_view mesh, const Parameter& parameter, double value) {
  const auto refuse = [&](const auto&... why) {
    throw core::InputError("mesh '", mesh, "': ", parameter.name, " = ", value, " ", why...);
  };
  if (!(value >= parameter.low && value <= parameter.high))
    refuse("is out of range; from ", parameter.low, " to ", parameter.high,
        parameter.unit == "1" ? "" : " ", parameter.unit == "1" ? "" : parameter.unit);
  if (parameter.whole && value != std::floor(value)) refuse("must be a whole number");
  if (parameter.multiple > 1 && std::fmod(value, parameter.multiple) != 0)
    refuse("must be a multiple of ", parameter.multiple);
}

const Generator& generator_called(std::string_view name) {
  return core::find(generators(), name, "mesh");
}

// Every parameter, given or default, in its range, and the counts as many as the density says.
Values all_values(const Generator& generator, const Values& given) {
  Values values;
  for (const auto& parameter : generator.parameters)
    values[std::string(parameter.name)] = parameter.value;
  for (const auto& [key, value] : given) {
    if (!values.contains(key))
      throw core::InputError("mesh '", generator.name, "': unknown parameter '", key, "'",
          core::suggestion(key, core::names(generator.parameters)));
    values[key] = value;
  }
  for (const auto& parameter : generator.parameters)
    check(generator.name, parameter, values.at(std::string(parameter.name)));
  const double density = values.at(std::string(density_parameter.name));
  for (const auto& [name, unit, value, low, high, whole, help, multiple] : generator.parameters)
    if (multiple > 0) {
      double& count = values[std::string(name)];
      count = multiple * std::round(count * density / multiple);
    }
  return values;
}

// Estimates, with the maps by which nodes are found again during generation.
constexpr double bytes_a_node = 250, bytes_an_element = 200, bytes_a_panel = 400;
constexpr double most_nodes = 7e8;  // three degrees of freedom each are counted in 32 bits

MeshSize checked_size(const Generator& generator, const Values& values) {
  MeshSize size = generator.size(values);
  if (values.contains("split")) {
    const auto [split, triangles, join] = skin_options(values);
    size.panels *= static_cast<double>(split * split * (triangles ? 2 : 1)) / (join * join);
  }
  const auto what = core::text("mesh '", generator.name, "': ", size.nodes, " nodes, ",
      size.elements, " elements and ", size.panels, " panels");
  core::require_memory(
      size.nodes * bytes_a_node + size.elements * bytes_an_element + size.panels * bytes_a_panel,
      what);
  if (!(size.nodes <= most_nodes && size.panels <= most_nodes))
    throw core::InputError(what, " are too many");
  return size;
}

Generated made_by(const Generator& generator, const Values& values, Edges edges) {
  try {
    Generated result = generator.generate(values);
    if (!result.solid.elements.empty()) {
      result.wet = mesh::skin(result.solid, skin_options(values));
      if (edges == Edges::curved) mesh::curve_edges(result.solid, result.wet);
    }
    // Panels of several faces keep the coordinates of the faces, whose nodes are on the true
    // surface.
    const bool moved =
        edges == Edges::curved && generator.curve != nullptr && !result.wet.is_joined();
    if (moved) generator.curve(values, result.wet.surface);
    if (moved || result.solid.elements.empty()) {
      measure(result.wet.surface);
      validate(result.wet.surface);
    }
    fem::check_elements(result.solid);
    return result;
  } catch (const core::InputError& error) {
    const std::string text = error.what(), mesh = "mesh '" + std::string(generator.name) + "': ";
    if (text.starts_with(mesh)) throw;
    throw core::InputError(mesh, "its parameters do not go together: ", text);
  }
}

}  // namespace

#define FEBEM_LIST "meshes/list.inc"
#define FEBEM_ENTRY Generator
#define FEBEM_ENTRIES generators
#define FEBEM_OBJECT(NAME) NAME##_generator
#include "core/plugins.inc"

mesh::SkinOptions skin_options(const Values& given) {
  Values values;
  for (const auto& parameter : skin_parameters) {
    const auto found = given.find(std::string(parameter.name));
    values[std::string(parameter.name)] = found == given.end() ? parameter.value : found->second;
    check("skin", parameter, values.at(std::string(parameter.name)));
  }
  return {whole(values, "split"), whole(values, "triangles") != 0, whole(values, "join")};
}

MeshSize mesh_size(std::string_view name, const Values& given) {
  const Generator& generator = generator_called(name);
  return checked_size(generator, all_values(generator, given));
}

Generated generate(std::string_view name, const Values& given, Edges edges) {
  const Generator& generator = generator_called(name);
  const Values values = all_values(generator, given);
  checked_size(generator, values);
  Generated result = made_by(generator, values, edges);
  for (const auto& [region, material] : generator.materials)
    if (std::ranges::count(result.solid.regions, region) > 0)
      result.materials[std::string(region)] = material;
  return result;
}

}  // namespace febem::meshes
