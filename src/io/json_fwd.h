// The name of the type of JSON documents, for headers, because nlohmann/json takes long to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace febem::io {

using Json = nlohmann::ordered_json;

}  // namespace febem::io
