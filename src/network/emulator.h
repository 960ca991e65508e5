// The emulator: a slower network than the one at hand.
//
// Every message is delivered as it is, but completes only when it would on the network asked for
// (LogGP: overhead o at both ends, latency L, bandwidth 1/G), measured on rank 0's clock, to which
// all others are aligned:
//
//   standard send     starts at t;  the data leaves from t + o on, as soon as the line out of the
//                     rank is free, and the send completes when it has left
//   receive           completes o after the last byte has come in: L after it left, and after
//                     whatever else comes in on the line into the rank
//   synchronous send  asks first, is answered when the receive has been posted, and only then sends
//                     its data; it completes when the receive may:  T1(s) + 2 (o + L + o) in all,
//                     with T1(s) = o + L + s G + o
//   deposit           completes when the target has confirmed it:  o + L + s G + L;  the message
//                     that announces it comes in after it
//   native            the library's own collectives are replaced by a binomial tree of such
//                     messages
//
// The sender tells the times in a note ahead of each message; the receiver tells the sender of a
// synchronous message when it was received. Messages move while the ranks compute; what completes
// late is only what somebody waits for. All of this happens on the real network, which must be the
// faster one.
#pragma once

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "comm/decorator.h"
#include "comm/ticket_table.h"
#include "core/unwinding.h"
#include "mpi/machine.h"
#include "network/mailbox.h"
#include "network/network_model.h"
#include "network/tree_collective.h"

namespace febem::network {

class Emulator final : public comm::Decorator {
 public:
  /// Aligns the clocks. Collective. Throws core::InputError under a simulator, which has a network
  /// of its own.
  Emulator(comm::Transport& below, NetworkModel model);
  ~Emulator() override;
  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  const NetworkModel& model() const { return model_; }
  /// Emulates another network from now on; the same on every rank. To be called between two calls
  /// of synchronise(), with no message in flight.
  void set(NetworkModel model) { model_ = std::move(model); }

  void perform(const comm::Message& message) override;
  comm::Ticket begin(const comm::Message& message) override;
  comm::Ticket prepare(const comm::Message& message) override;
  void start(comm::Ticket prepared) override;
  void release(comm::Ticket prepared) override;
  void wait(comm::Ticket ticket) override;
  bool test(comm::Ticket ticket) override;
  void cancel(comm::Ticket receive) noexcept override;
  /// Shared memory is refused: the ranks are on nodes of their own.
  std::string unsupported_reason(comm::Capability capability) override;

 private:
  /// Bytes deposited and not announced yet, and when the last of them left, s.
  struct Deposited {
    std::size_t bytes = 0;
    double left = 0;
  };
  /// Ahead of each message, from its sender.
  struct Stamp {
    double asked;  ///< when a synchronous send's question left
    double left;   ///< when the last byte leaves, if the receiver does not keep it waiting
    std::uint64_t number;
    comm::Purpose purpose;
    comm::SendMode mode;
    Deposited deposited;
  };
  /// What the receiver of a synchronous message tells its sender.
  struct Match {
    std::uint64_t number;
    double left;
    double received;
  };
  struct Operation {
    comm::Message message;
    bool prepared = false;
    comm::Ticket below = 0;
    bool moved = false;  ///< the operation below has completed
    bool dated = false;  ///< it is known when it completes
    double left = 0;     ///< s, when the last byte of a send leaves
    double done = 0;     ///< s, when it completes
    double posted = 0;   ///< s, when a receive was
    std::uint64_t number = 0;
    std::unique_ptr<TreeCollective> collective = nullptr;
  };
  /// A standard send in flight below, from memory of its own.
  struct Leaving {
    std::vector<std::byte> data;
    comm::Ticket below;
  };
  using Channel = std::pair<int, comm::Purpose>;  ///< of messages from one rank

  /// Marks an operation as one that completes when that of the transport below does.
  static void leave_undated(Operation& operation);
  /// `entered`: when the caller asked for the send, s.
  void begin_send(comm::Ticket ticket, double entered);
  void begin_receive(comm::Ticket ticket);
  void put(const comm::Message& message);
  comm::Ticket begin_collective(const comm::Message& message);

  void progress();
  void progress_collectives();
  void pair_off(const Channel& channel);
  void date_receive(Operation& receive, const Stamp& stamp);
  void date_send(const Match& match, int destination);
  bool finished(comm::Ticket ticket);
  void finish(comm::Ticket ticket);
  /// Leaves the core to others until the operation may have completed: yields, or sleeps where
  /// nothing else is expected. True if it waited until the time at which the operation completes.
  /// `pause`: of the wait at hand, for what has not been sent.
  bool idle(const Operation& operation, mpi::Pause& pause) const;

  double now() const;
  void pass_time_until(double moment) const;
  void pay_overhead(const Link& link, double entered) const;
  void pay_for_send(const comm::Message& send, double entered) const;
  Link link_to(int destination) const { return model_.link(rank(), destination); }

  NetworkModel model_;
  double offset_;  ///< of rank 0's clock
  core::Unwinding unwinding_;
  Line out_, in_;
  Mailbox<Stamp> stamps_;
  Mailbox<Match> matches_;
  comm::TicketTable<Operation> operations_;
  std::map<Channel, std::deque<comm::Ticket>> posted_;  ///< receives without a stamp
  std::map<Channel, std::deque<Stamp>> early_;          ///< stamps without a receive
  std::vector<std::deque<comm::Ticket>>
      asking_;                            ///< by destination: synchronous sends without an answer
  std::vector<Deposited> deposited_;      ///< by destination
  std::list<Leaving> leaving_;            ///< a list: the data must not move
  std::deque<comm::Ticket> collectives_;  ///< not issued yet, in order
  bool in_collective_ = false;
  std::uint64_t next_number_ = 0;
};

}  // namespace febem::network
