#include "cases/case_options.h"

#include "cases/case_schema.h"
#include "cases/input_files.h"
#include "cli/cli11.h"
#include "cli/profile_file.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/text.h"
#include "core/text_table.h"

namespace febem::cases {
namespace {

constexpr const char* modelled = "modelled";
constexpr const char* group = "Arithmetic";

// Empty if a key has no option.
std::string option_name(const std::string& section, const std::string& key) {
  if (section == "messages") return "--" + key;
  if (section.rfind("messages.", 0) == 0) return "--" + section.substr(9) + "." + key;
  if (key == "precision") return "--precision";  // of two stages
  if (core::find_stage(section)) return "--" + section + "." + key;
  if (section == "frequency" && key == "hz") return "--frequency";
  if (key == "sweep") return "--sweep";
  if (key == "sweep_error") return "--sweep-error";
  return {};
}

std::string type_of(const Rule& rule) {
  const auto& words = rule.choices.empty() ? rule.forms : rule.choices;
  if (words.empty()) return rule.limit == nullptr ? "TEXT" : "NUMBER";
  return std::string(1, '{').append(core::joined(words, ",")).append(1, '}');
}

std::string usual_of(const Key& key) {
  if (const auto* text = std::get_if<std::string*>(&key.variable))
    return (*text)->empty() ? key.usual : **text;
  if (const auto* whole = std::get_if<int*>(&key.variable)) return std::to_string(**whole);
  if (const auto* number = std::get_if<double*>(&key.variable)) return core::number(**number, "%g");
  return {};
}

std::string value_of(const KeyOption& option) {
  if (!option.is_list()) return option.values.back();
  std::string text;
  for (const auto& value : option.values) text += (text.empty() ? "[\"" : ", \"") + value + "\"";
  return text + "]";
}

}  // namespace

KeyOptions::KeyOptions() {
  std::string sets;
  for (const auto& set : method_sets())
    sets += (sets.empty() ? "" : "; ") + std::string(set.name) + ": " + std::string(set.help);
  options_.push_back({"", "methods", "--methods",
      "methods of all stages. " + sets + ". Options of single stages change it",
      type_of({.help = "", .choices = core::names(method_sets())}),
      std::string(method_sets().front().name)});
  Case defaults;
  for (const auto& section : case_schema(defaults))
    for (const auto& key : section.add().keys)
      if (const auto option = option_name(section.name, key.name); !option.empty())
        options_.push_back({section.name, key.name, option, key.help, type_of(key), usual_of(key)});
}

void KeyOptions::add_to(CLI::App& command, bool (KeyOption::*unwanted)() const) {
  for (auto& option : options_) {
    if (unwanted != nullptr && (option.*unwanted)()) continue;
    auto* added = command.add_option(option.option, option.values, option.help);
    if (option.is_list())
      added->expected(1, -1)->type_name("HZ ...");
    else
      added
          ->group(option.is_of_frequencies()             ? "Curves"
                  : option.is_of_messages_of_one_stage() ? ""
                  : option.is_of_messages()
                      ? "Messages (of one stage: --STAGE.route, --STAGE.cut, ...)"
                      : "Stages")
          ->expected(1)
          ->type_name(option.type)
          ->default_str(option.usual)
          ->take_last();
  }
}

std::vector<Override> KeyOptions::overrides() const {
  std::vector<Override> result;
  for (const auto& option : options_)
    if (!option.values.empty())
      result.push_back({option.section, option.key, option.option, value_of(option)});
  return result;
}

void add_arithmetic_options(CLI::App& command, ArithmeticOptions& options) {
  command
      .add_option("--arithmetic", options.word,
          "modelled: sends the same messages, and lets the time pass that --profile gives for the "
          "arithmetic: for more ranks than cores, a simulated network or another machine. free: "
          "the arithmetic takes no time")
      ->check(CLI::IsMember({"computed", modelled, "free"}).description(""))
      ->type_name("{computed,modelled,free}")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--profile", options.profile,
          "prices of a machine's arithmetic; bench compute --profile writes this file")
      ->type_name("FILE")
      ->group(group);
}

void validate(const ArithmeticOptions& options) {
  if (options.word != modelled && !options.profile.empty())
    throw core::InputError("option '--profile' needs '--arithmetic modelled'");
  if (options.word == modelled && options.profile.empty())
    throw core::InputError(
        "option '--arithmetic modelled' needs '--profile FILE'; minifebem bench compute --profile "
        "FILE measures one");
}

std::string profile_text(const ArithmeticOptions& options) {
  if (options.profile.empty()) return {};
  const auto text = read_file(options.profile);
  cli::parse_profile(text, options.profile);
  return text;
}

std::optional<timing::Profile> profile_of(
    const ArithmeticOptions& options, const std::string& text) {
  if (options.computed()) return {};
  return options.word == modelled ? cli::parse_profile(text, options.profile)
                                  : timing::free_of_charge();
}

}  // namespace febem::cases
