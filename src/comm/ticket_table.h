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
  Ticket open(Entry entry) {
    if (free_.empty()) {
      entries_.push_back(std::move(entry));
      return entries_.size() - 1;
    }
    const Ticket ticket = free_.back();
    free_.pop_back();
    entries_[ticket] = std::move(entry);
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
