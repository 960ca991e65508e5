// The trace: when each rank was inside which transport call, which logical transfer and which
// section, and which send belongs to which receive. Kept in memory up to a bound; after the run the
// trace of all ranks becomes one file that ui.perfetto.dev and chrome://tracing open.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "comm/decorator.h"

namespace febem::network {

/// One thing that happened on a rank, s on rank 0's clock.
struct TraceEvent {
  enum class Kind : std::int32_t {
    section,   ///< text: its name
    transfer,  ///< text: "broadcast", ...
    call,      ///< text: "send", ...
    flow_out,  ///< a message leaves
    flow_in    ///< a message has been received
  };
  Kind kind;
  std::int32_t text = 0;  ///< place in the list of texts
  std::int32_t peer = -1;
  std::int32_t purpose = 0;
  std::uint64_t number =
      0;  ///< of a flow: how many of its purpose went before it, from its sender to its receiver
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
  using Channel = std::pair<int, comm::Purpose>;

  void keep(const TraceEvent& event);
  void keep_flow(TraceEvent::Kind kind, const comm::Message& message, std::uint64_t number);
  double now() const;
  std::int32_t text(std::string_view name);
  /// The number of a send or receive: how many of its purpose went before it between the two ranks;
  /// 0 of another message.
  std::uint64_t begins(const comm::Message& message) override;
  void completes(const Record& record) override;

  double offset_;
  std::size_t most_, sections_ = 0, others_ = 0;
  TraceLog log_;
  std::map<Channel, std::uint64_t> sent_, posted_;
  std::vector<TraceEvent> transfers_;  ///< begun and not ended, the innermost last
  TraceEvent section_{TraceEvent::Kind::section};
};

/// Gathers the logs of all ranks on rank 0, which writes them whole: a process for each rank with
/// its sections, transfers and calls, an arrow from the send of each message to its receive, and a
/// counter of the bytes in flight to each rank. `transport` is one that is not traced. Where ranks
/// ran out of room, messages that lack one of their ends are left out, and a mark in the file says
/// where. Returns how many events the ranks left out, on rank 0 and 0 elsewhere. Collective. Throws
/// core::RunError if the file cannot be written.
std::uint64_t write_trace(
    const std::filesystem::path& file, TraceLog log, comm::Transport& transport);

}  // namespace febem::network
