// Settings of MPI libraries: the shipped ones, those of a file, and the files that a library reads.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace febem::study {

/// A kind of library.
struct Library {
  const char* mark;    ///< in its version
  const char* prefix;  ///< of the environment before the names of its variables
  const char* ending;  ///< of a file with settings
};

/// Values of variables of an MPI library, which names them. Without any: the library's default.
struct Setting {
  std::string name;
  std::map<std::string, std::string> values = {};
  std::string_view shipped_for = {};  ///< part of the version text of its library
};

/// By the text of MPI_Get_library_version. A library that is not known takes settings from its
/// environment.
const Library& library_of(const std::string& version);

/// The settings of the list, for all libraries.
std::vector<Setting> shipped_settings();

/// The settings of a TOML text: a table for each, with a value for each variable. `file` is its
/// name in messages. Throws core::InputError.
std::vector<Setting> read_settings(std::string_view text, const std::string& file);

/// "NAME=value" for the environment of a launch.
std::vector<std::string> variables(const Setting& setting, const Library& library);

/// Open MPI's variables by which it takes algorithms and rules, and that names a file of rules.
inline constexpr const char* use_rules = "coll_tuned_use_dynamic_rules";
inline constexpr const char* rules_file = "coll_tuned_dynamic_rules_filename";

/// Length in bytes of the shortest message by kind.
using Shortest = std::map<std::string, core::Count>;

/// Whether a setting is of collectives only that are not among the messages.
bool is_unused(const Setting& setting, const Shortest& sent);

/// The rules of Open MPI's `coll/tuned` (text, the layout that 4 and 5 read) by which the
/// algorithms that `setting` forces serve only this number of ranks, and messages as long as the
/// shortest one sent or longer. Afterwards `setting` names `file` in place of the algorithms. Empty
/// where no algorithm is forced.
std::string take_rules(
    Setting& setting, int ranks, const Shortest& sent, const std::filesystem::path& file);

/// The content of a file with `comment` that the library reads.
std::string file_text(const Setting& setting, const Library& library, const std::string& comment);

}  // namespace febem::study
