// Broadcast and sum along a binomial tree of non-blocking messages: what an emulated network has
// for the MPI library's own collectives, whose messages cannot be delayed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "comm/routes/parts/tree.h"
#include "comm/transport.h"

namespace febem::network {

/// One collective in flight on this rank. Several may be, if each is moved on only once those
/// before it have issued().
class TreeCollective {
 public:
  TreeCollective(comm::Transport& transport, int root);
  virtual ~TreeCollective() = default;

  /// Starts what it can without waiting; true once every message has been started.
  bool issued();
  /// Starts what it can without waiting; true once every message has completed.
  bool done();

 protected:
  comm::Transport& transport() const { return *transport_; }
  const comm::Place& place() const { return place_; }
  bool is_root() const { return place_.parent < 0; }
  void send(comm::Bytes data, int destination);

 private:
  /// Starts the messages whose data is there; true if no other is left to start.
  virtual bool progress() = 0;

  comm::Transport* transport_;
  comm::Place place_;
  bool issued_ = false;
  std::vector<comm::Ticket> sends_;
};

class TreeBroadcast final : public TreeCollective {
 public:
  TreeBroadcast(comm::Transport& transport, comm::Buffer data, int root);

 private:
  bool progress() override;

  comm::Buffer data_;
  std::optional<comm::PendingReceive> receive_;
};

/// Adds x_own + (first child's subtree) + (second child's) + ...; elsewhere than at the root
/// `values` are left alone.
class TreeSum final : public TreeCollective {
 public:
  TreeSum(comm::Transport& transport, std::span<double> values, int root);

 private:
  bool progress() override;

  std::vector<double> own_;  ///< where the sum is made, unless this is the root
  std::span<double> sum_;
  std::vector<std::vector<double>> terms_;  ///< by child
  std::vector<comm::PendingReceive> receives_;
  std::size_t added_ = 0;  ///< children whose terms have been added
};

}  // namespace febem::network
