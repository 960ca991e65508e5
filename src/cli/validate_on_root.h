// Input validated on the master: then all ranks go on, or all end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "comm/messenger.h"

namespace febem::cli {

/// Runs `inspect` on the master and hands the texts it returns to every rank. If it throws core::InputError,
/// the master alone prints the line on stderr and every rank gets nothing: the run ends with status 2.
/// Collective; nothing but such broadcasts has been sent before.
std::optional<std::vector<std::string>> validate_on_root(const comm::Messenger& messages,
                                                         const std::function<std::vector<std::string>()>& inspect);

/// Runs `inspect`, which finds the same on every rank. If it throws core::InputError, the rank that `prints` says so and all get false:
/// the run ends with status 2.
bool validate_everywhere(bool prints, const std::function<void()>& inspect);

}  // namespace febem::cli
