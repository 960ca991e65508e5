#include "app/outputs.h"

#include <filesystem>
#include <vector>

#include "app/study/output_files.h"
#include "core/error.h"
#include "io/atomic_file.h"

namespace febem::app {
namespace {

namespace fs = std::filesystem;

struct Output {
  const char* option;
  fs::path file;
};

std::vector<Output> files_of(const Command& command) {
  std::vector<Output> files;
  const auto add = [&](const char* option, const fs::path& file) {
    if (!file.empty()) files.push_back({option, file});
  };
  const bool study = command.action == Action::study;
  add("--json", study ? study::json_file(command) : fs::path(command.json));
  add("--csv", study ? study::csv_file(command) : fs::path(command.bench.csv));
  add("--trace", command.network.trace);
  return files;
}

void check_different(const Output& one, const Output& other) {
  const auto name = [](const fs::path& file) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(file, error), error);
  };
  if (io::can_be_replaced(one.file) && name(one.file) == name(other.file))
    throw core::InputError(std::string("options '") + one.option + "' and '" + other.option + "' name one file: '" +
                           other.file.string() + "'");
}

template <class F>
void blame(const char* option, F&& trial) {
  try {
    trial();
  } catch (const core::RunError& error) {
    throw core::InputError(std::string("option '") + option + "': " + error.what());
  }
}

}  // namespace

fs::path results_directory(const Command& command) {
  return command.out.empty() ? fs::path("out") / fs::path(command.target).stem() : fs::path(command.out);
}

void try_outputs(const Command& command) {
  const auto files = files_of(command);
  for (std::size_t i = 0; i < files.size(); ++i) {
    blame(files[i].option, [&] { io::try_output(files[i].file); });
    for (std::size_t j = 0; j < i; ++j) check_different(files[j], files[i]);
  }
  if (command.action == Action::solve) blame("--out", [&] { io::try_directory(results_directory(command)); });
}

}  // namespace febem::app
