#include "study/network_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/input_errors.h"
#include "cli/toml.h"
#include "core/error.h"
#include "core/text.h"

namespace febem::study {
namespace {

const std::vector<std::string> known_keys{
    "latency_us", "mb_per_s", "overhead_us", "name", "source"};

using cli::line_of;

class NetworkReader {
 public:
  NetworkReader(const std::string& file, const std::string& name, const toml::node& node)
      : file_(file), name_(name), node_(node) {
    if (!node.is_table()) fail("", node, "is no table: write [" + name + "]");
    for (const auto& [key, value] : table())
      if (std::find(known_keys.begin(), known_keys.end(), key.str()) == known_keys.end())
        fail(key.str(), value, "unknown key" + core::suggestion(key.str(), known_keys));
  }

  NamedNetwork read() const {
    NamedNetwork network{name_, name_, {}};
    auto& link = network.model.all;
    link.latency = 1e-6 * required("latency_us");
    link.bandwidth = 1e6 * required("mb_per_s");
    link.overhead = 1e-6 * number("overhead_us").value_or(0);
    if (!(link.bandwidth > 0)) fail("mb_per_s", *table().get("mb_per_s"), "must be > 0");
    if (const auto* title = table().get("name")) {
      if (!title->is_string()) fail("name", *title, "must be a text");
      network.title = title->as_string()->get();
    }
    return network;
  }

 private:
  const toml::table& table() const { return *node_.as_table(); }

  [[noreturn]] void fail(std::string_view key, const toml::node& at, const std::string& why) const {
    cli::fail_at({file_, line_of(at), name_ + (key.empty() ? "" : ".") + std::string(key)}, why);
  }

  std::optional<double> number(const char* key) const {
    const auto* node = table().get(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value) || *value < 0)
      fail(key, *node, "must be a finite number >= 0");
    return value;
  }

  double required(const char* key) const {
    const auto value = number(key);
    if (!value) fail(key, node_, "is missing");
    return *value;
  }

  const std::string& file_;
  std::string name_;
  const toml::node& node_;
};

}  // namespace

std::vector<NamedNetwork> read_networks(
    std::string_view text, const std::string& file, const std::vector<std::string>& names) {
  const auto root = cli::parse_toml(text, file);
  std::vector<NamedNetwork> all, chosen;
  for (const auto& [name, node] : root)
    all.push_back(NetworkReader(file, std::string(name.str()), node).read());
  // a table of TOML is sorted by name
  std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
    return line_of(*root.get(a.name)) < line_of(*root.get(b.name));
  });
  if (all.empty())
    throw core::InputError(
        file + ": no networks: write a table [NAME] with latency_us and mb_per_s for each");
  for (const auto& name : names) {
    std::vector<std::string> known;
    for (const auto& network : all) known.push_back(network.name);
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw core::InputError(file + ": no network '" + name + "'" + core::suggestion(name, known));
    chosen.push_back(all[static_cast<std::size_t>(found - known.begin())]);
  }
  return names.empty() ? all : chosen;
}

}  // namespace febem::study
