// Values of several reports as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "io/results.h"

namespace febem::io {

using Json = nlohmann::ordered_json;

/// Null stands for nothing.
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// What the program added to the network: null stands for the network at hand, and for no limit.
Json json_of(const NetworkFigures& network);

}  // namespace febem::io
