#include "model/packet.h"

#include <cstdint>

namespace febem::model {

void Packet::write_bytes(const void* data, std::size_t count, std::size_t element) {
  const std::uint64_t length = count;
  const auto* head = reinterpret_cast<const std::byte*>(&length);
  bytes_.insert(bytes_.end(), head, head + sizeof length);
  const auto* body = static_cast<const std::byte*>(data);
  bytes_.insert(bytes_.end(), body, body + count * element);
}

std::size_t Packet::next_length() {
  std::uint64_t length = 0;
  read_bytes(&length, sizeof length);
  return length;
}

void Packet::read_bytes(void* data, std::size_t bytes) {
  if (bytes > bytes_.size() - position_) throw core::RunError("a packet ends too early");
  if (bytes > 0) std::memcpy(data, bytes_.data() + position_, bytes);
  position_ += bytes;
}

void Packet::broadcast(const comm::Messenger& messages, int root) {
  messages.broadcast_varying(bytes_, root);
  position_ = 0;
}

comm::Traffic packet_traffic(std::size_t bytes, const comm::Messenger& messages) {
  return messages.broadcast_traffic(sizeof(std::size_t), sizeof(std::size_t)) + messages.broadcast_traffic(bytes, 1);
}

}  // namespace febem::model
