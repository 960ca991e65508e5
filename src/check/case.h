// The cases by name. A new case is a Case in a file of cases/ (that of its family, or a new one), and one line in cases/list.inc.
#pragma once

#include <span>
#include <string_view>

#include "check/probe.h"

namespace febem::check {

/// What the MPI standard says of a case. An `unsafe` case works only if the library buffers messages, which the standard does not require.
enum class Legality { legal, unsafe, erroneous };

std::string_view name(Legality legality);

/// A small MPI program. Every library should run a legal one. The others show what a library does with programs that need not work.
struct Case {
  std::string_view name;
  Legality legality = Legality::legal;
  int ranks = 2;                  ///< processes that it needs
  bool takes_more = false;        ///< whether it can use more processes
  std::string_view help;          ///< one line: what it does
  std::string_view standard;      ///< one sentence on what the standard says, with version and section
  void (*run)(Probe&) = nullptr;  ///< collective, inside MPI with MPI_ERRORS_RETURN on MPI_COMM_WORLD
  double time_limit = 20;         ///< seconds, including start and end of the processes
  bool threads = false;           ///< whether it asks for MPI_THREAD_MULTIPLE; it accepts less
  bool aborts = false;            ///< whether it ends by MPI_Abort: the launcher must then end with all its processes
};

/// All cases, in the order of the list.
std::span<const Case> cases();

/// The case that always runs first. A library that cannot run it can run no case. It also finds the name of the library.
inline constexpr std::string_view first_case = "start";

}  // namespace febem::check
