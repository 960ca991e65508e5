#include "model/panel_data.h"

#include <cmath>

#include "cli/text.h"
#include "core/error.h"
#include "meshes/hdf5_reader.h"

namespace febem::model {
namespace {

/// One unit of the data set in `unit`.
double unit_of(const meshes::Hdf5Reader& file, const std::string& dataset, const std::string& unit) {
  const auto found = file.units(dataset);
  if (found.empty()) return 1;
  try {
    return cli::parse_quantity("1 " + found, unit);
  } catch (const core::InputError& error) {
    file.refuse(dataset, error.what());
  }
}

}  // namespace

la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset, core::Index panels,
                           const std::string& unit) {
  const meshes::Hdf5Reader reader(file.string(), "data file");
  const auto values = reader.complexes(dataset);
  if (values.size() != static_cast<std::size_t>(panels))
    reader.refuse(dataset, "has " + std::to_string(values.size()) + " values for " + std::to_string(panels) + " panels");
  for (std::size_t j = 0; j < values.size(); ++j)
    if (!std::isfinite(values[j].real()) || !std::isfinite(values[j].imag()))
      reader.refuse(dataset, "row " + std::to_string(j) + " is not a finite number");
  return unit_of(reader, dataset, unit) * la::Vector::Map(values.data(), panels);
}

}  // namespace febem::model
