#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "comm/messenger.h"
#include "io/atomic_file.h"
#include "network/trace.h"

namespace febem::network {
namespace {

using Json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += text + '\n';
  return all;
}

std::vector<std::string> lines_of(const std::vector<char>& all) {
  std::vector<std::string> texts(1);
  for (const char c : all)
    if (c == '\n')
      texts.emplace_back();
    else
      texts.back() += c;
  texts.pop_back();
  return texts;
}

/// The logs of all ranks, by rank, on rank 0; empty elsewhere.
std::vector<TraceLog> gathered(TraceLog log, const comm::Messenger& messages) {
  const auto left_out = messages.gather(std::span(&log.left_out, 1), 0);
  const auto texts = messages.gather_varying(joined(log.texts), 0);
  auto events = messages.gather_varying(std::exchange(log.events, {}), 0);
  std::vector<TraceLog> logs;
  for (std::size_t rank = 0; rank < events.size(); ++rank)
    logs.push_back({std::move(events[rank]), lines_of(texts[rank]), left_out[rank].front()});
  return logs;
}

/// The text of the file, an event a line.
class TraceText {
 public:
  explicit TraceText(std::vector<TraceLog> logs) : logs_(std::move(logs)) {
    for (const auto& log : logs_)
      for (const auto& event : log.events) start_ = std::min(start_, event.begin);
    for (std::size_t rank = 0; rank < logs_.size(); ++rank)
      for (const auto& event : logs_[rank].events)
        if (is_flow(event)) ++flows_[key(static_cast<int>(rank), event)].ends;
  }

  std::string text() {
    for (std::size_t rank = 0; rank < logs_.size(); ++rank) add_rank(static_cast<int>(rank));
    add_counters();
    return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" + text_ + "\n]}\n";
  }

 private:
  using Key = std::tuple<int, int, int, std::uint64_t>;  ///< from, to, purpose, number
  struct Flow {
    int ends = 0;  ///< seen, of two
    std::size_t id = 0;
  };

  static bool is_flow(const TraceEvent& event) { return event.kind == TraceEvent::Kind::flow; }

  static Key key(int rank, const TraceEvent& event) {
    const bool out = event.way == TraceEvent::Way::out;
    return {out ? rank : event.peer, out ? event.peer : rank, event.purpose, event.number};
  }

  /// The id of a message, from 1; 0 of one that lacks an end.
  std::size_t id_of(int rank, const TraceEvent& event) {
    const auto flow = flows_.find(key(rank, event));
    if (flow == flows_.end() || flow->second.ends < 2) return 0;
    if (flow->second.id == 0) flow->second.id = ++ids_;
    return flow->second.id;
  }

  void add(const Json& event) { text_ += (text_.empty() ? "" : ",\n") + event.dump(); }

  /// Whole nanoseconds, so that nested spans stay nested after rounding; the unit of the format is
  /// the microsecond.
  double nanoseconds(double moment) const { return std::round((moment - start_) * 1e9); }

  void add_rank(int rank) {
    add({{"ph", "M"}, {"pid", rank}, {"name", "process_name"},
        {"args", {{"name", "rank " + std::to_string(rank)}}}});
    auto& log = logs_[static_cast<std::size_t>(rank)];
    std::stable_sort(log.events.begin(), log.events.end(), [](const auto& a, const auto& b) {
      return std::tuple(a.begin, -a.end, a.kind) < std::tuple(b.begin, -b.end, b.kind);
    });
    double last = start_;  // end of the last event that was kept
    for (const auto& event : log.events) {
      if (event.kind != TraceEvent::Kind::section) last = std::max(last, event.end);
      if (is_flow(event))
        add_flow(rank, event);
      else
        add_span(rank, event, log.texts[static_cast<std::size_t>(event.text)]);
    }
    if (log.left_out == 0) return;
    add({{"ph", "i"}, {"pid", rank}, {"tid", 0}, {"s", "p"}, {"ts", nanoseconds(last) / 1e3},
        {"name", "no more room: " + std::to_string(log.left_out) + " later events are left out"}});
  }

  void add_span(int rank, const TraceEvent& event, const std::string& name) {
    constexpr const char* categories[] = {"section", "transfer", "call"};
    const double begin = nanoseconds(event.begin), end = nanoseconds(event.end);
    Json json{{"ph", "X"}, {"pid", rank}, {"tid", 0}, {"name", name},
        {"cat", categories[static_cast<int>(event.kind)]}, {"ts", begin / 1e3},
        {"dur", (end - begin) / 1e3}};
    if (event.peer >= 0) json["args"]["peer"] = event.peer;
    if (event.bytes > 0) json["args"]["bytes"] = event.bytes;
    if (event.way != TraceEvent::Way::none)
      if (const auto id = id_of(rank, event)) json["args"]["message"] = id;
    add(json);
  }

  void add_flow(int rank, const TraceEvent& event) {
    const bool out = event.way == TraceEvent::Way::out;
    const int to = out ? event.peer : rank;
    const auto id = id_of(rank, event);
    if (id == 0) return;
    Json json{{"ph", out ? "s" : "f"}, {"pid", rank}, {"tid", 0}, {"name", "message"},
        {"cat", "message"}, {"id", id}, {"ts", nanoseconds(event.begin) / 1e3}};
    if (!out) json["bp"] = "e";
    add(json);
    changes_.emplace_back(event.begin, to,
        out ? static_cast<double>(event.bytes) : -static_cast<double>(event.bytes));
  }

  void add_counters() {
    std::sort(changes_.begin(), changes_.end());
    std::map<int, double> in_flight;
    for (const auto& [moment, to, bytes] : changes_) {
      if (bytes == 0) continue;
      in_flight[to] += bytes;
      add({{"ph", "C"}, {"pid", to}, {"name", "bytes on their way here"},
          {"ts", nanoseconds(moment) / 1e3}, {"args", {{"bytes", in_flight[to]}}}});
    }
  }

  std::vector<TraceLog> logs_;
  double start_ = std::numeric_limits<double>::max();
  std::string text_;
  std::map<Key, Flow> flows_;
  std::size_t ids_ = 0;
  std::vector<std::tuple<double, int, double>> changes_;  ///< s, rank, bytes in flight to it
};

}  // namespace

std::uint64_t write_trace(
    const std::filesystem::path& file, TraceLog log, comm::Transport& transport) {
  const comm::Messenger messages(transport, comm::make_strategy({}));
  auto logs = gathered(std::move(log), messages);
  if (transport.rank() != 0) return 0;
  std::uint64_t left_out = 0;
  for (const auto& one : logs) left_out += one.left_out;
  io::write_output(file, TraceText(std::move(logs)).text());
  return left_out;
}

}  // namespace febem::network
