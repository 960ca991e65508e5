#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>
#include <type_traits>

#include "cases/case_file.h"
#include "cases/case_schema.h"
#include "cases/material_text.h"
#include "core/registry.h"
#include "core/stage.h"
#include "core/text.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {
namespace {

// A value as a user would write it, or exactly (hexadecimal) for the digest.
class Writer {
 public:
  explicit Writer(bool exact) : exact_(exact) {}
  std::string operator()(double value) const {
    char text[64];
    std::snprintf(text, sizeof text, exact_ ? "%a" : "%.9g", value);
    return text;
  }
  std::string operator()(int value) const { return std::to_string(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
  std::string operator()(const Vec3& v) const { return "[" + (*this)(v.x()) + ", " + (*this)(v.y()) + ", " + (*this)(v.z()) + "]"; }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    std::string text = "[";
    for (const auto& value : values) text += (text.size() > 1 ? ", " : "") + (*this)(value);
    return text + "]";
  }

 private:
  bool exact_;
};

struct TypeName {
  std::string operator()(double) const { return "number"; }
  std::string operator()(int) const { return "whole number"; }
  std::string operator()(bool) const { return "true or false"; }
  std::string operator()(const std::string&) const { return "text"; }
  std::string operator()(const Vec3&) const { return "[x, y, z]"; }
  std::string operator()(const std::vector<double>&) const { return "list of numbers"; }
  std::string operator()(const std::vector<int>&) const { return "list of whole numbers"; }
  std::string operator()(const std::vector<std::string>&) const { return "list of texts"; }
  std::string operator()(const std::vector<Vec3>&) const { return "list of [x, y, z]"; }
};

std::string limit_text(Limit limit) {
  switch (limit) {
    case Limit::positive:
      return "> 0";
    case Limit::non_negative:
      return ">= 0";
    case Limit::poisson:
      return "> -1 and < 0.5";
    case Limit::nonzero:
      return "not zero";
    case Limit::none:
      break;
  }
  return {};
}

std::string range_text(const Rule& rule) {
  if (!std::isfinite(rule.least)) return "at most " + Writer(false)(rule.most);
  return "from " + Writer(false)(rule.least) + " to " + Writer(false)(rule.most);
}

// The default values of a section.
template <class T>
std::unique_ptr<T> defaults_of(const T& section) {
  return std::make_unique<T>(section);
}
template <class T>
std::unique_ptr<T> defaults_of(const std::optional<T>&) {
  return std::make_unique<T>();
}
template <class T>
std::unique_ptr<T> defaults_of(const std::vector<T>&) {
  return std::make_unique<T>();
}

template <class T>
std::string describe(const Key<T>& key, const T& defaults) {
  const auto type = std::visit([&](auto member) { return TypeName{}(defaults.*member); }, key.member);
  const auto value = std::visit([&](auto member) { return Writer(false)(defaults.*member); }, key.member);
  const auto& rule = key.rule;
  std::string text = rule.help + "; " + type;
  if (!rule.unit.empty()) text += " in " + rule.unit;
  if (rule.limit != Limit::none) text += " " + limit_text(rule.limit);
  if (std::isfinite(rule.most)) text += ", " + range_text(rule);
  for (const auto* words : {&rule.choices, &rule.forms})
    if (!words->empty()) text += " (" + core::joined(*words) + ")";
  if (!rule.kinds.empty()) text += "; for " + core::joined(rule.kinds);
  if (rule.required)
    text += "; required";
  else if (!rule.usual.empty())
    text += "; default \"" + rule.usual + "\"";
  else if (value != "\"\"" && value != "[]" && value != "inf")
    text += "; default " + value;
  return text;
}

template <class T>
std::string header(const Section<T>& section, const std::vector<T>*) {
  return "[[" + section.name + "]]";
}
template <class T>
std::string header(const Section<T>& section, const void*) {
  return "[" + section.name + "]";
}

template <class T>
void write_values(std::ostream& out, const Section<T>& section, const T& value) {
  out << section.name << "\n";
  for (const auto& key : section.keys)
    out << " " << key.name << " " << std::visit([&](auto m) { return Writer(true)(value.*m); }, key.member) << "\n";
  if constexpr (std::is_same_v<T, Geometry>)
    for (const auto& [name, number] : value.parameters) out << " " << name << " " << Writer(true)(number) << "\n";
}

template <class T>
void write_values(std::ostream& out, const Section<T>& section, const std::optional<T>& value) {
  if (value) write_values(out, section, *value);
}

template <class T>
void write_values(std::ostream& out, const Section<T>& section, const std::vector<T>& values) {
  for (const auto& value : values) write_values(out, section, value);
}

}  // namespace

cli::HelpPage case_help() {
  cli::HelpPage page{"Keys of a case file",
                     "A case file is TOML. Numbers are in SI units, angles in degrees. A text such as \"12 mm\" or \"68.9 GPa\" gives the unit. "
                     "Unknown keys are errors.",
                     {}};
  page.sections.push_back(
      {"at the top",
       {},
       {{"title", "a line for the reports"},
        {"methods", "methods of all stages by one word (" + core::joined(core::names(method_sets())) + "); keys of single stages change it"}}});
  for_each_section([&](const auto& section, auto get) {
    Case problem;
    const auto defaults = defaults_of(get(problem));
    cli::HelpSection help{header(section, &get(problem)), (section.required ? "required; " : "") + section.help, {}};
    for (const auto& key : section.keys) help.entries.push_back({key.name, describe(key, *defaults)});
    page.sections.push_back(std::move(help));
  });
  for (auto& section : material_help()) page.sections.push_back(std::move(section));
  return page;
}

cli::HelpPage stages_help() {
  cli::HelpPage page{"Stages and their methods",
                     "A run goes through four stages. Each stage has methods: a section of the case names one (merge.method), and so does an option "
                     "(--merge.method). --methods 1999 asks for the methods of the 1999 paper.",
                     {}};
  const auto section = [&](core::Stage stage, const auto& methods) {
    const auto& entry = core::entry(stage);
    page.sections.push_back({std::string(entry.name) + "." + std::string(entry.method_key), std::string(entry.help), cli::entries_of(methods)});
  };
  section(core::Stage::merge, merge::methods());
  section(core::Stage::form, form::methods());
  section(core::Stage::reduce, reduce::methods());
  section(core::Stage::eliminate, eliminate::methods());
  return page;
}

std::string answer_text(const Case& problem) {
  std::ostringstream out;
  for_each_section([&](const auto& section, auto get) {
    if (section.decides_answer) write_values(out, section, get(problem));
  });
  return out.str();
}

}  // namespace febem::cases
