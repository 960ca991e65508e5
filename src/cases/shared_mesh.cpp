#include "cases/shared_mesh.h"

#include <algorithm>
#include <cstdint>

#include "core/types.h"

namespace febem::cases {
namespace {

std::vector<double> coordinates(const std::vector<mesh::Vec3>& points) {
  std::vector<double> result;
  result.reserve(3 * points.size());
  for (const auto& point : points) result.insert(result.end(), point.data(), point.data() + 3);
  return result;
}

std::vector<mesh::Vec3> points_from(const std::vector<double>& coordinates) {
  std::vector<mesh::Vec3> points(coordinates.size() / 3);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]};
  return points;
}

void write_names(Packet& packet, const std::vector<std::string>& names) {
  packet.write(std::vector<core::Index>(1, names.size()));
  for (const auto& name : names) packet.write(name);
}

std::vector<std::string> read_names(Packet& packet) {
  std::vector<std::string> names(packet.read<core::Index>().at(0));
  std::generate(names.begin(), names.end(), [&] { return packet.read_text(); });
  return names;
}

template <class T>
void write_sets(Packet& packet, const std::map<std::string, std::vector<T>>& sets) {
  packet.write(std::vector<core::Index>(1, sets.size()));
  for (const auto& [name, members] : sets) {
    packet.write(name);
    packet.write(members);
  }
}

template <class T>
std::map<std::string, std::vector<T>> read_sets(Packet& packet) {
  std::map<std::string, std::vector<T>> sets;
  for (core::Index count = packet.read<core::Index>().at(0); count > 0; --count) {
    auto name = packet.read_text();
    sets[std::move(name)] = packet.read<T>();
  }
  return sets;
}

}  // namespace

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

Packet pack(const mesh::Solid& solid) {
  Packet packet;
  packet.write(coordinates(solid.points));
  packet.write(solid.elements);
  write_names(packet, solid.regions);
  write_sets(packet, solid.node_sets);
  write_sets(packet, solid.face_sets);
  return packet;
}

Packet pack(const mesh::Surface& surface) {
  Packet packet;
  packet.write(coordinates(surface.points));
  packet.write(surface.panels);
  write_names(packet, surface.regions);
  return packet;
}

Packet pack(const fem::SparseMatrix& matrix) {
  Packet packet;
  const la::Index shape[] = {matrix.rows(), matrix.cols()};
  packet.write(std::vector<core::Index>(std::begin(shape), std::end(shape)));
  packet.write(std::vector<int>(matrix.outerIndexPtr(), matrix.outerIndexPtr() + matrix.outerSize() + 1));
  packet.write(std::vector<int>(matrix.innerIndexPtr(), matrix.innerIndexPtr() + matrix.nonZeros()));
  packet.write(std::vector<double>(matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros()));
  return packet;
}

void distribute(mesh::Solid& solid, const comm::Messenger& messages) {
  Packet packet = messages.rank() == core::master ? pack(solid) : Packet{};
  packet.broadcast(messages, core::master);
  if (messages.rank() == core::master) return;
  solid.points = points_from(packet.read<double>());
  solid.elements = packet.read<mesh::Element>();
  solid.regions = read_names(packet);
  solid.node_sets = read_sets<core::Index>(packet);
  solid.face_sets = read_sets<mesh::Face>(packet);
}

void distribute(mesh::Surface& surface, const comm::Messenger& messages) {
  Packet packet = messages.rank() == core::master ? pack(surface) : Packet{};
  packet.broadcast(messages, core::master);
  if (messages.rank() == core::master) return;
  surface.points = points_from(packet.read<double>());
  surface.panels = packet.read<mesh::Panel>();
  surface.regions = read_names(packet);
  measure(surface);
}

void distribute(fem::SparseMatrix& matrix, const comm::Messenger& messages) {
  Packet packet = messages.rank() == core::master ? pack(matrix) : Packet{};
  packet.broadcast(messages, core::master);
  if (messages.rank() == core::master) return;
  const auto shape = packet.read<core::Index>();
  const auto outer = packet.read<int>(), inner = packet.read<int>();
  const auto values = packet.read<double>();
  matrix = Eigen::Map<const fem::SparseMatrix>(shape.at(0), shape.at(1), values.size(), outer.data(), inner.data(), values.data());
}

}  // namespace febem::cases
