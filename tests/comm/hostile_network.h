// An in-process network of threads that is as unkind as the MPI standard allows.
//
// A standard send is buffered or waits for its receiver at random; data is copied out of the sender's memory as late as
// possible (when somebody waits), and a posted receive is filled with rubbish until then. Code that overwrites too
// early, reads too early or relies on buffering gives wrong answers or never ends.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <vector>

#include "comm/transport.h"

namespace febem::comm {

class HostileNetwork {
 public:
  HostileNetwork(int size, unsigned seed) : size_(size), random_(seed) {}

  /// Runs `program` once a rank, each on a thread of its own, and returns when all have ended.
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
    std::condition_variable changed;
  };

  Channel& channel(int source, int destination, Purpose purpose);
  static void deliver(Channel& channel);
  /// What `destination` keeps for `source`.
  std::vector<std::byte>& kept(Memory kind, int source, int destination);

  int size_;
  std::mutex mutex_;
  std::mt19937 random_;
  std::vector<Channel> channels_;
  std::vector<std::int64_t> counters_;
  std::array<std::vector<std::vector<std::byte>>, 2> kept_;  ///< by kind of memory
};

}  // namespace febem::comm
