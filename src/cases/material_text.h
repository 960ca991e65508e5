// Descriptions of materials for help and reports.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cli/help_page.h"

namespace febem::cases {

/// "Young's modulus 207 GPa, Poisson's ratio 0.3, density 7800 kg/m^3, loss factor 0.002"; for an unknown name, that it is
/// unknown.
std::string known_properties(std::string_view material);

/// What a region is made of and its properties: by the case, by default, or nothing yet. Names may come out of a file.
std::string material_of(const std::string& region, const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case);

/// "aluminium (baffle, head), steel (tail)": the regions that the case leaves to their defaults; empty if none.
std::string defaults_in_use(const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case);

/// The known materials with their properties, and which regions of the generators they are the default of.
std::vector<cli::HelpSection> material_help();

}  // namespace febem::cases
