#include "app/help_topics.h"

#include <algorithm>
#include <array>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/check/case.h"
#include "cases/case_file.h"
#include "cases/material_text.h"
#include "cli/cli11.h"
#include "cli/help_page.h"
#include "comm/strategy.h"
#include "core/registry.h"
#include "core/text_table.h"
#include "core/units.h"
#include "io/results.h"
#include "meshes/generator.h"

namespace febem::app {
namespace {

using cli::HelpEntry;
using cli::HelpPage;
using cli::HelpSection;

HelpPage messages(const CLI::App&) {
  auto paces = cli::entries_of(comm::paces());
  for (std::size_t i = 0; i < paces.size(); ++i) paces[i].name += comm::paces()[i].parameter;
  return {"Messages: routes, cuts and paces",
      "Every transfer is a product of three choices: --route R --cut C --pace P, or for one stage "
      "--STAGE.route R.",
      {{"routes", "who sends to whom", cli::entries_of(comm::routes())},
          {"cuts", "how a message is divided", cli::entries_of(comm::cuts())},
          {"paces", "flow control of the pieces", std::move(paces)},
          {"strategies", "all three at once: --strategy S",
              cli::entries_of(comm::strategy_sets())}}};
}

HelpPage networks(const CLI::App&) {
  return {"Networks",
      "Messages take the time of the network that the ranks are on. There are four ways to another "
      "network.",
      {{"ways", {},
           {{"--emulate-latency TIME, --emulate-bandwidth RATE, --emulate-overhead TIME",
                "delays every message within the program, on any MPI library; --emulate-link "
                "changes one direction between two ranks"},
               {"[network] in a case", "the same figures, unless an --emulate option is given"},
               {"study --network FILE",
                   "emulates each network of a list in turn; bench/networks/networks.toml has the "
                   "networks of the 1999 paper and some of today"},
               {"bench/simulate RANKS --network NAME -- ...",
                   "simulates a switch and its lines by SimGrid; times are the same in every run"},
               {"bench/networks/lab with --hosts N --rate RATE -- ...",
                   "joins hosts on one Linux machine by real TCP over lines of that rate (root)"}}},
          {"what is measured beside the time", {},
              {{"--outstanding", "the most bytes in flight to each rank"},
                  {"--receive-buffer SIZE",
                      "an error if more than SIZE is in flight to a rank, as a library with such a "
                      "buffer would fail"},
                  {"--unbuffered", "every send waits for its receiver"},
                  {"--trace FILE", "what every rank did, for ui.perfetto.dev"}}},
          {"another machine's arithmetic", {},
              {{"solve --arithmetic modelled --profile FILE",
                   "lets the time pass that the arithmetic takes on the machine of the profile, "
                   "and sends all messages"},
                  {"bench compute --profile FILE", "measures such a profile"}}}}};
}

HelpPage files(const CLI::App&) {
  return {"Files",
      "A file appears whole or not at all: the program writes beside it and renames. A path that "
      "cannot be written is refused before anything is computed. `-` is standard output, where an "
      "option takes a file.",
      {{"read", {},
           {{"CASE.toml", "a case; paths in it are relative to its folder"},
               {"MESH.h5",
                   "a mesh; meshes/import writes one from Gmsh, Abaqus, Nastran, VTK, STL, OBJ or "
                   "PLY"},
               {"PROFILE.json", "prices of a machine's arithmetic, by bench compute --profile"},
               {"NETWORKS.toml", "a list of networks, for study --network"}}},
          {"written", {},
              {{"solve --out DIR",
                   "results.h5, and results.xdmf for ParaView; an interrupted run goes on from "
                   "there"},
                  {"solve --json FILE",
                      "figures of each frequency (help report), time, messages and bytes of each "
                      "stage"},
                  {"study --json FILE",
                      "every sample, and beside it FILE.csv; bench/plot draws it"},
                  {"bench --json FILE, --csv FILE",
                      "samples of a message pattern or of arithmetic"},
                  {"verify --json FILE", "every comparison"},
                  {"benchmark --json FILE", "every repeat, with its checks"},
                  {"report TARGET", "report.html: a page of any of these, which loads nothing"},
                  {"check --json FILE, --junit FILE", "what each case observed"}}}}};
}

HelpPage units(const CLI::App&) {
  HelpPage page{"Units",
      "A number without a unit is in the unit of its key. A text names another unit of the same "
      "kind: \"12 mm\", \"68.9 GPa\", \"100 Mbit\".",
      {{"units by kind", {}, {}}}};
  for (const auto& [base, others] : core::known_units())
    page.sections[0].entries.push_back({base, others});
  page.sections.push_back({"sizes of messages and memory", {},
      {{"B, KiB, MiB, GiB",
          "bytes by powers of 1024: 4KiB is 4096; a number without a unit is in bytes"}}});
  return page;
}

HelpPage exit_statuses(const CLI::App&) {
  return {"Exit statuses",
      "Every command ends with one of these. An error is one line on standard error.",
      {{"statuses", {},
          {{"0",
               "done: every frequency is solved (solve), equal strategies gave equal results "
               "(study), every comparison holds (verify), every legal case passed (check), "
               "every answer is valid (benchmark)"},
              {"1",
                  "the run failed, or a result is not what it must be; the line names rank, stage "
                  "and cause"},
              {"2",
                  "the input is wrong, and nothing was computed; the line names the key or the "
                  "option"},
              {"128 + N",
                  "ended by signal N, as a shell reports it; under a launcher the status is the "
                  "launcher's. The same command goes on from what was solved"}}}}};
}

HelpPage report(const CLI::App&) {
  HelpPage page{"Figures of a frequency",
      "Each frequency has these figures in the JSON report and in results.h5 (/figures). A figure "
      "that was not computed is null or NaN. Powers are time averages.",
      {{"figures", {}, {}}}};
  for (const auto& number : io::frequency_numbers)
    page.sections[0].entries.push_back({std::string(number.name),
        std::string(number.help) + (number.unit.empty() ? "" : "; " + std::string(number.unit))});
  return page;
}

HelpPage checks(const CLI::App&) {
  HelpPage page{"Cases of `check`",
      "`minifebem check` runs these cases, each in processes of its own with a time limit. A legal "
      "case works on every MPI library, an unsafe one only where the library buffers, and an "
      "erroneous one need not work.",
      {}};
  for (const auto legality :
      {check::Legality::legal, check::Legality::unsafe, check::Legality::erroneous}) {
    HelpSection section{std::string(check::name(legality)), {}, {}};
    for (const auto& entry : check::cases())
      if (entry.legality == legality)
        section.entries.push_back({std::string(entry.name), std::string(entry.help)});
    page.sections.push_back(std::move(section));
  }
  return page;
}

struct Command {
  std::string name;  ///< "solve", "mesh inspect"
  const CLI::App* app;
};

std::vector<const CLI::App*> subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The commands of an app, each with its own after it.
std::vector<Command> commands(const CLI::App& app, const std::string& before = "") {
  std::vector<Command> result;
  for (const auto* command : subcommands(app)) {
    result.push_back({before + command->get_name(), command});
    const auto inner = commands(*command, result.back().name + " ");
    result.insert(result.end(), inner.begin(), inner.end());
  }
  return result;
}

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
  auto options = command.get_options();
  std::erase_if(options, [](const auto* option) { return option->get_group().empty(); });
  return {options.begin(), options.end()};
}

HelpPage options(const CLI::App& program) {
  HelpPage page{"Commands and options",
      "Every option takes effect wherever it stands after its command. A default stands in "
      "brackets.",
      {}};
  const auto entries_below = [&](const std::string& heading) -> std::vector<HelpEntry>& {
    for (auto& section : page.sections)
      if (section.heading == heading) return section.entries;
    return page.sections.emplace_back(HelpSection{heading, {}, {}}).entries;
  };
  for (const auto& [name, app] : commands(program)) {
    page.sections.push_back({name, app->get_description(), {}});
    for (const auto* option : shown_options(*app)) {
      const auto& group = option->get_group();
      auto usage = option->get_name(true, true) + value_text(*option);
      usage.erase(usage.find_last_not_of(' ') + 1);
      const bool ungrouped = group == "Options";  // the parser's name for what has no group
      entries_below(ungrouped ? name : name + ": " + group)
          .push_back({std::move(usage), option->get_description()});
    }
  }
  return page;
}

struct Topic {
  std::string_view name;
  std::string_view help;
  HelpPage (*page)(const CLI::App& program);
};

constexpr std::array topics{
    Topic{"case", "every key of a case file", [](const CLI::App&) { return cases::case_help(); }},
    Topic{"stages", "the four stages and their methods",
        [](const CLI::App&) { return cases::stages_help(); }},
    Topic{"messages", "routes, cuts, paces and named strategies", messages},
    Topic{"generators", "mesh generators and their parameters",
        [](const CLI::App&) { return generators_help(); }},
    Topic{"networks", "emulated, simulated and slowed-down networks", networks},
    Topic{"files", "what the commands read and write", files},
    Topic{"units", "units of numbers", units},
    Topic{"report", "figures of a frequency in JSON and HDF5", report},
    Topic{"options", "every option of every command", options},
    Topic{"checks", "the cases of minifebem check", checks},
    Topic{"exit", "exit statuses", exit_statuses}};
constexpr std::string_view completion = "completion";

/// Words between braces, "{spin,yield}"; empty for other types.
std::string choices_of(const CLI::Option& option) {
  auto type = option.get_type_name();
  if (type.size() < 2 || type.front() != '{' || type.back() != '}') return {};
  type = type.substr(1, type.size() - 2);
  std::replace(type.begin(), type.end(), ',', ' ');
  return type;
}

/// `words` in one line that a shell takes as one word.
std::string in_quotes(const std::string& words) { return "'" + words + "'"; }

/// A function for bash, and zsh through bashcompinit: the command so far, then words for the option
/// before the cursor, or options and commands. Where nothing fits, the shell completes names of
/// files.
std::string completion_script(const CLI::App& program) {
  const auto all = commands(program);
  std::string patterns, values, words;
  const auto add_words = [&](const std::string& name, const CLI::App& app) {
    auto line = known_words(app);
    if (name == "help") {
      for (const auto& topic : topics) line.emplace_back(topic.name);
      line.emplace_back(completion);
    }
    words +=
        "        " + in_quotes(name) + ") words=" + in_quotes(core::joined(line, " ")) + " ;;\n";
  };
  add_words("", program);
  for (const auto& [name, app] : all) {
    patterns += (patterns.empty() ? "" : "|") + in_quotes(name);
    add_words(name, *app);
    for (const auto* option : app->get_options())
      for (const auto& long_name : option->get_lnames())
        if (option->get_type_size() != 0)
          values += "    " + in_quotes(name + " --" + long_name) +
                    ") words=" + in_quotes(choices_of(*option)) + " ;;\n";
  }
  return "# Completion of minifebem. bash and zsh: source <(minifebem help completion)\n"
         "[ -z \"${ZSH_VERSION:-}\" ] || { autoload -U +X bashcompinit && bashcompinit; }\n"
         "_minifebem() {\n"
         "  local command='' words='' next i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    next=\"${command:+$command }${COMP_WORDS[i]}\"\n"
         "    case \"$next\" in\n"
         "      " +
         patterns +
         ") command=$next ;;\n"
         "    esac\n"
         "  done\n"
         "  case \"$command ${COMP_WORDS[COMP_CWORD - 1]}\" in\n" +
         values +
         "    *)\n"
         "      case \"$command\" in\n" +
         words +
         "      esac ;;\n"
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\n"
         "complete -o default -F _minifebem minifebem\n";
}

HelpPage overview() {
  HelpPage page{"Reference",
      "minifebem help TOPIC explains a topic; with --markdown as a page of docs/reference.",
      {{"topics", {}, {}}}};
  auto& entries = page.sections[0].entries;
  for (const auto& topic : topics)
    entries.push_back({std::string(topic.name), std::string(topic.help)});
  entries.push_back(
      {std::string(completion), "a script for bash and zsh: source <(minifebem help completion)"});
  return page;
}

}  // namespace

std::vector<std::string> known_words(const CLI::App& command) {
  std::vector<std::string> words;
  for (const auto* option : command.get_options())
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  for (const auto* inner : subcommands(command)) words.push_back(inner->get_name());
  return words;
}

std::string value_text(const CLI::Option& option) {
  if (option.get_type_size() == 0) return {};
  std::string text = " " + option.get_type_name();
  if (text.find('{') == std::string::npos) text.erase(std::min(text.find(':'), text.size()));
  const auto usual = option.get_default_str();
  if (!usual.empty()) text += usual[0] == '[' ? " " + usual : " [" + usual + "]";
  return text + (option.get_required() ? " (required)" : "");
}

HelpPage generators_help() {
  HelpPage page{"Mesh generators",
      "A case names a generator ([geometry] generator = \"sphere\"); the generator's parameters "
      "are further keys of that section. `minifebem mesh generate` writes its mesh to a file.",
      {}};
  for (const auto& generator : meshes::generators()) {
    HelpSection section{std::string(generator.name), std::string(generator.help), {}};
    for (const auto& p : generator.parameters) {
      section.entries.push_back({std::string(p.name),
          core::text(p.help, p.whole ? "; whole number from " : "; from ", core::number(p.low),
              " to ", core::number(p.high), p.unit == "1" ? "" : " ", p.unit == "1" ? "" : p.unit,
              "; default ", core::number(p.value))});
    }
    for (const auto& [region, material] : generator.materials)
      section.entries.push_back({"region " + std::string(region),
          std::string(material) + " by default: " + cases::known_properties(material)});
    page.sections.push_back(std::move(section));
  }
  return page;
}

std::string help_topic(const std::string& topic, bool markdown, const CLI::App& program) {
  if (topic == completion) return completion_script(program);
  HelpPage page = overview();
  if (!topic.empty()) {
    std::vector<std::string> names{std::string(completion)};
    for (const auto& entry : topics) names.emplace_back(entry.name);
    const auto found = std::find_if(
        topics.begin(), topics.end(), [&](const auto& entry) { return entry.name == topic; });
    if (found == topics.end())
      throw core::InputError("unknown topic '" + topic + "'" + core::suggestion(topic, names));
    page = found->page(program);
  }
  return markdown ? cli::as_markdown(page) : cli::as_text(page);
}

}  // namespace febem::app
