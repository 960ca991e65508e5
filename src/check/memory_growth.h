// Whether something repeated keeps memory.
#pragma once

#include <functional>
#include <string>

#include "check/probe.h"

namespace febem::check {

/// Bytes of memory that this process has in use (VmRSS). Throws Unsupported where the system does not say.
double resident_bytes();

/// Does `once` a number of times after a warm-up of a quarter of it, and notes the memory each kept on this rank: a leak if
/// that is more than a few bytes of each and a quarter of a megabyte in all, for a library may keep a store of what it has
/// used.
void expect_no_growth(Probe& probe, const std::string& what, int repetitions, const std::function<void()>& once);

}  // namespace febem::check
