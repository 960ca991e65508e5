#include <cmath>
#include <iterator>
#include <sstream>

#include "cases/case_file.h"
#include "cases/case_schema.h"
#include "cases/material_text.h"
#include "core/registry.h"
#include "core/stage.h"
#include "core/text.h"
#include "core/text_table.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {
namespace {

// A value as a user would write it, or exactly (hexadecimal) for the digest.
struct Writer {
  bool exact;

  std::string operator()(double value) const {
    return exact ? core::formatted("%a", value) : core::formatted("%.9g", value);
  }
  std::string operator()(int value) const { return std::to_string(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
  std::string operator()(const Vec3& v) const {
    return (*this)(std::vector<double>(v.begin(), v.end()));
  }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    std::string text = "[";
    for (const auto& value : values) text += (text.size() > 1 ? ", " : "") + (*this)(value);
    return text + "]";
  }
  std::string operator()(const Key& key) const {
    return std::visit([&](const auto* value) { return (*this)(*value); }, key.variable);
  }
};

std::string type_name(const Variable& variable) {
  constexpr const char* names[] = {"number", "whole number", "true or false", "text", "[x, y, z]",
      "list of numbers", "list of whole numbers", "list of texts", "list or CSV file of [x, y, z]"};
  static_assert(std::size(names) == std::variant_size_v<Variable>);
  return names[variable.index()];
}

// `key` has its default value.
std::string describe(const Key& key) {
  const Writer written{false};
  const auto value = written(key);
  std::string text = key.help + "; " + type_name(key.variable);
  if (!key.unit.empty()) text += " in " + key.unit;
  if (key.limit != nullptr) text += std::string(" ") + key.limit->text;
  if (std::isfinite(key.most))
    text += std::isfinite(key.least) ? ", from " + written(key.least) + " to " : ", at most ";
  if (std::isfinite(key.most)) text += written(key.most);
  for (const auto* words : {&key.choices, &key.forms})
    if (!words->empty()) text += " (" + core::joined(*words) + ")";
  if (!key.kinds.empty()) text += "; for " + core::joined(key.kinds);
  if (key.is_required)
    text += "; required";
  else if (!key.usual.empty())
    text += "; default \"" + key.usual + "\"";
  else if (value != "\"\"" && value != "[]" && value != "inf")
    text += "; default " + value;
  return text;
}

}  // namespace

cli::HelpPage case_help() {
  cli::HelpPage page{"Keys of a case file",
      "A case file is TOML. Numbers are in SI units, angles in degrees. A text such as \"12 mm\" "
      "or \"68.9 GPa\" gives the unit. Unknown keys are errors.",
      {}};
  page.sections.push_back({"at the top", {},
      {{"title", "a line for the reports"},
          {"methods", "methods of all stages by one word (" +
                          core::joined(core::names(method_sets())) +
                          "); keys of single stages change it"}}});
  Case defaults;
  for (const auto& section : case_schema(defaults)) {
    const auto header = section.occurs == Occurs::several_times ? "[[" + section.name + "]]"
                                                                : "[" + section.name + "]";
    cli::HelpSection help{header, (section.required ? "required; " : "") + section.help, {}};
    for (const auto& key : section.add().keys) help.entries.push_back({key.name, describe(key)});
    page.sections.push_back(std::move(help));
  }
  for (auto& section : material_help()) page.sections.push_back(std::move(section));
  return page;
}

cli::HelpPage stages_help() {
  cli::HelpPage page{"Stages and their methods",
      "A run goes through four stages. Each stage has methods: a section of the case names one "
      "(merge.method), and so does an option (--merge.method). --methods 1999 asks for the methods "
      "of the 1999 paper.",
      {}};
  const auto section = [&](core::Stage stage, const auto& methods) {
    const auto& entry = core::entry(stage);
    page.sections.push_back({std::string(entry.name) + "." + std::string(entry.method_key),
        std::string(entry.help), cli::entries_of(methods)});
  };
  section(core::Stage::merge, merge::methods());
  section(core::Stage::form, form::methods());
  section(core::Stage::reduce, reduce::methods());
  section(core::Stage::eliminate, eliminate::methods());
  return page;
}

std::string answer_text(const Case& problem) {
  std::ostringstream out;
  const Writer exactly{true};
  Case copy = problem;
  for (const auto& section : case_schema(copy)) {
    if (!section.decides_answer) continue;
    for (const auto& table : section.tables()) {
      out << section.name << "\n";
      for (const auto& key : table.keys) out << " " << key.name << " " << exactly(key) << "\n";
      if (table.parameters == nullptr) continue;
      for (const auto& [name, number] : *table.parameters)
        out << " " << name << " " << exactly(number) << "\n";
    }
  }
  return out.str();
}

}  // namespace febem::cases
