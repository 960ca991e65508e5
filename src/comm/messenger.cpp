#include "comm/messenger.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "comm/tasks.h"
#include "mpi/environment.h"

namespace febem::comm {
namespace {

/// Reports a transfer, from construction to destruction, to observing decorators and to the chooser
/// of its strategy.
class Transfer {
 public:
  /// `observer`: the transport, if a decorator observes transfers; else null. Neither is owned.
  Transfer(Transport* observer, std::string_view name, std::size_t bytes,
      Chooser* chooser = nullptr, Operation operation = {})
      : observer_(observer), chooser_(chooser), operation_(operation), bytes_(bytes),
        start_(chooser == nullptr ? 0 : mpi::wall_time()) {
    if (observer_ != nullptr) observer_->begin_transfer(name, bytes);
  }
  ~Transfer() {
    if (observer_ != nullptr) observer_->end_transfer();
    if (chooser_ != nullptr) chooser_->measured(operation_, bytes_, mpi::wall_time() - start_);
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

 private:
  Transport* observer_;
  Chooser* chooser_;
  Operation operation_;
  std::size_t bytes_;
  double start_;
};

/// A look-ahead broadcast, in flight from construction to finish(). Reports to the transport for
/// how long it was in flight before it was needed, and to the chooser of its strategy what it cost
/// this rank.
class TimedRequest final : public BroadcastRequest {
 public:
  template <class Start>
  TimedRequest(
      Transport& transport, const InFlight& what, Chooser* chooser, bool overlaps, Start&& start)
      : transport_(transport), chooser_(chooser), overlaps_(overlaps), cost_(-mpi::wall_time()) {
    request_ = start();
    transport_.in_flight() = what;
    begun_ = mpi::wall_time();
    cost_ += begun_;
  }

  bool progress() override {
    if (ended_) return true;
    if (chooser_ != nullptr) cost_ -= mpi::wall_time();
    if (request_->progress()) ended_ = mpi::wall_time();
    if (chooser_ != nullptr) cost_ += mpi::wall_time();
    return ended_.has_value();
  }
  void finish() override {
    const double needed = mpi::wall_time();
    if (overlaps_) transport_.note_hidden(ended_.value_or(needed) - begun_);
    const Transfer transfer(
        transport_.observes_transfers() ? &transport_ : nullptr, "finish broadcast", 0);
    request_->finish();
    const auto bytes = std::exchange(transport_.in_flight(), {}).bytes;
    if (chooser_ != nullptr)
      chooser_->measured(Operation::ibroadcast, bytes, cost_ + mpi::wall_time() - needed);
  }

 private:
  Transport& transport_;
  Chooser* chooser_;
  bool overlaps_;
  std::unique_ptr<BroadcastRequest> request_;
  double begun_ = 0;
  double cost_;  ///< s that this rank spent in calls for it; incomplete without a chooser
  std::optional<double>
      ended_;  ///< when progress() first saw that nothing was left to do; on this rank's clock
};

/// The request of a single rank.
class CompletedRequest final : public BroadcastRequest {
 public:
  bool progress() override { return true; }
  void finish() override {}
};

}  // namespace

Messenger::Messenger(Transport& transport, Strategy strategy)
    : transport_(&transport), observer_(transport.observes_transfers() ? &transport : nullptr),
      in_flight_(&transport.in_flight()), longest_piece_(strategy.pace->longest_piece()),
      strategy_(std::move(strategy)) {
  if (size() > 1) strategy_.pace->prepare(transport);
}

const Strategy& Messenger::strategy_for(Operation operation, std::size_t bytes) const {
  return strategy_.chooser ? strategy_.chooser->choose(operation, bytes) : strategy_;
}

void Messenger::sum(std::span<core::Complex> values, int root) const {
  if (size() == 1) return;
  require_idle("sum", values.size_bytes());
  const auto& strategy = strategy_for(Operation::sum, values.size_bytes());
  const Transfer transfer(
      observer_, "sum", values.size_bytes(), strategy_.chooser.get(), Operation::sum);
  const std::span<double> parts(reinterpret_cast<double*>(values.data()), 2 * values.size());
  strategy.route->sum(context(strategy), parts, sizeof(core::Complex), root);
}

void Messenger::refuse(std::string_view transfer, std::size_t bytes) const {
  throw std::logic_error("a " + std::string(transfer) + " of " + std::to_string(bytes) +
                         " bytes before the finish() of the broadcast of " +
                         std::to_string(in_flight_->bytes) + " bytes in flight from rank " +
                         std::to_string(in_flight_->root));
}

void Messenger::broadcast_bytes(const Buffer& data, std::size_t element, int root) const {
  if (size() == 1) return;
  require_idle("broadcast", data.size());
  const auto& strategy = strategy_for(Operation::broadcast, data.size());
  const Transfer transfer(
      observer_, "broadcast", data.size(), strategy_.chooser.get(), Operation::broadcast);
  strategy.route->broadcast(context(strategy), data, element, root);
}

std::unique_ptr<BroadcastRequest> Messenger::ibroadcast_bytes(
    const Buffer& data, std::size_t element, int root) const {
  if (size() == 1) return std::make_unique<CompletedRequest>();
  require_idle("look-ahead broadcast", data.size());
  const auto& strategy = strategy_for(Operation::ibroadcast, data.size());
  const Transfer transfer(observer_, "start broadcast", data.size());
  const auto start = [&] {
    return strategy.route->ibroadcast(context(strategy), data, element, root);
  };
  return std::make_unique<TimedRequest>(*transport_, InFlight{root, data.size()},
      strategy_.chooser.get(), strategy.route->overlaps(*strategy.pace), start);
}

void Messenger::send_bytes(Bytes data, std::size_t element, int destination) const {
  require_idle("send", data.size());
  const Transfer transfer(observer_, "send", data.size());
  strategy_.pace->send({transport_, destination}, pieces(data.size(), element), data);
}

void Messenger::receive_bytes(MutableBytes data, std::size_t element, int source) const {
  require_idle("receive", data.size());
  const Transfer transfer(observer_, "receive", data.size());
  strategy_.pace->receive({transport_, source}, pieces(data.size(), element), data);
}

TaskServer Messenger::serve_tasks() const {
  require_idle("task", sizeof(Task));
  return TaskServer(*transport_);
}

TaskClient Messenger::take_tasks(int server) const {
  require_idle("task", sizeof(Task));
  return TaskClient(*transport_, server);
}

void Messenger::gather_bytes(
    Bytes mine, const std::vector<MutableBytes>& all, std::size_t element, int root) const {
  require_idle("gather", mine.size());
  const Transfer transfer(observer_, "gather", mine.size());
  if (rank() != root)
    return strategy_.pace->send({transport_, root}, pieces(mine.size(), element), mine);
  for (int source = 0; source < size(); ++source) {
    const MutableBytes place = all[static_cast<std::size_t>(source)];
    if (source == root)
      copy_bytes(mine, place);
    else
      strategy_.pace->receive({transport_, source}, pieces(place.size(), element), place);
  }
}

}  // namespace febem::comm
