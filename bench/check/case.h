// The cases by name. A new case is a CASE in the file of its family in cases/.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/check/probe.h"

namespace febem::check {

/// The verdict of the MPI standard on a case. An `unsafe` case works only if the library buffers
/// messages, which the standard does not require.
enum class Legality { legal, unsafe, erroneous };

std::string_view name(Legality legality);

using enum Legality;

/// How many processes a case needs, and whether it can use more.
struct Processes {
  int least = 2;
  bool takes_more = false;
};
constexpr Processes exactly(int ranks) { return {ranks, false}; }
constexpr Processes at_least(int ranks) { return {ranks, true}; }

/// A case that asks for MPI_THREAD_MULTIPLE, and accepts less; one that ends by MPI_Abort: the
/// launcher must then end with all its processes.
enum class Special { none, threads, abort };

/// A small MPI program. Every library should run a legal one. The others show what a library does
/// with programs that need not work.
struct Case {
  std::string_view name;
  Legality legality = legal;
  Processes processes;
  void (*run)() = nullptr;  ///< collective, inside MPI with MPI_ERRORS_RETURN on MPI_COMM_WORLD;
                            ///< its Probe is here()
  std::string_view help;    ///< one line: what it does
  std::string_view says;    ///< one sentence: what the standard says of it
  std::string_view where;   ///< sections of the standard
  double time_limit = 20;   ///< seconds, including start and end of the processes
  Special special = Special::none;
  std::string_view version = "3.1";  ///< of the standard that `where` cites
  std::string_view since = {};       ///< the version that brought what the case needs; empty: 2.2
                                     ///< where 3.1 is cited, else the version cited
  std::string_view family = {};      ///< the file of the case without its suffix

  std::string standard() const;  ///< what it says and where
  /// The version of the standard that brought what the case needs; 2.2 stands for all before 3.0.
  std::string_view introduced() const {
    return !since.empty() ? since : version == "3.1" ? "2.2" : version;
  }
};

/// All cases, in the order in which they run.
std::span<const Case> cases();

/// The case that always runs first. A library that cannot run it can run no case. It also finds the
/// name of the library.
inline constexpr std::string_view first_case = "start";

}  // namespace febem::check
