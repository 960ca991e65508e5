#include "comm/messenger.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "comm/tasks.h"
#include "mpi/environment.h"

namespace febem::comm {
namespace {

/// Reports a transfer, from construction to destruction, to observing decorators.
class Transfer {
 public:
  /// `observer`: the transport, if a decorator observes transfers; else null. Neither is owned.
  Transfer(Transport* observer, std::string_view name, std::size_t bytes) : observer_(observer) {
    if (observer_ != nullptr) observer_->begin_transfer(name, bytes);
  }
  ~Transfer() {
    if (observer_ != nullptr) observer_->end_transfer();
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

 private:
  Transport* observer_;
};

/// A look-ahead broadcast, in flight from construction to finish(). Reports to the transport for
/// how long it was in flight before it was needed.
class TimedRequest final : public BroadcastRequest {
 public:
  TimedRequest(Transport& transport, const InFlight& what, bool overlaps,
      std::unique_ptr<BroadcastRequest> request)
      : transport_(transport), overlaps_(overlaps), request_(std::move(request)),
        begun_(mpi::wall_time()) {
    transport_.in_flight() = what;
  }

  bool progress() override {
    if (ended_) return true;
    if (request_->progress()) ended_ = mpi::wall_time();
    return ended_.has_value();
  }
  void finish() override {
    const double needed = mpi::wall_time();
    if (overlaps_) transport_.note_hidden(ended_.value_or(needed) - begun_);
    const Transfer transfer(
        transport_.observes_transfers() ? &transport_ : nullptr, "finish broadcast", 0);
    request_->finish();
    transport_.in_flight() = {};
  }

 private:
  Transport& transport_;
  bool overlaps_;
  std::unique_ptr<BroadcastRequest> request_;
  double begun_;
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

void Messenger::sum(std::span<core::Complex> values, int root) const {
  if (size() == 1) return;
  require_idle("sum", values.size_bytes());
  const Transfer transfer(observer_, "sum", values.size_bytes());
  const std::span<double> parts(reinterpret_cast<double*>(values.data()), 2 * values.size());
  strategy_.route->sum(context(), parts, sizeof(core::Complex), root);
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
  const Transfer transfer(observer_, "broadcast", data.size());
  strategy_.route->broadcast(context(), data, element, root);
}

std::unique_ptr<BroadcastRequest> Messenger::ibroadcast_bytes(
    const Buffer& data, std::size_t element, int root) const {
  if (size() == 1) return std::make_unique<CompletedRequest>();
  require_idle("look-ahead broadcast", data.size());
  const Transfer transfer(observer_, "start broadcast", data.size());
  return std::make_unique<TimedRequest>(*transport_, InFlight{root, data.size()},
      strategy_.route->overlaps(*strategy_.pace),
      strategy_.route->ibroadcast(context(), data, element, root));
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
