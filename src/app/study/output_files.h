// Where a study is written.
#pragma once

#include <filesystem>

#include "app/command_line.h"

namespace febem::app::study {

/// The report.
std::filesystem::path json_file(const Command& command);

/// One line a repeat; empty if there is to be none, for without its option it stands beside the report, which must be a file.
std::filesystem::path csv_file(const Command& command);

}  // namespace febem::app::study
