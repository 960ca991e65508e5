#include "cases/case_file.h"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "cases/case_schema.h"
#include "cases/value_reader.h"
#include "cli/toml.h"
#include "core/text.h"
#include "meshes/generator.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"

namespace febem::cases {
namespace {

using cli::line_of;

std::string last_part(const std::string& name) { return name.substr(name.rfind('.') + 1); }

// Names of the sections directly inside `parent` ("" for the whole file).
std::vector<std::string> sections_inside(const std::string& parent) {
  std::vector<std::string> result;
  for_each_section([&](const auto& section, auto) {
    const auto dot = section.name.rfind('.');
    if ((dot == std::string::npos ? "" : section.name.substr(0, dot)) == parent) result.push_back(last_part(section.name));
  });
  return result;
}

template <class T>
std::string kind_of(const T& value) {
  if constexpr (requires { value.kind; })
    return value.kind;
  else
    return {};
}

bool applies(const Rule& rule, const std::string& kind) {
  return rule.kinds.empty() || std::find(rule.kinds.begin(), rule.kinds.end(), kind) != rule.kinds.end();
}

// Reads one table into one structure.
template <class T>
class SectionReader {
 public:
  SectionReader(const Section<T>& section, const toml::table& table, const std::string& file) : section_(section), table_(table), file_(file) {}

  /// `value` holds the defaults.
  T read(T value) {
    if constexpr (requires { value.line; }) value.line = line_of(table_);
    if constexpr (requires { value.kind; }) read_key("kind", value);
    for (const auto& [name, node] : table_) {
      if (name == "kind") continue;
      known(std::string(name.str()), kind_of(value), static_cast<int>(name.source().begin.line), value);
    }
    for (const auto& key : section_.keys)
      if (applies(key.rule, kind_of(value))) read_key(key.name, value);
    return value;
  }

 private:
  cli::Place place(const std::string& key, int line) const { return {file_, line, section_.name + "." + key}; }

  // Throws unless the key belongs here.
  void known(const std::string& name, const std::string& kind, int line, T& value) {
    std::vector<std::string> names = sections_inside(section_.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    bool elsewhere = false;
    for (const auto& key : section_.keys) {
      if (applies(key.rule, kind))
        names.push_back(key.name);
      else if (key.name == name)
        elsewhere = true;
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    if (elsewhere) cli::fail_at(place(name, line), "does not apply to kind '" + kind + "'");
    if constexpr (std::is_same_v<T, Geometry>)
      if (read_parameter(name, line, names, value)) return;
    cli::fail_at(place(name, line), "unknown key" + core::suggestion(name, names));
  }

  // True if `name` is a parameter of the generator; adds the parameters to the known names.
  bool read_parameter(const std::string& name, int line, std::vector<std::string>& names, Geometry& geometry) {
    if (!table_["generator"].is_string()) return false;
    read_key("generator", geometry);  // report a misspelt generator before its parameters
    for (const auto& candidate : meshes::generators()) {
      if (candidate.name != geometry.generator) continue;
      for (const auto& parameter : candidate.parameters) {
        names.emplace_back(parameter.name);
        if (parameter.name != name) continue;
        const Rule rule{.help = "", .unit = parameter.unit == "1" ? "" : std::string(parameter.unit)};
        read_value(*table_.get(name), place(name, line), rule, geometry.parameters[name]);
        return true;
      }
    }
    return false;
  }

  void read_key(const std::string& name, T& value) {
    const auto key = std::find_if(section_.keys.begin(), section_.keys.end(),
                                  [&](const Key<T>& k) { return k.name == name && (name == "kind" || applies(k.rule, kind_of(value))); });
    const auto* node = table_.get(name);
    if (node == nullptr) {
      if (key->rule.required) cli::fail_at(place(name, line_of(table_)), "is missing");
      return;
    }
    if constexpr (requires { value.lines; }) value.lines[name] = line_of(*node);
    std::visit([&](auto member) { read_value(*node, place(name, line_of(*node)), key->rule, value.*member); }, key->member);
  }

  const Section<T>& section_;
  const toml::table& table_;
  const std::string& file_;
};

template <class T>
T read_table(const Section<T>& section, const toml::node& node, const std::string& file, const T& defaults) {
  const cli::Place place{file, line_of(node), section.name};
  if (node.is_array_of_tables()) cli::fail_at(place, "can be given once only: write [" + section.name + "]");
  if (!node.is_table()) cli::fail_at(place, "is a section: write [" + section.name + "]");
  return SectionReader<T>(section, *node.as_table(), file).read(defaults);
}

template <class T>
void read_section(const Section<T>& section, const toml::node* node, const std::string& file, T& out) {
  if (node != nullptr) out = read_table(section, *node, file, out);
}

template <class T>
void read_section(const Section<T>& section, const toml::node* node, const std::string& file, std::optional<T>& out) {
  if (node != nullptr) out = read_table(section, *node, file, T{});
}

template <class T>
void read_section(const Section<T>& section, const toml::node* node, const std::string& file, std::vector<T>& out) {
  if (node == nullptr) return;
  if (!node->is_array_of_tables() && !(node->is_array() && node->as_array()->empty()))
    cli::fail_at({file, line_of(*node), section.name}, "can be given several times: write [[" + section.name + "]]");
  for (const auto& element : *node->as_array()) out.push_back(SectionReader<T>(section, *element.as_table(), file).read(T{}));
}

void check_top(const toml::table& root, const std::string& file) {
  auto names = sections_inside("");
  names.insert(names.end(), {"title", "methods"});
  for (const auto& [name, node] : root)
    if (std::find(names.begin(), names.end(), name.str()) == names.end())
      cli::fail_at({file, static_cast<int>(name.source().begin.line), std::string(name.str())}, "unknown key" + core::suggestion(name.str(), names));
}

// The value of an option: as TOML, or else as a bare text.
toml::table option_value(const Override& override, bool is_text) {
  if (!is_text) {
    try {
      return toml::parse("value = " + override.value);
    } catch (const toml::parse_error&) {
      // "2 kHz": a number with its unit, read as text below
    }
  }
  return toml::table{{"value", override.value}};
}

template <class T>
void apply(const Section<T>& section, const Override& override, T& value) {
  for (const auto& key : section.keys) {
    if (key.name != override.key) continue;
    const bool is_text = std::holds_alternative<std::string T::*>(key.member);
    const auto table = option_value(override, is_text);
    const cli::Place place{"command line", 0, override.option};
    if constexpr (requires { value.lines; }) value.lines[key.name] = place.line;
    std::visit([&](auto member) { read_value(*table.get("value"), place, key.rule, value.*member); }, key.member);
  }
}

// The method of stage 3, if it is left to choose.
void choose_methods(Case& problem) {
  auto& reduced = problem.stages[Stage::reduce].method;
  if (reduced != core::automatic) return;
  if (eliminate::method(problem.stages[Stage::eliminate].method).iterates())
    reduced = "matrix-free";
  else
    reduced = merge::method(problem.stages[Stage::merge].method).sparse_columns ? "columns" : "rows";
}

// Replaces what was said of single stages so far.
void set_methods(const std::string& name, const cli::Place& place, Case& problem) {
  try {
    problem.stages = method_set(name).stages();
  } catch (const core::InputError& error) {
    cli::fail_at(place, error.what());
  }
}

void apply(const Override& override, Case& problem) {
  if (override.key == "methods") return set_methods(override.value, {"command line", 0, override.option}, problem);
  for_each_section([&](const auto& section, auto get) {
    if constexpr (requires { apply(section, override, get(problem)); })
      if (section.name == override.section) apply(section, override, get(problem));
  });
  if (override.section == "frequency") problem.frequency.sweep.reset();
}

}  // namespace

Case read_case(std::string_view text, const std::string& file, const std::vector<Override>& overrides) {
  const toml::table root = cli::parse_toml(text, file);
  check_top(root, file);
  Case problem;
  problem.file = file;
  if (const auto* title = root.get("title")) read_value(*title, {file, line_of(*title), "title"}, {}, problem.title);
  if (const auto* methods = root.get("methods")) {
    const cli::Place place{file, line_of(*methods), "methods"};
    std::string name;
    read_value(*methods, place, {}, name);
    set_methods(name, place, problem);
  }
  for_each_section([&](const auto& section, auto get) {
    const auto* node = root.at_path(section.name).node();
    if (node == nullptr && section.required) throw core::InputError(file + ": section '" + section.name + "' is missing (" + section.help + ")");
    read_section(section, node, file, get(problem));
  });
  for (const auto& override : overrides) apply(override, problem);
  choose_methods(problem);
  check_case(problem);
  return problem;
}

}  // namespace febem::cases
