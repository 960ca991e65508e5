// What the tickets of one rank stand for.
#pragma once

#include <utility>
#include <vector>

#include "comm/transport.h"

namespace febem::comm {

/// Entries by ticket. A ticket that has been closed is given out again.
template <class Entry>
class TicketTable {
 public:
  Ticket open() {
    if (free_.empty()) {
      entries_.emplace_back();
      return entries_.size() - 1;
    }
    const Ticket ticket = free_.back();
    free_.pop_back();
    return ticket;
  }
  void close(Ticket ticket) {
    entries_[ticket] = Entry{};
    free_.push_back(ticket);
  }
  /// Valid until the next open().
  Entry& operator[](Ticket ticket) { return entries_[ticket]; }

  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
  std::vector<Ticket> free_;
};

}  // namespace febem::comm
