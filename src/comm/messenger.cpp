#include "comm/messenger.h"

namespace febem::comm {

void Messenger::sum(std::span<core::Complex> values, int root) const {
  if (size() == 1) return;
  const std::span<double> parts(reinterpret_cast<double*>(values.data()), 2 * values.size());
  strategy_.route->sum(means(), parts, sizeof(core::Complex), root);
}

void Messenger::broadcast_bytes(MutableBytes data, std::size_t element, int root) const {
  if (size() > 1) strategy_.route->broadcast(means(), data, element, root);
}

void Messenger::send_bytes(Bytes data, std::size_t element, int destination) const {
  comm::send(means(), data, element, destination);
}

void Messenger::receive_bytes(MutableBytes data, std::size_t element, int source) const {
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
