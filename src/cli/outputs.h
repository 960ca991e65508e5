// The files that a command will write, which the program tries before anything else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace febem::cli {

/// A file to write, or a directory for several files.
struct Output {
  std::string option;
  std::filesystem::path path;  ///< empty: no output
  bool directory = false;
};

/// Tries to open each output, and leaves nothing behind. Missing directories are made later. Throws
/// core::InputError if one cannot be opened, or if two options name one file.
void try_outputs(const std::vector<Output>& outputs);

/// Adds an option for a file to write, or "-" for standard output. `file` must outlive the parsing.
void add_output_option(
    CLI::App& command, const std::string& option, std::string& file, const std::string& help);

/// `out`, or without it out/NAME of the case file `target`.
std::filesystem::path output_directory(const std::string& out, const std::string& target);

}  // namespace febem::cli
