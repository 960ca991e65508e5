#include <algorithm>
#include <string_view>

#include "cli/cli11.h"
#include "cli/network_options.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/text.h"
#include "core/units.h"
#include "io/atomic_file.h"
#include "study/command.h"
#include "study/sensitivity.h"

namespace febem::study {
namespace {

// "5..20", or "8" for just as many.
void read_repeats(const std::string& text, RepeatPlan& effort) {
  const auto dots = text.find("..");
  const auto fewest = core::parse_count(std::string_view(text).substr(0, dots)),
             most = dots == std::string::npos
                        ? fewest
                        : core::parse_count(std::string_view(text).substr(dots + 2));
  if (!fewest || *fewest < 1 || !most || *most < *fewest)
    throw CLI::ValidationError("--repeats", "'" + text + "' is not MIN..MAX with 1 <= MIN <= MAX");
  effort.fewest = *fewest;
  effort.most = *most;
}

// "5%" as well as "0.05".
std::string as_fraction(const std::string& text) {
  return text.ends_with('%') ? text.substr(0, text.size() - 1) + "e-2" : text;
}

void add_strategies(CLI::App& study, Options& options) {
  const std::string of_case = "that of the case";
  cli::add_strategy_options(study, options.words, {of_case, of_case, of_case});
  study
      .add_option("--strategy", options.sets,
          "named strategies, besides the product: " +
              core::joined(core::names(comm::strategy_sets())) + "; all: each of them [none]")
      ->expected(1, -1)
      ->type_name("WORD")
      ->group(cli::strategy_group);
}

void add_effort(CLI::App& study, RepeatPlan& effort) {
  study
      .add_option_function<std::string>(
          "--repeats", [&effort](const std::string& text) { read_repeats(text, effort); },
          "fewest and most repeats of each strategy [5..20]")
      ->type_name("MIN..MAX");
  study
      .add_option("--spread", effort.spread,
          "a strategy has enough repeats once the interquartile range of its seconds is this part "
          "of their median")
      ->transform(as_fraction)
      ->check(CLI::NonNegativeNumber)
      ->type_name("PERCENT%")
      ->default_str("5%");
  study
      .add_option_function<std::string>(
          "--time,--seconds",
          [&effort](
              const std::string& text) { effort.seconds = cli::quantity("--time", text, "s"); },
          "time limit of the study, such as 5min: no round begins that would end later [no limit]")
      ->type_name("LIMIT");
  study.add_option("--seed", effort.seed, "seed of the random order")
      ->type_name("N")
      ->capture_default_str();
}

// What a study changes about the network needs the emulator from the start.
void emulate_what_is_compared(Options& options) {
  auto& emulated = options.network.emulated;
  if (!options.networks_file.empty()) {
    if (emulated)
      throw CLI::ValidationError(
          "--network", "the list has the networks: it goes without --emulate options");
    if (options.sensitivity) throw CLI::ValidationError("--network", "goes without --sensitivity");
    emulated.emplace();
  } else if (!options.network_names.empty()) {
    throw CLI::ValidationError(
        "--network-name", "names networks of a list: --network FILE is missing");
  }
  if (options.sensitivity && !emulated) emulated = base_network();
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const auto stage : core::four_stages) names.push_back(core::name(stage));
  return names;
}

// A launch has one strategy, on the network that is there.
void check_launches(const CLI::App& study, Options& options) {
  const auto& [routes, cuts, paces] = options.words;
  if (routes.size() > 1 || cuts.size() > 1 || paces.size() > 1 || !options.sets.empty())
    throw CLI::ValidationError("--library", "launches one strategy: give one word for an axis");
  if (options.network.emulated || !options.networks_file.empty() || options.sensitivity)
    throw CLI::ValidationError(
        "--library", "is of the real network: an emulated one has other collectives");
  if (study.count("--repeats") == 0) {
    options.effort.fewest = 3;
    options.effort.most = 10;
  }
}

void add_launches(CLI::App& study, Options& options) {
  constexpr const char* group = "Settings of the MPI library: start without mpirun";
  auto* library = study.add_option("--library", options.settings,
      "measure settings of the MPI library in launches of their own: those of this file, or the "
      "shipped ones (auto); --repeats: launches of each to find the best, and to confirm them "
      "[3..10]");
  library->type_name("FILE|auto")->group(group);
  study
      .add_option("--self-check", options.self_checks,
          "compare the default with itself so often: how reliable is a comparison here?")
      ->check(CLI::Range(1, 100000))
      ->type_name("N")
      ->excludes(library)
      ->group(group);
  study
      .add_option("--launcher", options.launcher,
          "command that starts {n} processes of the program named after it [the script mpirun "
          "beside the program]")
      ->group(group);
  study.add_option("--ranks", options.ranks, "processes of each launch")
      ->check(CLI::Range(2, 100000))
      ->capture_default_str()
      ->group(group);
  study.add_option("--read-back", options.read_back)->group("");
}

void add_once(std::vector<comm::StrategyNames>& list, const comm::StrategyNames& names) {
  if (std::find(list.begin(), list.end(), names) == list.end()) list.push_back(names);
}

}  // namespace

std::filesystem::path Options::json_file() const {
  return json.empty() ? cli::output_directory(out, case_file) /
                            (makes_launches() ? "library.json" : "study.json")
                      : std::filesystem::path(json);
}

std::filesystem::path Options::csv_file() const {
  if (!csv.empty()) return csv;
  const auto report = json_file();
  return io::can_be_replaced(report) ? std::filesystem::path(report).replace_extension(".csv")
                                     : std::filesystem::path();
}

void add_options(CLI::App& study, Options& options) {
  study.add_option("CASE", options.case_file, "case file (TOML); its first frequency is studied")
      ->required();
  study.add_option(
      "--out", options.out, "directory of study.json and study.csv [out/NAME of the case]");
  cli::add_output_option(
      study, "--json", options.json, "the report, written after each round [study.json in --out]");
  study.add_option("--stage", options.stages, core::joined(stage_names()) + " [all]")
      ->expected(1, -1)
      ->type_name("STAGE ...");
  cli::add_output_option(study, "--csv", options.csv,
      "one line for each repeat [the JSON file's name with the ending .csv]");
  study.add_flag("--sensitivity", options.sensitivity,
      "also measure what a little more latency, overhead and time per byte cost each stage and "
      "strategy, from 50us, 5us and 10Gbit where no --emulate option says otherwise");
  study
      .add_option("--network", options.networks_file,
          "emulate each network of this list in turn, such as bench/networks/networks.toml")
      ->type_name("FILE")
      ->group("Network");
  study.add_option("--network-name", options.network_names, "networks of that list [all]")
      ->expected(1, -1)
      ->type_name("NAME ...")
      ->group("Network");
  add_strategies(study, options);
  add_effort(study, options.effort);
  options.keys.add_to(study, &cases::KeyOption::is_of_messages);
  cli::add_network_options(study, options.network);
  add_launches(study, options);
  study.footer(
      "If a study was interrupted, the same command goes on with the repeats in its report.");
  study.parse_complete_callback([&study, &options] {
    options.makes_launches() ? check_launches(study, options) : emulate_what_is_compared(options);
  });
}

std::vector<core::Stage> stages(const Options& options) {
  const auto known = stage_names();
  for (const auto& word : options.stages)
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw core::InputError(
          "option '--stage': unknown stage '" + word + "'" + core::suggestion(word, known));
  std::vector<core::Stage> result;
  for (const auto stage : core::four_stages)
    if (options.stages.empty() || std::find(options.stages.begin(), options.stages.end(),
                                      core::name(stage)) != options.stages.end())
      result.push_back(stage);
  return result;
}

std::vector<comm::StrategyNames> strategies(
    const Options& options, const comm::StrategyNames& fallback) {
  const auto& [routes, cuts, paces] = options.words;
  const bool product = !routes.empty() || !cuts.empty() || !paces.empty();
  if (!product && options.sets.empty()) {
    if (!options.networks_file.empty()) return {fallback};
    throw core::InputError(
        "nothing to compare: give --route, --cut, --pace or --strategy with one word or more, or "
        "--network");
  }
  auto result =
      product ? cli::strategy_grid(options.words, fallback) : std::vector<comm::StrategyNames>{};
  for (const auto& word : options.sets) {
    if (word != "all") add_once(result, comm::strategy_set(word));
    if (word == "all")
      for (const auto& set : comm::strategy_sets()) add_once(result, set.names);
  }
  return result;
}

}  // namespace febem::study
