#include "cases/case_options.h"

#include "cases/case_schema.h"
#include "cases/input_files.h"
#include "cli/cli11.h"
#include "cli/profile_file.h"
#include "core/error.h"

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
  return {};
}

std::string value_of(const KeyOption& option) {
  if (!option.is_of_frequencies()) return option.values.back();
  std::string text;
  for (const auto& value : option.values) text += (text.empty() ? "[\"" : ", \"") + value + "\"";
  return text + "]";
}

}  // namespace

KeyOptions::KeyOptions() {
  std::string sets;
  for (const auto& set : method_sets()) sets += (sets.empty() ? "" : "; ") + std::string(set.name) + ": " + std::string(set.help);
  options_.push_back({"", "methods", "--methods", "methods of all stages by one word (" + sets + "); options of single stages change it"});
  for_each_section([&](const auto& section, auto) {
    for (const auto& key : section.keys)
      if (const auto option = option_name(section.name, key.name); !option.empty())
        options_.push_back({section.name, key.name, option, key.rule.help});
  });
}

void KeyOptions::add_to(CLI::App& command, bool (KeyOption::*unwanted)() const) {
  for (auto& option : options_) {
    if (unwanted != nullptr && (option.*unwanted)()) continue;
    auto* added = command.add_option(option.option, option.values, option.help);
    if (option.is_of_frequencies())
      added->expected(1, -1)->type_name("HZ ...");
    else
      added->group(option.is_of_messages() ? "Messages" : "Stages")->expected(1)->type_name("VALUE")->take_last();
  }
}

std::vector<Override> KeyOptions::overrides() const {
  std::vector<Override> result;
  for (const auto& option : options_)
    if (!option.values.empty()) result.push_back({option.section, option.key, option.option, value_of(option)});
  return result;
}

void add_arithmetic_options(CLI::App& command, ArithmeticOptions& options) {
  command
      .add_option("--arithmetic", options.word,
                  "computed; modelled: the same messages, and for all arithmetic only the time that it takes by --profile, so that "
                  "more ranks than cores, a simulated network or another machine can be looked at; or free: it takes no time")
      ->check(CLI::IsMember({"computed", modelled, "free"}))
      ->type_name("WORD")
      ->capture_default_str()
      ->group(group);
  command.add_option("--profile", options.profile, "file with the prices of a machine's arithmetic, as bench compute --profile writes it")
      ->type_name("FILE")
      ->group(group);
}

void validate(const ArithmeticOptions& options) {
  if (options.word != modelled && !options.profile.empty()) throw core::InputError("option '--profile' needs '--arithmetic modelled'");
  if (options.word == modelled && options.profile.empty())
    throw core::InputError("option '--arithmetic modelled' needs '--profile FILE'; minifebem bench compute --profile FILE measures one");
}

std::string profile_text(const ArithmeticOptions& options) {
  if (options.profile.empty()) return {};
  const auto text = read_file(options.profile);
  cli::parse_profile(text, options.profile);
  return text;
}

std::optional<timing::Profile> profile_of(const ArithmeticOptions& options, const std::string& text) {
  if (options.computed()) return {};
  return options.word == modelled ? cli::parse_profile(text, options.profile) : timing::free_of_charge();
}

}  // namespace febem::cases
