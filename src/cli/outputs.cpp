#include "cli/outputs.h"

#include "cli/cli11.h"
#include "core/error.h"
#include "io/atomic_file.h"

namespace febem::cli {
namespace {

namespace fs = std::filesystem;

void check_different(const Output& one, const Output& other) {
  const auto name = [](const fs::path& file) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(file, error), error);
  };
  if (io::can_be_replaced(one.path) && name(one.path) == name(other.path))
    throw core::InputError("options '" + one.option + "' and '" + other.option +
                           "' name one file: '" + other.path.string() + "'");
}

}  // namespace

void try_outputs(const std::vector<Output>& outputs) {
  for (auto one = outputs.begin(); one != outputs.end(); ++one) {
    if (one->path.empty()) continue;
    try {
      one->directory ? io::try_directory(one->path) : io::try_output(one->path);
    } catch (const core::RunError& error) {
      throw core::InputError("option '" + one->option + "': " + error.what());
    }
    for (auto other = outputs.begin(); other != one; ++other)
      if (!one->directory && !other->directory && !other->path.empty())
        check_different(*other, *one);
  }
}

void add_output_option(
    CLI::App& command, const std::string& option, std::string& file, const std::string& help) {
  const auto meant = [](std::string name) { return name == "-" ? "/dev/stdout" : name; };
  command.add_option(option, file, help)->transform(meant);
}

fs::path output_directory(const std::string& out, const std::string& target) {
  return out.empty() ? fs::path("out") / fs::path(target).stem() : fs::path(out);
}

}  // namespace febem::cli
