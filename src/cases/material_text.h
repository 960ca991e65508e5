// Materials of a case, and their descriptions for help and reports.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cli/help_page.h"
#include "fem/material.h"

namespace febem::cases {

/// The material that a case states, checked by check_case().
fem::Material material(const Material& of_case);

/// "Young's modulus 207 GPa, Poisson's ratio 0.3, density 7800 kg/m^3, loss factor 0.002"; for an
/// unknown name the text says so.
std::string known_properties(std::string_view material);

/// The material of a region, given by the case or by default, or that there is none. Names may come
/// from a file.
std::string material_of(const std::string& region,
    const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case);

/// "aluminium (baffle, head), steel (tail)". Empty if there are none.
std::string defaults_in_use(
    const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case);

/// The known materials, and the regions of the generators that have them by default.
std::vector<cli::HelpSection> material_help();

}  // namespace febem::cases
