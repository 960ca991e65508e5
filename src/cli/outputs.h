// The files that a command is going to write, tried before anything else is done.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace febem::cli {

/// A file, or a directory for several.
struct Output {
  std::string option;          ///< that names it
  std::filesystem::path path;  ///< empty: none is wanted
  bool directory = false;
};

/// Tries to open each output, and leaves nothing behind: missing directories are made when they are needed. Throws
/// core::InputError naming the option and the cause; also if two options name one file.
void try_outputs(const std::vector<Output>& outputs);

/// Adds an option with the name of a file to write, or "-" for the standard output; `file` must outlive the parsing.
void add_output_option(CLI::App& command, const std::string& option, std::string& file, const std::string& help);

/// The directory for the results of the case file `target`: `out` if the user gave it, else out/NAME.
std::filesystem::path output_directory(const std::string& out, const std::string& target);

}  // namespace febem::cli
