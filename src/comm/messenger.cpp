#include "comm/messenger.h"

#include <optional>

#include "mpi/environment.h"

namespace febem::comm {
namespace {

/// Tells decorators of a transfer, from construction to destruction.
class Transfer {
 public:
  Transfer(Transport& transport, std::string_view name, std::size_t bytes) : transport_(transport) {
    transport_.begin_transfer(name, bytes);
  }
  ~Transfer() { transport_.end_transfer(); }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

 private:
  Transport& transport_;
};

/// Notes how long a broadcast was under way before it was needed.
class Hidden final : public Broadcasting {
 public:
  Hidden(Transport& transport, std::unique_ptr<Broadcasting> broadcast)
      : transport_(transport), broadcast_(std::move(broadcast)), begun_(mpi::wall_time()) {}

  bool advance() override {
    if (!ended_ && broadcast_->advance()) ended_ = mpi::wall_time();
    return ended_.has_value();
  }
  void finish() override {
    transport_.note_hidden(ended_.value_or(mpi::wall_time()) - begun_);
    const Transfer transfer(transport_, "finish broadcast", 0);
    broadcast_->finish();
  }

 private:
  Transport& transport_;
  std::unique_ptr<Broadcasting> broadcast_;
  double begun_;
  std::optional<double> ended_;  ///< when nothing was left to do, as far as advance() saw
};

/// On a single rank.
class NothingToDo final : public Broadcasting {
 public:
  bool advance() override { return true; }
  void finish() override {}
};

}  // namespace

Messenger::Messenger(Transport& transport, Strategy strategy) : transport_(&transport), strategy_(std::move(strategy)) {
  if (size() > 1) strategy_.pace->prepare(transport);
}

void Messenger::sum(std::span<core::Complex> values, int root) const {
  if (size() == 1) return;
  const Transfer transfer(*transport_, "sum", values.size_bytes());
  const std::span<double> parts(reinterpret_cast<double*>(values.data()), 2 * values.size());
  strategy_.route->sum(means(), parts, sizeof(core::Complex), root);
}

void Messenger::broadcast_bytes(MutableBytes data, std::size_t element, int root) const {
  if (size() == 1) return;
  const Transfer transfer(*transport_, "broadcast", data.size());
  strategy_.route->broadcast(means(), data, element, root);
}

std::unique_ptr<Broadcasting> Messenger::start_broadcast_bytes(MutableBytes data, std::size_t element, int root) const {
  if (size() == 1) return std::make_unique<NothingToDo>();
  const Transfer transfer(*transport_, "start broadcast", data.size());
  auto broadcast = strategy_.route->start_broadcast(means(), data, element, root);
  if (!overlaps()) return broadcast;
  return std::make_unique<Hidden>(*transport_, std::move(broadcast));
}

void Messenger::send_bytes(Bytes data, std::size_t element, int destination) const {
  const Transfer transfer(*transport_, "send", data.size());
  comm::send(means(), data, element, destination);
}

void Messenger::receive_bytes(MutableBytes data, std::size_t element, int source) const {
  const Transfer transfer(*transport_, "receive", data.size());
  comm::receive(means(), data, element, source);
}

Traffic Messenger::broadcast_traffic(std::size_t bytes, std::size_t element) const {
  return strategy_.route->broadcast_traffic({bytes, element, size()}, *strategy_.cut, *strategy_.pace);
}

Traffic Messenger::sum_traffic(std::size_t bytes) const {
  return strategy_.route->sum_traffic({bytes, sizeof(core::Complex), size()}, *strategy_.cut, *strategy_.pace);
}

Traffic Messenger::send_traffic(std::size_t bytes, std::size_t element) const {
  return tree_traffic(1, {bytes, element, size()}, *strategy_.cut, *strategy_.pace);
}

}  // namespace febem::comm
