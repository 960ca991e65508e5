// What this process asks of the MPI library, call by call: the test program puts functions of its
// own before the library's (the profiling interface of MPI), which record their arguments, and fail
// or hold their effect back where a test wants it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace febem::test::wire {

struct Call {
  std::string name;  ///< without "MPI_"
  int peer = -1;     ///< destination, source, target or root
  int tag = -1;
  long long count = -1;  ///< as it was given
  bool in_place = false;

  friend bool operator==(const Call&, const Call&) = default;
};

/// Records from construction to destruction; one at a time.
class Recording {
 public:
  Recording();
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  const std::vector<Call>& calls() const;
  std::vector<std::string> names() const;
  /// How many calls had this name, and this tag unless it is negative.
  long count(const std::string& name, int tag = -1) const;
};

/// While it lives, calls of this name return an error on this rank; those that allocate do so all
/// the same, for the sake of the other ranks. Others (MPI_Put) have no effect.
class Failing {
 public:
  explicit Failing(const std::string& name, bool returns_error = true);
  ~Failing();
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;
};

/// While it lives, this rank's machine has so many cores, and the rank may run on all of them.
class Cores {
 public:
  explicit Cores(std::size_t number);
  ~Cores();
  Cores(const Cores&) = delete;
  Cores& operator=(const Cores&) = delete;
};

/// While it lives, MPI_Fetch_and_op on this rank does this first.
class Before {
 public:
  explicit Before(std::function<void()> action);
  ~Before();
  Before(const Before&) = delete;
  Before& operator=(const Before&) = delete;
};

}  // namespace febem::test::wire
