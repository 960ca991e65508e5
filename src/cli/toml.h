// Reading TOML files. A target that includes this header must link tomlplusplus.
#pragma once

#include <toml++/toml.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/error.h"

namespace febem::cli {

/// Line of a node in its file, from 1.
inline int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

/// `file` is the name in messages. Throws core::InputError "FILE:LINE: not valid TOML: CAUSE".
inline toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    std::string why(error.description());
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw core::InputError(
        file + ":" + std::to_string(error.source().begin.line) + ": not valid TOML: " + why);
  }
}

}  // namespace febem::cli
