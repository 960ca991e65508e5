// Whether something repeated keeps memory.
#pragma once

#include <functional>
#include <string>

#include "check/probe.h"

namespace febem::check {

/// Bytes of memory that this process has in use (VmRSS). Throws Unsupported where the system does not say.
double resident_bytes();

/// Does `once` a number of times after a warm-up, in four parts, and notes the memory that each kept on this rank in the
/// part in which it was least: a leak grows in all, a library's own store now and then. It is one if that is more than a
/// few bytes of each and a quarter of a megabyte in all.
void expect_no_growth(Probe& probe, const std::string& what, int repetitions, const std::function<void()>& once);

}  // namespace febem::check
