#include "app/study/output_files.h"

#include "io/atomic_file.h"

namespace febem::app::study {

namespace fs = std::filesystem;

fs::path json_file(const Command& command) {
  if (!command.json.empty()) return command.json;
  return (command.out.empty() ? fs::path("out") / fs::path(command.target).stem() : fs::path(command.out)) / "study.json";
}

fs::path csv_file(const Command& command) {
  if (!command.study.csv.empty()) return command.study.csv;
  const auto json = json_file(command);
  return io::can_be_replaced(json) ? fs::path(json).replace_extension(".csv") : fs::path();
}

}  // namespace febem::app::study
