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

/// Changes what the calls of this rank do, from construction to destruction; one of a kind at a
/// time.
class Scoped {
 public:
  Scoped() = default;
  Scoped(const Scoped&) = delete;
  Scoped& operator=(const Scoped&) = delete;
};

/// Records calls.
class Recording : Scoped {
 public:
  Recording();
  ~Recording();

  const std::vector<Call>& calls() const;
  std::vector<std::string> names() const;
  /// How many calls had this name, and this tag unless it is negative.
  long count(const std::string& name, int tag = -1) const;
};

/// Calls of this name return an error; those that allocate do so all the same, for the sake of the
/// other ranks. Others (MPI_Put) have no effect.
struct Failing : Scoped {
  explicit Failing(const std::string& name, bool returns_error = true);
  ~Failing();
};

/// The machine has so many cores, and the rank may run on all of them.
struct Cores : Scoped {
  explicit Cores(std::size_t number);
  ~Cores();
};

/// MPI_Fetch_and_op does this first.
struct Before : Scoped {
  explicit Before(std::function<void()> action);
  ~Before();
};

}  // namespace febem::test::wire
