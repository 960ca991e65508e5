// Distribution of the master's meshes and coupling to every rank. The data are packed into one buffer, which the master broadcasts by two
// messages: the length, then the bytes.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "comm/messenger.h"
#include "core/error.h"
#include "fem/structure.h"
#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::cases {

/// A buffer of values. They are read in the order in which they were written. Every process must have the same representation of numbers.
class Packet {
 public:
  template <class T>
  void write(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    write_bytes(values.data(), values.size(), sizeof(T));
  }
  void write(const std::string& text) { write_bytes(text.data(), text.size(), 1); }

  template <class T>
  std::vector<T> read() {
    std::vector<T> values(next_length());
    read_bytes(values.data(), values.size() * sizeof(T));
    return values;
  }
  std::string read_text() {
    std::string text(next_length(), '\0');
    read_bytes(text.data(), text.size());
    return text;
  }

  std::size_t size() const { return bytes_.size(); }

  /// Copies the master's packet to every rank. Collective.
  void broadcast(const comm::Messenger& messages, int root);

 private:
  void write_bytes(const void* data, std::size_t count, std::size_t element);
  std::size_t next_length();
  void read_bytes(void* data, std::size_t bytes);

  std::vector<std::byte> bytes_;
  std::size_t position_ = 0;
};

/// Messages and bytes that Packet::broadcast() sends for a packet of this many bytes, all ranks together.
comm::Traffic packet_traffic(std::size_t bytes, const comm::Messenger& messages);

Packet pack(const mesh::Solid& solid);
Packet pack(const mesh::Surface& surface);
Packet pack(const fem::SparseMatrix& matrix);

/// Replaces the argument on every rank by the argument of the master. Collective. Sends packet_traffic(pack(...).size()).
void distribute(mesh::Solid& solid, const comm::Messenger& messages);
void distribute(mesh::Surface& surface, const comm::Messenger& messages);
void distribute(fem::SparseMatrix& matrix, const comm::Messenger& messages);

}  // namespace febem::cases
