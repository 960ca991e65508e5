// Networks by name, from a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "network/network_model.h"

namespace febem::study {

/// A network of a file such as bench/networks/networks.toml.
struct NamedNetwork {
  std::string name, title;  ///< short, and in words
  network::NetworkModel model;
};

/// The networks of `names` in that order, or all in that of the file. `text` is TOML with a table
/// for each: latency_us (of a message, one way), mb_per_s (10^6 bytes/s), and if wanted
/// overhead_us, name (in words) and source. `file` is its name in messages. Throws
/// core::InputError.
std::vector<NamedNetwork> read_networks(
    std::string_view text, const std::string& file, const std::vector<std::string>& names);

}  // namespace febem::study
