// Distribution of the master's values to every rank.
#pragma once

#include <Eigen/SparseCore>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/messenger.h"
#include "core/error.h"
#include "fem/rigid_body.h"
#include "la/dissection.h"
#include "mesh/solid.h"

namespace febem::cases {

/// The bytes of values. `packet(a, b)` appends a and b to a packet to write, and sets them from one
/// to read. Every process must have the same representation of numbers.
class Packet {
 public:
  /// A packet to write.
  Packet() = default;
  /// A packet to read.
  explicit Packet(std::vector<std::byte> bytes) : bytes_(std::move(bytes)), reads_(true) {}

  template <class... T>
  void operator()(T&... values) {
    (pass(values), ...);
  }

  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  template <class T>
  static constexpr bool is_plain =
      std::is_trivially_copyable_v<T> || std::is_same_v<T, mesh::Vec3> ||
      std::is_same_v<T, std::array<mesh::Vec3, 4>>;

  template <class T>
  void pass(T& value) {
    if constexpr (is_plain<T>)
      pass(&value, 1);
    else
      pass_members(*this, value);
  }

  template <class T>
  void pass(T* values, std::size_t count) {
    const auto length = count * sizeof(T);
    if (!reads_) bytes_.resize(position_ + length);
    if (length > bytes_.size() - position_) throw core::RunError("a packet ends too early");
    auto* const here = bytes_.data() + position_;
    if (length > 0)
      std::memcpy(reads_ ? static_cast<void*>(values) : here,
          reads_ ? here : static_cast<const void*>(values), length);
    position_ += length;
  }

  /// A text or a list.
  template <class List>
  void pass_list(List& list) {
    std::size_t length = list.size();
    pass(length);
    list.resize(length);
    if constexpr (is_plain<typename List::value_type>)
      pass(list.data(), length);
    else
      for (auto& value : list) pass(value);
  }
  void pass(std::string& text) { pass_list(text); }
  template <class T>
  void pass(std::vector<T>& values) {
    pass_list(values);
  }

  template <class Name, class T>
  void pass(std::map<Name, T>& map) {
    std::vector<std::pair<Name, T>> entries(map.begin(), map.end());
    pass(entries);
    map = {entries.begin(), entries.end()};
  }
  template <class A, class B>
  void pass(std::pair<A, B>& pair) {
    (*this)(pair.first, pair.second);
  }

  void pass(la::RealMatrix& matrix) {
    auto rows = matrix.rows(), columns = matrix.cols();
    (*this)(rows, columns);
    matrix.resize(rows, columns);
    pass(matrix.data(), static_cast<std::size_t>(matrix.size()));
  }
  void pass(fem::SparseMatrix& matrix) {
    auto rows = matrix.rows(), columns = matrix.cols(), entries = matrix.nonZeros();
    (*this)(rows, columns, entries);
    if (reads_) matrix.resize(rows, columns);
    if (reads_) matrix.resizeNonZeros(entries);
    pass(matrix.outerIndexPtr(), static_cast<std::size_t>(columns) + 1);
    pass(matrix.innerIndexPtr(), static_cast<std::size_t>(entries));
    pass(matrix.valuePtr(), static_cast<std::size_t>(entries));
  }

  std::vector<std::byte> bytes_;
  std::size_t position_ = 0;
  bool reads_ = false;
};

inline void pass_members(Packet& packet, mesh::Solid& s) {
  packet(s.points, s.elements, s.regions, s.node_sets, s.face_sets);
}
inline void pass_members(Packet& packet, fem::Material& m) {
  packet(m.young, m.poisson, m.density, m.loss_factor, m.physics, m.piezoelectric);
}
inline void pass_members(Packet& packet, fem::Support& s) { packet(s.node_set, s.fixed, s.mirror); }
inline void pass_members(Packet& packet, fem::Electrode& e) {
  packet(e.face_set, e.is_held, e.by_current, e.circuit);
}
inline void pass_members(Packet& packet, fem::BodyMotions& m) {
  packet(m.body, m.first_column, m.first_dof, m.modes);
}
inline void pass_members(Packet& packet, fem::RigidBodyMotions& m) { packet(m.bodies, m.replaced); }
inline void pass_members(Packet& packet, la::Dissection& d) { packet(d.order, d.nodes); }

/// Gives every rank the master's values, in two broadcasts: the length of the packet, and the
/// packet. Collective.
template <class... T>
void share(const comm::Messenger& messages, T&... values) {
  if (messages.size() == 1) return;
  const bool is_master = messages.rank() == core::master;
  Packet packet;
  if (is_master) packet(values...);
  messages.broadcast_varying(packet.bytes(), core::master);
  if (!is_master) Packet(std::move(packet.bytes()))(values...);
}

}  // namespace febem::cases
