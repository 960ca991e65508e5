#include "app/trace_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "comm/messenger.h"
#include "io/atomic_file.h"

namespace febem::app {
namespace {

using comm::TraceEvent;
using comm::TraceLog;
using Json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += text + '\n';
  return all;
}

std::vector<std::string> split(const std::string& all) {
  std::vector<std::string> texts(1);
  for (const char c : all)
    if (c == '\n')
      texts.emplace_back();
    else
      texts.back() += c;
  texts.pop_back();
  return texts;
}

void send(const TraceLog& log, const comm::Messenger& messages) {
  const std::string texts = joined(log.texts);
  const std::uint64_t lengths[2] = {log.events.size(), texts.size()};
  messages.send(std::span<const std::uint64_t>(lengths), 0);
  messages.send(std::span<const TraceEvent>(log.events), 0);
  messages.send(std::span<const char>(texts), 0);
}

TraceLog receive(const comm::Messenger& messages, int rank) {
  std::uint64_t lengths[2] = {};
  messages.receive(std::span<std::uint64_t>(lengths), rank);
  std::vector<TraceEvent> events(lengths[0], TraceEvent{TraceEvent::Kind::call});
  std::string texts(lengths[1], ' ');
  messages.receive(std::span(events), rank);
  messages.receive(std::span(texts.data(), texts.size()), rank);
  return {std::move(events), split(texts)};
}

/// The text of the file, an event a line.
class TraceText {
 public:
  explicit TraceText(std::vector<TraceLog> logs) : logs_(std::move(logs)) {
    for (const auto& log : logs_)
      for (const auto& event : log.events) start_ = std::min(start_, event.begin);
  }

  std::string text() {
    for (std::size_t rank = 0; rank < logs_.size(); ++rank) add_rank(static_cast<int>(rank));
    add_counters();
    return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" + text_ + "\n]}\n";
  }

 private:
  void add(const Json& event) { text_ += (text_.empty() ? "" : ",\n") + event.dump(); }

  /// Whole nanoseconds, so that what nests does so after rounding; the unit of the format is the microsecond.
  double nanoseconds(double moment) const { return std::round((moment - start_) * 1e9); }

  void add_rank(int rank) {
    add({{"ph", "M"}, {"pid", rank}, {"name", "process_name"}, {"args", {{"name", "rank " + std::to_string(rank)}}}});
    auto& log = logs_[static_cast<std::size_t>(rank)];
    std::stable_sort(log.events.begin(), log.events.end(), [](const auto& a, const auto& b) {
      return std::tuple(a.begin, -a.end, a.kind) < std::tuple(b.begin, -b.end, b.kind);
    });
    for (const auto& event : log.events)
      if (event.kind == TraceEvent::Kind::flow_out || event.kind == TraceEvent::Kind::flow_in)
        add_flow(rank, event);
      else
        add_span(rank, event, log.texts[static_cast<std::size_t>(event.text)]);
  }

  void add_span(int rank, const TraceEvent& event, const std::string& name) {
    constexpr const char* categories[] = {"section", "transfer", "call"};
    const double begin = nanoseconds(event.begin), end = nanoseconds(event.end);
    Json json{{"ph", "X"}, {"pid", rank}, {"tid", 0}, {"name", name},
              {"cat", categories[static_cast<int>(event.kind)]}, {"ts", begin / 1e3}, {"dur", (end - begin) / 1e3}};
    if (event.peer >= 0) json["args"]["peer"] = event.peer;
    if (event.bytes > 0) json["args"]["bytes"] = event.bytes;
    add(json);
  }

  void add_flow(int rank, const TraceEvent& event) {
    const bool out = event.kind == TraceEvent::Kind::flow_out;
    const int from = out ? rank : event.peer, to = out ? event.peer : rank;
    const auto id = ids_.emplace(std::tuple(from, to, event.purpose, event.number), ids_.size() + 1).first->second;
    Json json{{"ph", out ? "s" : "f"}, {"pid", rank}, {"tid", 0}, {"name", "message"}, {"cat", "message"},
              {"id", id}, {"ts", nanoseconds(event.begin) / 1e3}};
    if (!out) json["bp"] = "e";
    add(json);
    changes_.emplace_back(event.begin, to, out ? static_cast<double>(event.bytes) : -static_cast<double>(event.bytes));
  }

  void add_counters() {
    std::sort(changes_.begin(), changes_.end());
    std::map<int, double> under_way;
    for (const auto& [moment, to, bytes] : changes_) {
      if (bytes == 0) continue;
      under_way[to] += bytes;
      add({{"ph", "C"}, {"pid", to}, {"name", "bytes on their way here"}, {"ts", nanoseconds(moment) / 1e3},
           {"args", {{"bytes", under_way[to]}}}});
    }
  }

  std::vector<TraceLog> logs_;
  double start_ = std::numeric_limits<double>::max();
  std::string text_;
  std::map<std::tuple<int, int, int, std::uint64_t>, std::size_t> ids_;  ///< of flows
  std::vector<std::tuple<double, int, double>> changes_;  ///< s, rank, bytes on their way to it
};

}  // namespace

void write_trace(const std::filesystem::path& file, comm::TraceLog log, comm::Transport& transport) {
  const comm::Messenger messages(transport, comm::make_strategy({}));
  if (transport.rank() != 0) return send(log, messages);
  std::vector<TraceLog> logs{std::move(log)};
  for (int rank = 1; rank < transport.size(); ++rank) logs.push_back(receive(messages, rank));
  io::write_output(file, TraceText(std::move(logs)).text());
}

}  // namespace febem::app
