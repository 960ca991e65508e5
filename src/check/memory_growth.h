// A test for memory leaks by repetition.
#pragma once

#include <functional>
#include <string>

#include "check/probe.h"

namespace febem::check {

/// Bytes of memory that this process uses (VmRSS). Throws Unsupported if the system does not tell.
double resident_bytes();

/// Repeats `once` after a warm-up, in four parts, and measures how much memory each part keeps on this rank. It notes the smallest of the four: a
/// leak grows in all parts, a library's own store only in some. There is a leak if each repetition keeps more than a few bytes, and all
/// together a quarter of a megabyte.
void expect_no_growth(Probe& probe, const std::string& what, int repetitions, const std::function<void()>& once);

}  // namespace febem::check
