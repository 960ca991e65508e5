// The emulator: a slower network than the one at hand.
//
// Every message is delivered as it is, but completes only when it would on the network asked for (LogGP: overhead o at
// both ends, latency L, bandwidth 1/G), measured on rank 0's clock, to which all others are aligned:
//
//   standard send     starts at t;  the data leaves from t + o on, as soon as the line out of the rank is free, and the
//                     send completes when it has left
//   receive           completes o after the last byte has come in: L after it left, and after whatever else comes in on
//                     the line into the rank
//   synchronous send  asks first, is answered when the receive has been posted, and only then sends its data; it
//                     completes when the receive may:  T1(s) + 2 (o + L + o) in all, with T1(s) = o + L + s G + o
//   deposit           completes when the target has confirmed it:  o + L + s G + L;  the message that announces it comes
//                     in after it
//   native            the library's own collectives are replaced by a binomial tree of such messages
//
// The sender tells the times in a note ahead of each message; the receiver tells the sender of a synchronous message
// when it was received. Messages move while the ranks compute; what completes late is only what somebody waits for. All
// of this happens on the real network, which must be the faster one.
#pragma once

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "comm/decorator.h"
#include "comm/decorators/line.h"
#include "comm/decorators/mailbox.h"
#include "comm/decorators/network_model.h"
#include "comm/decorators/tree_collective.h"

namespace febem::comm {

class Emulator final : public Decorator {
 public:
  /// Aligns the clocks. Collective. Throws core::InputError under a simulator, which has a network of its own.
  Emulator(Transport& below, NetworkModel model);
  ~Emulator() override;
  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  const NetworkModel& model() const { return model_; }
  /// From now on, the same on every rank; between two calls of synchronise(), with no message under way.
  void set(NetworkModel model) { model_ = std::move(model); }

  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  void receive(MutableBytes data, int source, Purpose purpose) override;
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override;
  void wait(Ticket ticket) override;
  bool test(Ticket ticket) override;
  void cancel(Ticket receive) noexcept override;
  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) override;
  void start(Ticket prepared) override;
  void release(Ticket prepared) override;
  Ticket start_partitioned_send(Bytes data, int partitions, int destination) override;
  Ticket start_partitioned_receive(MutableBytes data, int partitions, int source) override;
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset) override;
  void native_broadcast(MutableBytes data, int root) override;
  void native_sum(std::span<double> values, int root) override;
  Ticket start_native_broadcast(MutableBytes data, int root) override;
  Ticket start_native_sum(std::span<double> values, int root) override;
  /// Shared memory is refused: the ranks are on nodes of their own.
  std::string refusal(Ability ability) override;

 private:
  /// Bytes that were deposited and not announced yet, and when the last of them left, s.
  struct Deposited {
    std::size_t bytes = 0;
    double left = 0;
  };
  /// Ahead of each message, from its sender.
  struct Stamp {
    double asked;  ///< when a synchronous send's question left
    double left;   ///< when the last byte leaves, if the receiver does not keep it waiting
    std::uint64_t number;
    Purpose purpose;
    SendMode mode;
    Deposited deposited;
  };
  /// Of each synchronous message, from its receiver.
  struct Match {
    std::uint64_t number;
    double left;
    double received;
  };
  struct Operation {
    enum class Kind { send, receive, collective } kind = Kind::send;
    bool prepared = false;
    int peer = 0;
    Purpose purpose = Purpose::data;
    SendMode mode = SendMode::standard;
    std::size_t bytes = 0;
    Ticket below = 0;
    bool moved = false;  ///< the operation below has completed
    bool dated = false;  ///< it is known when it completes
    double left = 0;     ///< s, when the last byte of a send leaves
    double done = 0;     ///< s, when it completes
    double posted = 0;   ///< s, when a receive was
    std::uint64_t number = 0;
    std::unique_ptr<TreeCollective> collective = nullptr;
  };
  /// A standard send on its way below, from memory of its own.
  struct Leaving {
    std::vector<std::byte> data;
    Ticket below;
  };
  using Channel = std::pair<int, Purpose>;  ///< of messages from one rank

  Ticket open(Operation operation);
  void close(Ticket ticket);
  /// It completes when the operation below does.
  static void leave_undated(Operation& operation);
  /// `entered`: when the caller asked for it.
  void begin_send(Ticket ticket, double entered);
  void begin_receive(Ticket ticket);
  Ticket begin_collective(std::unique_ptr<TreeCollective> collective);

  void progress();
  void progress_collectives();
  void pair_off(const Channel& channel);
  void date_receive(Operation& receive, const Stamp& stamp);
  void date_send(const Match& match, int destination);
  bool finished(Ticket ticket);
  void finish(Ticket ticket);
  /// Gives the time away until there may be news; whether it has waited until the operation was complete.
  bool pause(const Operation& operation, double since) const;

  double now() const;
  void pass_time_until(double moment) const;
  void pay_overhead(const Link& link, double entered) const;
  Link link_to(int destination) const { return model_.link(rank(), destination); }

  NetworkModel model_;
  double offset_;      ///< of rank 0's clock
  int unwinding_;      ///< exceptions under way at construction
  Line out_, in_;
  Mailbox<Stamp> stamps_;
  Mailbox<Match> matches_;
  std::vector<Operation> operations_;  ///< by ticket
  std::vector<Ticket> free_;
  std::map<Channel, std::deque<Ticket>> posted_;  ///< receives without a stamp
  std::map<Channel, std::deque<Stamp>> early_;    ///< stamps without a receive
  std::vector<std::deque<Ticket>> asking_;        ///< by destination: synchronous sends without an answer
  std::vector<Deposited> deposited_;              ///< by destination
  std::list<Leaving> leaving_;  ///< a list: the data must not move
  std::deque<Ticket> collectives_;                ///< not issued yet, in order
  bool in_collective_ = false;
  std::uint64_t next_number_ = 0;
};

}  // namespace febem::comm
