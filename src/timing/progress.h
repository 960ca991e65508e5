// How far a long piece of work has come.
#pragma once

#include <functional>
#include <string_view>

namespace febem::timing {

/// Called now and then with the fraction done, 0 to 1; may be empty.
using Progress = std::function<void(std::string_view section, double fraction)>;

}  // namespace febem::timing
