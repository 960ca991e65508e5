// The cases by name. A new one: its Case in a file of cases/ (that of its family, or one of its own), one line in cases/list.inc.
#pragma once

#include <span>
#include <string_view>

#include "check/probe.h"

namespace febem::check {

/// By the MPI standard: `unsafe` is right only where the library buffers, which it need not.
enum class Legality { legal, unsafe, erroneous };

std::string_view name(Legality legality);

/// A small program that every MPI library should run, or that shows what it makes of one that it need not.
struct Case {
  std::string_view name;
  Legality legality = Legality::legal;
  int ranks = 2;                  ///< what it needs
  bool takes_more = false;        ///< whether it also means something on more
  std::string_view help;          ///< one line: what it does
  std::string_view standard;      ///< one sentence on what the standard says, with version and section
  void (*run)(Probe&) = nullptr;  ///< collective, inside MPI with MPI_ERRORS_RETURN on MPI_COMM_WORLD
  double time_limit = 20;         ///< seconds, starting and ending the processes included
  bool threads = false;           ///< asks for MPI_THREAD_MULTIPLE, takes what it gets
  bool aborts = false;            ///< ends by MPI_Abort: the launcher must end with all its processes
};

/// All cases, in the order of the list.
std::span<const Case> cases();

/// Started before all others, chosen or not: who cannot run it can run nothing, and it says which library this is.
inline constexpr std::string_view first_case = "start";

}  // namespace febem::check
