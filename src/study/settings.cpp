#include "study/settings.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "cli/input_errors.h"
#include "cli/toml.h"
#include "core/error.h"
#include "core/text.h"

namespace febem::study {
namespace {

/// A collective of the stages: its word in names of variables, what Calls counts, and its number in
/// Open MPI's files of rules.
struct Collective {
  const char *word, *message;
  int number;
};
constexpr Collective collectives[] = {
    {"_bcast", "native broadcast", 7}, {"_reduce", "native sum", 11}};

std::string forced(const Collective& collective) {
  return std::string("coll_tuned") + collective.word + "_algorithm";
}

// Open MPI ignores a forced algorithm without it.
void add_use_of_rules(Setting& setting) {
  for (const auto& collective : collectives)
    if (setting.values.contains(forced(collective))) setting.values.try_emplace(use_rules, "1");
}

std::string value_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "1" : "0";
  return {};
}

}  // namespace

const Library& library_of(const std::string& version) {
  static constexpr Library known[] = {{"Open MPI", "OMPI_MCA_", ".conf"}, {"Intel", "", ".env"},
      {"MPICH", "", ".env"}, {"", "", ".env"}};
  return *std::find_if(std::begin(known), std::end(known),
      [&](const Library& one) { return version.find(one.mark) != std::string::npos; });
}

std::vector<Setting> shipped_settings() {
  static constexpr struct {
    const char *shipped_for, *name, *values;
  } all[] = {
#define FEBEM_SETTING(LIBRARY, NAME, VALUES) {LIBRARY, NAME, VALUES},
#define FEBEM_ALGORITHM(OF, NAME, NUMBER) \
  {"Open MPI", #OF "_" #NAME, "coll_tuned_" #OF "_algorithm=" #NUMBER},
#define FEBEM_SEGMENTED(OF, NAME, NUMBER, BYTES)                 \
  {"Open MPI", #OF "_" #NAME "_" #BYTES,                         \
      "coll_tuned_" #OF "_algorithm=" #NUMBER " coll_tuned_" #OF \
      "_algorithm_segmentsize=" #BYTES},
#include "study/list.inc"
#undef FEBEM_SETTING
#undef FEBEM_ALGORITHM
#undef FEBEM_SEGMENTED
  };
  std::vector<Setting> result;
  for (const auto& one : all) {
    auto& setting = result.emplace_back(Setting{one.name, {}, one.shipped_for});
    std::istringstream words(one.values);
    for (std::string word; words >> word;)
      setting.values[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    add_use_of_rules(setting);
  }
  return result;
}

std::vector<Setting> read_settings(std::string_view text, const std::string& file) {
  const auto root = cli::parse_toml(text, file);
  std::vector<Setting> result;
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    const auto fail = [&](const toml::node& at, const std::string& of, const std::string& why) {
      cli::fail_at({file, cli::line_of(at), of}, why);
    };
    if (name.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") !=
        std::string::npos)
      fail(node, name, "a name has letters, digits, _ and -");
    if (!node.is_table() || node.as_table()->empty())
      fail(node, name, "is no setting: write [" + name + "], and VARIABLE = value in it");
    auto& setting = result.emplace_back(Setting{name});
    for (const auto& [variable, value] : *node.as_table()) {
      auto given = value_of(value);
      if (given.empty() || given.find_first_of("\r\n'") != std::string::npos)
        fail(value, name + "." + std::string(variable.str()),
            "must be a text, a whole number, true or false");
      setting.values[std::string(variable.str())] = std::move(given);
    }
    add_use_of_rules(setting);
  }
  if (result.empty())
    throw core::InputError(
        file + ": no settings: write a table [NAME] for each, with the library's variables");
  return result;
}

std::vector<std::string> variables(const Setting& setting, const Library& library) {
  std::vector<std::string> result;
  for (const auto& [name, value] : setting.values)
    result.push_back(library.prefix + name + "=" + value);
  return result;
}

bool is_unused(const Setting& setting, const Shortest& sent) {
  return std::all_of(setting.values.begin(), setting.values.end(), [&](const auto& value) {
    auto name = value.first;
    std::transform(
        name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name == use_rules ||
           std::any_of(std::begin(collectives), std::end(collectives), [&](const auto& one) {
             return name.find(one.word) != std::string::npos && !sent.contains(one.message);
           });
  });
}

std::string take_rules(
    Setting& setting, int ranks, const Shortest& sent, const std::filesystem::path& file) {
  auto& values = setting.values;
  const auto taken = [&](const std::string& name) {
    const auto found = values.extract(name);
    return found ? found.mapped() : "0";
  };
  std::string rules;
  int number = 0;
  for (const auto& collective : collectives) {
    const auto shortest = sent.find(collective.message);
    const auto name = forced(collective);
    if (shortest == sent.end() || !values.contains(name)) continue;
    const auto algorithm = taken(name), segment = taken(name + "_segmentsize");
    ++number;
    rules += core::text(collective.number, "  # ", collective.word + 1, "\n3  # numbers of ranks\n",
        "1 1  # from 1 rank: one length\n0 0 0 0  # the library's own choice\n", ranks,
        " 2\n0 0 0 0\n", shortest->second, " ", algorithm, " 4 ", segment,
        "  # from this length: algorithm, fan-out, bytes of a segment\n", ranks + 1,
        " 1\n0 0 0 0\n");
  }
  if (number == 0) return {};
  values[rules_file] = file.string();
  return core::text(number, "  # collectives\n", rules);
}

std::string file_text(const Setting& setting, const Library& library, const std::string& comment) {
  std::string text = "# " + comment + "\n";
  const bool is_mca = *library.prefix != '\0';
  for (const auto& [name, value] : setting.values)
    text += is_mca ? name + " = " + value + "\n" : "export " + name + "='" + value + "'\n";
  return text;
}

}  // namespace febem::study
