// Short notes between the decorators of different ranks, sent without waiting and received when
// they are asked for.
#pragma once

#include <list>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "comm/transport.h"

namespace febem::network {

/// Notes of one kind, which arrive from each rank in the order they were sent. The purpose is the
/// mailbox's alone.
template <class Note>
class Mailbox {
  static_assert(std::is_trivially_copyable_v<Note>);

 public:
  Mailbox(comm::Transport& transport, comm::Purpose purpose)
      : transport_(&transport), purpose_(purpose),
        incoming_(static_cast<std::size_t>(transport.size())) {}

  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox() {
    for (const auto& in : incoming_)
      if (in.posted) transport_->cancel(in.ticket);
  }

  void send(const Note& note, int destination) {
    while (!outgoing_.empty() && transport_->test(outgoing_.front().ticket)) outgoing_.pop_front();
    auto& sent = outgoing_.emplace_back(Outgoing{note, 0});
    sent.ticket = transport_->begin(
        comm::Message::send(std::as_bytes(std::span(&sent.note, 1)), destination, purpose_));
  }

  /// One more note will come from `source`.
  void expect(int source) { ++from(source).expected; }
  bool expects(int source) const {
    return incoming_[static_cast<std::size_t>(source)].expected > 0;
  }

  /// The next expected note from `source`, if it is there.
  std::optional<Note> take(int source) {
    auto& in = from(source);
    if (in.expected == 0) return {};
    if (!in.posted)
      in.ticket = transport_->begin(
          comm::Message::receive(std::as_writable_bytes(std::span(&in.note, 1)), source, purpose_));
    in.posted = !transport_->test(in.ticket);
    if (in.posted) return {};
    --in.expected;
    return in.note;
  }

  /// Blocks until every note sent has left.
  void flush() {
    for (; !outgoing_.empty(); outgoing_.pop_front()) transport_->wait(outgoing_.front().ticket);
  }

 private:
  struct Outgoing {
    Note note;
    comm::Ticket ticket;
  };
  struct Incoming {
    Note note{};
    comm::Ticket ticket = 0;
    bool posted = false;
    long long expected = 0;
  };
  Incoming& from(int source) { return incoming_[static_cast<std::size_t>(source)]; }

  comm::Transport* transport_;
  comm::Purpose purpose_;
  std::list<Outgoing> outgoing_;    ///< a list: the notes must not move while they are in flight
  std::vector<Incoming> incoming_;  ///< by rank; its length never changes
};

}  // namespace febem::network
