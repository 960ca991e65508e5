// An in-process network of threads that is as unkind as the MPI standard allows.
//
// A standard send is buffered or waits for its receiver at random; data is copied out of the
// sender's memory as late as possible (when somebody waits), and a posted receive is filled with
// rubbish until then. Code that overwrites too early, reads too early or relies on buffering gives
// wrong answers, or none. One rank runs at a time. Whose turn comes next is drawn by the seed, so
// that a run repeats itself; where no rank can go on, each throws.
#pragma once

#include <ucontext.h>

#include <array>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "comm/transport.h"

namespace febem::comm {

class HostileNetwork {
 public:
  HostileNetwork(int size, unsigned seed) : size_(size), random_(seed) {}

  /// Runs `program` once a rank, each on a stack of its own, and returns when all have ended.
  /// Throws what the first that failed threw.
  void run(const std::function<void(Transport&)>& program);

 private:
  friend class HostileTransport;

  struct Operation {
    Bytes outgoing;
    MutableBytes incoming;
    std::vector<std::byte> copy;
    bool buffered = false;
    bool complete = false;
  };
  using Handle = std::shared_ptr<Operation>;
  /// Messages of one purpose from one rank to another.
  struct Channel {
    std::deque<Handle> sends, receives;
  };
  /// What takes turns: a rank, or the caller of run().
  struct Context {
    ucontext_t registers{};
    const void* stack = nullptr;
    std::size_t stack_bytes = 0;
    void* sanitizer = nullptr;  ///< what AddressSanitizer keeps of it while others run
  };
  struct Rank {
    Context context;
    std::vector<std::byte> stack;
    Handle awaited;              ///< it cannot go on before this is complete
    Channel* channel = nullptr;  ///< of what is awaited
    bool ended = false;
  };

  /// Lets another rank run, which is drawn from those that can go on, and returns when it is
  /// `rank`'s turn again, or it has ended.
  void pass_turn(int rank);
  static void run_rank(unsigned network_high, unsigned network_low, int rank);
  static void resume(Context& from, Context& to, bool from_has_ended);
  static void resumed(Context& here, Context* caller);

  Channel& channel(int source, int destination, Purpose purpose);
  static void deliver(Channel& channel);
  /// What `destination` keeps for `source`.
  std::vector<std::byte>& kept(Memory kind, int source, int destination);

  int size_;
  std::mt19937 random_;
  Context caller_;
  const std::function<void(Transport&)>* program_ = nullptr;
  std::vector<Rank> ranks_;
  std::exception_ptr failure_;
  std::vector<Channel> channels_;
  std::vector<std::int64_t> counters_;
  std::array<std::vector<std::vector<std::byte>>, 2> kept_;  ///< by kind of memory
};

}  // namespace febem::comm
