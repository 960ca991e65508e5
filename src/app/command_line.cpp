#include "app/command_line.h"

#include <algorithm>
#include <list>

#include "app/bench/options.h"
#include "app/case_schema.h"
#include "app/cli11.h"
#include "app/study/options.h"
#include "app/study/sensitivity.h"
#include "app/version.h"
#include "comm/strategy.h"
#include "core/nearest.h"
#include "core/printable.h"
#include "core/registry.h"

namespace febem::app {
namespace {

constexpr const char* about =
    "Vibroacoustic FE/BE solver in four message-passing stages.\n"
    "Runs alone or under mpirun, mpiexec or srun; rank 0 prints and writes.\n\n"
    "  minifebem solve meshes/cases/sonobuoy.toml\n"
    "  mpirun -n 4 minifebem solve meshes/cases/sonobuoy.toml --frequency 1000 2000 --route star --cut 4KiB "
    "--pace ack\n";

// One option of solve that takes the place of a key of the case.
struct KeyOption {
  std::string section, key, option, help;
  bool list = false;
  std::vector<std::string> values;
};

// "--route", "--merge.pace", "--merge.block", "--frequency", or nothing if a key has no option.
std::string option_name(const std::string& section, const std::string& key) {
  if (section == "messages") return "--" + key;
  if (section.rfind("messages.", 0) == 0) return "--" + section.substr(9) + "." + key;
  if (core::find_stage(section)) return "--" + section + "." + key;
  if (section == "frequency" && key == "hz") return "--frequency";
  return {};
}

// Addresses stay valid while the list grows: CLI11 keeps references to the values.
std::list<KeyOption> key_options() {
  std::list<KeyOption> result;
  for_each_section([&](const auto& section, auto) {
    for (const auto& key : section.keys)
      if (const auto option = option_name(section.name, key.name); !option.empty())
        result.push_back({section.name, key.name, option, key.rule.help, section.name == "frequency", {}});
  });
  return result;
}

std::string value_of(const KeyOption& option) {
  if (!option.list) return option.values.back();
  std::string text;
  for (const auto& value : option.values) text += (text.empty() ? "[\"" : ", \"") + value + "\"";
  return text + "]";
}

bool is_of_messages(const KeyOption& option) { return option.section.rfind("messages", 0) == 0; }
bool is_of_frequencies(const KeyOption& option) { return option.list; }

// Options of a subcommand that solves, but not the unwanted; `options` may be shared by several, for only one is ever used.
void add_key_options(CLI::App& solver, std::list<KeyOption>& options, bool (*unwanted)(const KeyOption&) = nullptr) {
  for (auto& option : options) {
    if (unwanted != nullptr && unwanted(option)) continue;
    const char* group = is_of_messages(option) ? "Messages" : "Stages";
    auto* added =
        solver.add_option(option.option, option.values, option.help)->group(option.list ? "Options" : group);
    if (option.list)
      added->expected(1, -1)->type_name("HZ ...");
    else
      added->expected(1)->type_name("VALUE")->take_last();
  }
}

void add_solve(CLI::App& app, Command& command, std::list<KeyOption>& options) {
  auto* solve = app.add_subcommand("solve", "solve a case");
  solve->add_option("CASE", command.target, "case file (TOML); its keys: minifebem help case")->required();
  solve->add_option("--out", command.out, "directory of the results; without it out/NAME of the case");
  solve->add_option("--json", command.json, "also write the report to this file");
  auto* convergence = solve->add_flag("--convergence", command.convergence,
                                      "solve at several mesh densities and estimate errors and orders of convergence");
  solve->add_option("--densities", command.densities, "those densities, ascending")
      ->expected(2, 8)
      ->type_name("D ...")
      ->capture_default_str()
      ->needs(convergence);
  add_key_options(*solve, options);
  add_network_options(*solve, command.network);
  solve->footer(
      "Frequencies already solved by an interrupted run of the same program, case and mesh file are read back from the "
      "directory.\n"
      "Exit status: 0 if every frequency is solved, 1 if one is singular or inaccurate or the run fails, 2 if the input is "
      "wrong.");
  solve->callback([&command] { command.action = Action::solve; });
}

void add_study(CLI::App& app, Command& command, std::list<KeyOption>& options) {
  auto* study = app.add_subcommand("study", "time the stages of a case with many strategies");
  study->add_option("CASE", command.target, "case file (TOML), of which the first frequency counts")->required();
  study->add_option("--out", command.out, "directory of study.json and study.csv; without it out/NAME of the case");
  study->add_option("--json", command.json, "the report, written after each round; without it study.json in --out");
  study::add_options(*study, command.study);
  add_key_options(*study, options, is_of_messages);
  add_network_options(*study, command.network);
  study->footer("An interrupted study goes on with the repeats in its report when started again with the same program and case.");
  study->callback([&command] {
    command.action = Action::study;
    if (command.study.sensitivity && !command.network.emulated) command.network.emulated = study::base_network();
  });
}

void add_verify(CLI::App& app, Command& command, std::list<KeyOption>& options) {
  auto* verify = app.add_subcommand("verify", "compare with exact solutions; status 1 if any fails");
  verify->add_option("NAME", command.target, "one rung of the ladder; without it all");
  verify->add_flag("--list", command.list, "only list the rungs");
  verify->add_option("--json", command.json, "also write the table to this file");
  verify->add_option("--tolerance-factor", command.tolerance_factor, "multiplies every tolerance")
      ->check(CLI::NonNegativeNumber);
  add_key_options(*verify, options, is_of_frequencies);
  verify->callback([&command] { command.action = Action::verify; });
}

void add_bench(CLI::App& app, Command& command) {
  auto* bench = app.add_subcommand("bench", "time patterns of messages, or arithmetic");
  bench::add_options(*bench, command.bench);
  bench->add_option("--json", command.json, "also write everything measured, samples included, to this file");
  add_network_options(*bench, command.network);
  bench->callback([&command] { command.action = Action::bench; });
}

void add_mesh(CLI::App& app, Command& command) {
  auto* mesh = app.add_subcommand("mesh", "mesh generators and mesh files");
  mesh->require_subcommand(1);
  mesh->add_subcommand("list", "list the generators and their parameters")->callback([&command] {
    command.action = Action::mesh_list;
  });
  auto* generate = mesh->add_subcommand("generate", "write a generated mesh to a file");
  generate->add_option("GENERATOR", command.target, "name of the generator")->required();
  generate->add_option("PARAMETER=VALUE", command.parameters, "parameters that differ from their default");
  generate->add_option("--out", command.out, "HDF5 file to write")->required();
  generate->callback([&command] { command.action = Action::mesh_generate; });
  auto* inspect = mesh->add_subcommand("inspect", "count, measure and check the mesh of a file or case");
  inspect->add_option("FILE", command.target, "mesh file (HDF5) or case file (TOML)")->required();
  inspect->callback([&command] { command.action = Action::mesh_inspect; });
  auto* repair = mesh->add_subcommand("repair", "make a closed surface of loose panels: merge points, drop and turn panels");
  repair->add_option("FILE", command.target, "mesh file (HDF5) with a surface alone")->required();
  repair->add_option("--out", command.out, "HDF5 file to write, if the surface could be closed")->required();
  repair->add_option("--tolerance", command.tolerance,
                     "points nearer to each other than this length (m, or with a unit) are one; without it a hundredth of the "
                     "shortest edge");
  repair->callback([&command] { command.action = Action::mesh_repair; });
}

void add_help(CLI::App& app, Command& command) {
  auto* help = app.add_subcommand("help", "explain a topic: case, messages");
  help->add_option("TOPIC", command.target, "case or messages")->required();
  help->callback([&command] { command.action = Action::help; });
}

// The innermost subcommand that was named.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

std::vector<std::string> known_words(const CLI::App& app) {
  std::vector<std::string> words;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(command->get_name());
  return words;
}

// What the parser could not place: an option before anything else, for its value only looks misplaced.
std::string stray_word(const CLI::App& app) {
  const auto words = app.remaining(true);
  const auto option =
      std::find_if(words.begin(), words.end(), [](const auto& word) { return word[0] == '-'; });
  if (option != words.end()) return option->substr(0, option->find('='));
  return words.empty() ? "" : words.front();
}

std::string explain(const CLI::ParseError& error, const CLI::App& app) {
  if (const auto word = stray_word(app); !word.empty()) {
    const auto near = core::nearest(word, known_words(innermost(app)));
    return "unexpected '" + word + "'" + (near.empty() ? "; see --help" : "; did you mean '" + near + "'?");
  }
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text + "; see --help";
}

}  // namespace

Parsed parse_command_line(const std::vector<std::string>& arguments) {
  Parsed result;
  auto options = key_options();
  CLI::App app(about, "minifebem");
  app.set_version_flag("--version", program_name());
  app.require_subcommand(1);
  add_solve(app, result.command, options);
  add_study(app, result.command, options);
  add_verify(app, result.command, options);
  add_bench(app, result.command);
  add_mesh(app, result.command);
  add_help(app, result.command);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    result.text = innermost(app).help();
    return result;
  } catch (const CLI::CallForVersion& call) {
    result.text = std::string(call.what()) + "\n";
    return result;
  } catch (const CLI::ParseError& error) {
    result.text = "minifebem: " + core::printable(explain(error, app)) + "\n";
    result.status = 2;
    return result;
  }
  for (const auto& option : options)
    if (!option.values.empty())
      result.command.overrides.push_back({option.section, option.key, option.option, value_of(option)});
  for (auto* file : {&result.command.json, &result.command.bench.csv, &result.command.study.csv, &result.command.network.trace})
    if (*file == "-") *file = "/dev/stdout";
  result.run = true;
  return result;
}

std::string help_topic(const std::string& topic) {
  if (topic == "case") return case_help();
  if (topic != "messages")
    throw core::InputError("unknown topic '" + topic + "'" + core::suggestion(topic, {"case", "messages"}));
  std::string text =
      "Every transfer is a product of three choices: --route R --cut C --pace P, for one stage --STAGE.route "
      "R\n";
  const auto line = [&](std::string name, std::string_view help) {
    name.resize(std::max<std::size_t>(name.size() + 1, 14), ' ');
    text += "  " + name + std::string(help) + "\n";
  };
  text += "\nroutes: who sends to whom\n";
  for (const auto& entry : comm::routes()) line(std::string(entry.name), entry.help);
  text += "\ncuts: how a message is divided\n";
  for (const auto& entry : comm::cuts()) line(std::string(entry.name), entry.help);
  text += "\npaces: how the pieces are held back\n";
  for (const auto& entry : comm::paces())
    line(std::string(entry.name) + std::string(entry.parameter), entry.help);
  text += "\nstrategies: all three at once, --strategy S\n";
  for (const auto& set : comm::strategy_sets()) line(std::string(set.name), set.help);
  text += "\nauto may also stand for one axis: --cut auto\n";
  return text;
}

}  // namespace febem::app
