// The trace: when each rank was inside which transport call, which logical transfer and which
// section, and which send belongs to which receive. Kept in memory up to a bound; after the run the
// trace of all ranks becomes one file that ui.perfetto.dev and chrome://tracing open.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "comm/decorator.h"

namespace febem::network {

/// One thing that happened on a rank, s on rank 0's clock.
struct TraceEvent {
  enum class Kind : std::int16_t {
    section,   ///< text: its name
    transfer,  ///< text: "broadcast", ...
    call,      ///< text: "send", ...
    flow       ///< a message leaves, or has been received
  };
  enum class Way : std::int16_t { none, out, in };
  Kind kind;
  Way way = Way::none;    ///< of the message of a flow or a call; none: there is no such message
  std::int32_t text = 0;  ///< place in the list of texts
  std::int32_t peer = -1;
  std::int32_t purpose = 0;
  std::uint64_t number = 0;  ///< of a message: how many of its purpose went before it, from its
                             ///< sender to its receiver
  std::uint64_t bytes = 0;
  double begin = 0, end = 0;  ///< the same for a flow
};

/// What one rank saw. Spans of one kind do not overlap; calls lie within transfers, and transfers
/// within sections.
struct TraceLog {
  std::vector<TraceEvent> events;
  std::vector<std::string> texts;
  std::uint64_t left_out = 0;  ///< events that came when there was no more room
};

class Trace final : public comm::Decorator {
 public:
  /// `offset` as clock_offset() gives it. Keeps the first `most` events, and as many sections,
  /// which are the outline.
  Trace(comm::Transport& below, double offset, std::size_t most);

  /// Ends the current section and hands over the log, which is empty afterwards.
  TraceLog take();

  void enter(std::string_view section) override;
  void begin_transfer(std::string_view name, std::size_t bytes) override;
  void end_transfer() override;
  bool observes_transfers() const override { return true; }

  void perform(const comm::Message& message) override;
  comm::Ticket begin(const comm::Message& message) override;
  comm::Ticket prepare(const comm::Message& message) override;
  void start(comm::Ticket prepared) override;
  void wait(comm::Ticket ticket) override;
  bool test(comm::Ticket ticket) override;

 private:
  class Call;
  using Channel = std::tuple<comm::Message::Kind, int, comm::Purpose>;  ///< second: peer

  void keep(const TraceEvent& event);
  void keep_flow(const comm::Message& message, std::uint64_t number);
  double now() const;
  std::int32_t text(std::string_view name);
  /// The counter of messages of a kind with the same peer and purpose.
  std::uint64_t& count(const comm::Message& message);
  /// The number of a message: how many of its kind and purpose went before it to or from the peer.
  std::uint64_t begins(const comm::Message& message) override;
  void completes(const Record& record) override;

  double offset_;
  std::size_t most_, sections_ = 0, others_ = 0;
  TraceLog log_;
  std::map<Channel, std::uint64_t> counts_;
  std::vector<TraceEvent> transfers_;  ///< begun and not ended, the innermost last
  TraceEvent section_{TraceEvent::Kind::section};
};

/// Gathers the logs of all ranks on rank 0, which writes them whole: a process for each rank with
/// its sections, transfers and calls, an arrow from the send of each message to its receive, and a
/// counter of the bytes in flight to each rank. Calls that begin or complete a message have its id.
/// `transport` is one that is not traced. Where ranks ran out of room, messages that lack one of
/// their ends are left out, and a mark in the file says where. Returns how many events the ranks
/// left out, on rank 0 and 0 elsewhere. Collective. Throws core::RunError if the file cannot be
/// written.
std::uint64_t write_trace(
    const std::filesystem::path& file, TraceLog log, comm::Transport& transport);

}  // namespace febem::network
