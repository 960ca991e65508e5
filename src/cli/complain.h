// Error messages on stderr.
#pragma once

#include <string_view>

namespace febem::cli {

/// One line "minifebem: TEXT" on stderr, whatever the text holds: it may quote what the user wrote.
void complain(std::string_view text);

}  // namespace febem::cli
