// Every generator at the ends of what it documents.

#include "core/error.h"
#include "mesh/crossing.h"
#include "meshes/generator.h"
#include "meshes/measures.h"
#include "support/catch.h"

using meshes::Generator;
using meshes::Parameter;
using meshes::Values;

namespace {

constexpr double most_alone = 6000,
                 most_in_pairs = 800;  // panels and elements: what a test has time for

std::string text_of(const Generator& generator, const Values& values) {
  std::string text(generator.name);
  for (const auto& [name, value] : values) text += ", " + name + " = " + std::to_string(value);
  return text;
}

void check_sound(const Generator& generator, const Values& values) {
  INFO(text_of(generator, values));
  meshes::Generated mesh;
  REQUIRE_NOTHROW(mesh = meshes::generate(generator.name, values));
  CHECK_NOTHROW(validate(mesh.wet.surface));
  CHECK(mesh::enclosed_volume(mesh.wet.surface) > 0);
  if (mesh.wet.surface.size() < 2000) CHECK(!mesh::find_crossing(mesh.wet.surface));
  if (!mesh.solid.elements.empty()) CHECK(test::worst_quality(test::structure(mesh)) > 0);
}

bool is_length(const Parameter& p) { return p.unit == "m"; }
/// Neither a length nor `join`, which goes with its multiples only (tests/mesh/face_blocks.cpp).
bool has_free_ends(const Parameter& p) {
  return !is_length(p) && p.name != meshes::join_parameter.name;
}

/// Panels and elements; infinite if they do not fit into memory.
double size(const Generator& generator, const Values& values) {
  try {
    const auto size = meshes::mesh_size(generator.name, values);
    return size.panels + size.elements;
  } catch (const core::InputError&) {
    return infinity;
  }
}

/// The values with the parameter at `value`, or, where that makes more than `most` panels and
/// elements, at the largest that does not.
Values with(
    const Generator& generator, Values values, const Parameter& p, double value, double most) {
  const std::string name(p.name);
  const double step = std::max(1, p.multiple);
  for (values[name] = value; size(generator, values) > most && values[name] > p.low;)
    values[name] = p.whole ? std::max(p.low, step * std::floor(values[name] / 2 / step))
                           : std::max(p.low, 0.8 * values[name]);
  return values;
}

/// Every number but lengths at the least that is allowed.
Values least(const Generator& generator) {
  Values values;
  for (const auto& p : generator.parameters)
    if (!is_length(p)) values[std::string(p.name)] = p.low;
  return values;
}

}  // namespace

TEST_CASE(
    "counts, switches, angles, gradings and densities make sound meshes at the ends of their "
    "ranges, alone and two together") {
  for (const auto& generator : meshes::generators()) {
    std::vector<Values> tried;
    const auto add = [&](const Values& values, double most) {
      if (size(generator, values) <= most &&
          std::find(tried.begin(), tried.end(), values) == tried.end())
        tried.push_back(values);
    };
    for (const Values& base : {Values{}, least(generator)})
      for (const auto& p : generator.parameters)
        for (const double value : {p.low, p.high})
          if (has_free_ends(p)) add(with(generator, base, p, value, most_alone), most_alone);
    for (const auto& p : generator.parameters)
      for (const auto& other : generator.parameters)
        if (has_free_ends(p) && has_free_ends(other) && &other > &p)
          add(with(generator, with(generator, least(generator), p, p.high, most_in_pairs), other,
                  other.high, most_in_pairs),
              most_in_pairs);
    CHECK(tried.size() > 4);
    for (const Values& values : tried) check_sound(generator, values);
  }
}

TEST_CASE("bodies of any size are sound") {
  for (const auto& generator : meshes::generators()) {
    double down = 0, up = infinity;
    for (const auto& p : generator.parameters)
      if (is_length(p)) {
        down = std::max(down, p.low / p.value);
        up = std::min(up, p.high / p.value);
      }
    REQUIRE(down < 1);
    REQUIRE(up > 1);
    for (const double scale : {down, up}) {
      Values values = least(generator);
      for (const auto& p : generator.parameters)
        if (is_length(p)) values[std::string(p.name)] = std::clamp(scale * p.value, p.low, p.high);
      check_sound(generator, values);
    }
  }
}

TEST_CASE(
    "a length at the end of its range makes a sound mesh, or the generator says that it does not "
    "go with the others") {
  for (const auto& generator : meshes::generators())
    for (const auto& p : generator.parameters)
      for (const double value : {p.low, p.high}) {
        if (!is_length(p)) continue;
        Values values = least(generator);
        values[std::string(p.name)] = value;
        INFO(text_of(generator, values));
        try {
          const auto mesh = meshes::generate(generator.name, values);
          CHECK_NOTHROW(validate(mesh.wet.surface));
          CHECK(mesh::enclosed_volume(mesh.wet.surface) > 0);
        } catch (const core::InputError& error) {
          CHECK(std::string(error.what())
                    .starts_with("mesh '" + std::string(generator.name) + "': "));
        }
      }
}

TEST_CASE(
    "the cylinder's core has room for a round circle at every density and with many narrow rings") {
  const auto& cylinder = *std::find_if(meshes::generators().begin(), meshes::generators().end(),
      [](const Generator& g) { return g.name == "cylinder"; });
  for (const double density : {3.0, 5.0, 7.0, 8.0, 9.0, 10.0}) {
    INFO(density);
    CHECK_NOTHROW(meshes::generate("cylinder", {{"density", density}}));
  }
  for (const double around : {64, 100, 256})
    for (const double rings : {2, 10, 60})
      check_sound(cylinder, {{"around", around}, {"piston_rings", rings}, {"rim_rings", 10},
                                {"stations", 2}, {"back_rings", 2}});
}
