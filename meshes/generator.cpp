#include "meshes/generator.h"

#include <array>
#include <cmath>
#include <sstream>

#include "core/registry.h"

namespace febem::meshes {

#define FEBEM_GENERATOR(NAME) extern const Generator NAME##_generator;
#include "meshes/generator_list.inc"
#undef FEBEM_GENERATOR

namespace {

[[noreturn]] void refuse(std::string_view mesh, const Parameter& parameter, double value,
                         const std::string& why) {
  std::ostringstream text;
  text << "mesh '" << mesh << "': " << parameter.name << " = " << value << " " << why;
  throw core::InputError(text.str());
}

void check(std::string_view mesh, const Parameter& parameter, double value) {
  std::ostringstream range;
  range << "is out of range; from " << parameter.low << " to " << parameter.high;
  if (parameter.unit != "1") range << " " << parameter.unit;
  if (!(value >= parameter.low && value <= parameter.high)) refuse(mesh, parameter, value, range.str());
  if (parameter.whole && value != std::floor(value)) refuse(mesh, parameter, value, "must be a whole number");
}

}  // namespace

std::vector<Generator> generators() {
  return {
#define FEBEM_GENERATOR(NAME) NAME##_generator,
#include "meshes/generator_list.inc"
#undef FEBEM_GENERATOR
  };
}

Generated generate(std::string_view name, const Values& given) {
  const auto all = generators();
  const Generator& generator = core::find(std::span<const Generator>(all), name, "mesh");
  Values values;
  for (const auto& parameter : generator.parameters) values[std::string(parameter.name)] = parameter.value;
  for (const auto& [key, value] : given) {
    if (!values.contains(key))
      throw core::InputError("mesh '" + std::string(name) + "': unknown parameter '" + key + "'" +
                             core::suggestion(key, core::names(generator.parameters)));
    values[key] = value;
  }
  for (const auto& parameter : generator.parameters)
    check(name, parameter, values.at(std::string(parameter.name)));
  return generator.generate(values);
}

}  // namespace febem::meshes
