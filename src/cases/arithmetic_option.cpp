#include "cases/arithmetic_option.h"

#include "cases/read_file.h"
#include "cli/cli11.h"
#include "cli/profile_file.h"
#include "core/error.h"

namespace febem::cases {
namespace {

constexpr const char* modelled = "modelled";
constexpr const char* group = "Arithmetic";

}  // namespace

void add_arithmetic_options(CLI::App& command, ArithmeticOptions& options) {
  command
      .add_option("--arithmetic", options.word,
                  "computed; modelled: the same messages, and for all arithmetic only the time that it takes by --profile, so that "
                  "more ranks than cores, a simulated network or another machine can be looked at; or free: it takes no time")
      ->check(CLI::IsMember({"computed", modelled, "free"}))
      ->type_name("WORD")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--profile", options.profile, "file with the prices of a machine's arithmetic, as bench compute --profile writes it")
      ->type_name("FILE")
      ->group(group);
}

void validate(const ArithmeticOptions& options) {
  if (options.word != modelled && !options.profile.empty())
    throw core::InputError("option '--profile' needs '--arithmetic modelled'");
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
