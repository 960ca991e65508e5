#include "cases/case_file.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "cases/case_schema.h"
#include "cases/input_files.h"
#include "cases/value_reader.h"
#include "cli/toml.h"
#include "core/text.h"
#include "meshes/generator.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"

namespace febem::cases {
namespace {

using cli::line_of;

bool contains(const Texts& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

// Replaces what was said of single stages so far.
void set_methods(const std::string& name, const cli::Place& place, Case& problem) {
  const auto& set = *cli::located(place, [&] { return &method_set(name); });
  problem.stages = set.stages();
  problem.messages.usual = set.strategy;
}

class CaseReader {
 public:
  CaseReader(const std::string& file, TextOfFile text_of) : text_of_(std::move(text_of)) {
    problem_.file = file;
    if (!text_of_)
      text_of_ = [folder = std::filesystem::path(file).parent_path()](
                     const std::string& name) { return read_case_file(folder / name); };
  }
  CaseReader(const CaseReader&) = delete;
  CaseReader& operator=(const CaseReader&) = delete;

  void read(const toml::table& root) {
    auto names = sections_inside("");
    names.insert(names.end(), {"title", "methods"});
    for (const auto& [name, node] : root)
      if (!contains(names, name.str()))
        cli::fail_at(place(std::string(name.str()), static_cast<int>(name.source().begin.line)),
            "unknown key" + core::suggestion(name.str(), names));
    if (const auto* title = root.get("title"))
      read_value(*title, place("title", line_of(*title)), {}, &problem_.title);
    if (const auto* methods = root.get("methods")) {
      std::string name;
      read_value(*methods, place("methods", line_of(*methods)), {}, &name);
      set_methods(name, place("methods", line_of(*methods)), problem_);
    }
    for (const auto& section : schema_)
      if (const auto* node = root.at_path(section.name).node())
        read_section(section, *node);
      else if (section.required)
        throw core::InputError(
            problem_.file + ": section '" + section.name + "' is missing (" + section.help + ")");
  }

  void apply(const Override& override) {
    const cli::Place option{"command line", 0, override.option};
    if (override.key == "methods") return set_methods(override.value, option, problem_);
    for (const auto& section : schema_) {
      if (section.name != override.section) continue;
      const Table table = section.add();
      for (const auto& key : table.keys) {
        if (key.name != override.key) continue;
        if (table.lines != nullptr) (*table.lines)[key.name] = option.line;
        const auto value =
            option_value(override, std::holds_alternative<std::string*>(key.variable));
        read_value(*value.get("value"), option, key, key.variable);
      }
    }
    if (override.section == "frequency" && override.key == "hz")
      problem_.frequency.from = problem_.frequency.to = problem_.frequency.points = 0;
  }

  Case result() {
    choose_methods();
    check_case(problem_);
    return problem_;
  }

 private:
  cli::Place place(const std::string& key, int line) const { return {problem_.file, line, key}; }

  // Names of the sections directly inside `parent` ("" for the whole file).
  Texts sections_inside(const std::string& parent) const {
    Texts result;
    for (const auto& section : schema_) {
      const auto dot = section.name.rfind('.');
      if ((dot == std::string::npos ? "" : section.name.substr(0, dot)) == parent)
        result.push_back(section.name.substr(dot + 1));
    }
    return result;
  }

  void read_section(const Section& section, const toml::node& node) {
    const auto refuse = [&](const std::string& text) {
      cli::fail_at(place(section.name, line_of(node)), text);
    };
    if (section.occurs == Occurs::several_times && !(section.may_be_single && node.is_table())) {
      if (!node.is_array_of_tables() && !(node.is_array() && node.as_array()->empty()))
        refuse("can be given several times: write [[" + section.name + "]]");
      for (const auto& element : *node.as_array())
        read_table(section, section.add(), *element.as_table());
      return;
    }
    if (node.is_array_of_tables()) refuse("can be given once only: write [" + section.name + "]");
    if (!node.is_table()) refuse("is a section: write [" + section.name + "]");
    read_table(section, section.add(), *node.as_table());
  }

  // `to` holds the defaults.
  void read_table(const Section& section, const Table& to, const toml::table& from) {
    if (to.lines != nullptr) (*to.lines)[""] = line_of(from);
    const auto read_keys = [&](const auto& is_wanted) {
      for (const auto& key : to.keys)
        if (is_wanted(key)) read_key(section, to, key, from);
    };
    read_keys([](const Key& key) {
      return key.name == "kind" || key.name == "generator" || key.name == "mesh";
    });  // they decide which other keys there are
    for (const auto& [name, node] : from) {
      const cli::Place here = place(
          section.name + "." + std::string(name.str()), static_cast<int>(name.source().begin.line));
      read_parameter_or_refuse(section, to, std::string(name.str()), here, node);
    }
    read_keys([&](const Key& key) { return to.has(key); });
  }

  void read_key(const Section& section, const Table& to, const Key& key, const toml::table& from) {
    const auto name = section.name + "." + key.name;
    const auto* node = from.get(key.name);
    if (node == nullptr) {
      if (key.is_required) cli::fail_at(place(name, line_of(from)), "is missing");
      return;
    }
    if (to.lines != nullptr) (*to.lines)[key.name] = line_of(*node);
    const auto here = place(name, line_of(*node));
    auto* const* rows = std::get_if<std::vector<Vec3>*>(&key.variable);
    if (rows == nullptr || !node->is_string()) return read_value(*node, here, key, key.variable);
    std::string csv;
    read_value(*node, here, {}, &csv);
    read_rows(cli::located(here, [&] { return text_of_(csv); }), {csv, 0, name}, key, **rows);
  }

  // The parameters of the generator, or the parameters by which the faces of a file are cut.
  std::span<const meshes::Parameter> parameters_of_mesh() const {
    for (const auto& generator : meshes::generators())
      if (generator.name == problem_.geometry.generator) return generator.parameters;
    if (problem_.geometry.mesh.empty()) return {};
    return meshes::skin_parameters;
  }

  // Reads a parameter of the mesh. Throws if the key is neither that nor in the schema.
  void read_parameter_or_refuse(const Section& section, const Table& to, const std::string& name,
      const cli::Place& here, const toml::node& node) {
    auto names = sections_inside(section.name);
    bool elsewhere = false;
    for (const auto& key : to.keys) {
      if (to.has(key))
        names.push_back(key.name);
      else if (key.name == name)
        elsewhere = true;
    }
    if (contains(names, name)) return;
    if (elsewhere) cli::fail_at(here, "does not apply to kind '" + to.kind() + "'");
    if (to.parameters != nullptr)
      for (const auto& parameter : parameters_of_mesh()) {
        names.emplace_back(parameter.name);
        if (parameter.name != name) continue;
        const Rule rule{
            .help = "", .unit = parameter.unit == "1" ? "" : std::string(parameter.unit)};
        return read_value(node, here, rule, &(*to.parameters)[name]);
      }
    cli::fail_at(here, "unknown key" + core::suggestion(name, names));
  }

  // The value of an option: as TOML, or else as a bare text.
  static toml::table option_value(const Override& override, bool is_text) {
    if (!is_text) {
      try {
        return toml::parse("value = " + override.value);
      } catch (const toml::parse_error&) {
        // "2 kHz": a number with its unit, read as text below
      }
    }
    return toml::table{{"value", override.value}};
  }

  // The method of stage 3, if it is left to choose.
  void choose_methods() {
    auto& reduced = problem_.stages[Stage::reduce].method;
    if (reduced != core::automatic) return;
    if (problem_.elimination().iterates())
      reduced = "matrix-free";
    else
      reduced =
          merge::method(problem_.stages[Stage::merge].method).sparse_columns ? "columns" : "rows";
  }

  TextOfFile text_of_;
  Case problem_;
  const std::vector<Section> schema_ = case_schema(problem_);
};

}  // namespace

Case read_case(std::string_view text, const std::string& file,
    const std::vector<Override>& overrides, TextOfFile text_of) {
  CaseReader reader(file, std::move(text_of));
  reader.read(cli::parse_toml(text, file));
  for (const auto& override : overrides) reader.apply(override);
  return reader.result();
}

}  // namespace febem::cases
