// The messages and bytes of transfers and stages, all ranks together, by the formulas of the
// READMEs: written by hand once more, for tests to hold against the ledger.
#pragma once

#include <bit>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "comm/messenger.h"
#include "comm/routes/parts/blocks.h"
#include "core/metrics.h"
#include "core/rank_range.h"
#include "la/row_map.h"

namespace febem::test {

using core::Complex;
using core::Count;
using core::Traffic;

/// Number of pieces still to come.
inline Count count(comm::Pieces pieces) {
  Count number = 0;
  while (pieces.next()) ++number;
  return number;
}

/// A pace by its name and its parameter, without which it takes `usual`.
struct PaceWord {
  explicit PaceWord(const std::string& word)
      : name(word.substr(0, word.find(':'))), parameter(word.substr(name.size())) {}

  std::size_t number(std::size_t usual) const {
    return parameter.empty() ? usual : comm::parse_size(parameter.substr(1)).value();
  }

  std::string name, parameter;
};

/// Bytes that a receiver grants to a sender by the pace `credit`.
inline std::size_t credit_of(const PaceWord& pace) { return pace.number(std::size_t{64} << 10); }

/// Messages, replies included, that a message of these pieces takes: one a piece, unless the pace
/// is one of these.
inline Count messages(const std::string& word, comm::Pieces pieces) {
  const PaceWord pace(word);
  const Count of_pieces = count(pieces);
  if (pace.name == "ack") return 2 * of_pieces;
  if (pace.name == "put" || pace.name == "shared") return 3 * of_pieces;
  if (pace.name != "credit") return of_pieces;
  // A grant for each half of the credit that has arrived, while pieces are still to come.
  const std::size_t credit = credit_of(pace), threshold = credit - credit / 2;
  Count grants = 0;
  std::size_t received = 0;
  for (Count left = of_pieces; left > 1; --left)
    if ((received += pieces.next()->length) >= threshold) {
      ++grants;
      received = 0;
    }
  return of_pieces + grants;
}

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// Bytes that a receiver may have to hold for one sender, if no piece is longer than `piece`:
/// without a limit, unless the pace is one of these.
inline std::size_t most_outstanding(const std::string& word, std::size_t piece) {
  const PaceWord pace(word);
  if (pace.name == "ack" || pace.name == "sync") return piece;
  if (pace.name == "window" || pace.name == "persistent") return pace.number(4) * piece;
  if (pace.name == "credit") return credit_of(pace);
  if (pace.name == "put" || pace.name == "shared")
    return pace.number(std::size_t{128} << 10) / 32 * 32;
  return no_limit;
}

/// Transfers by one strategy among so many ranks.
class Costs {
 public:
  Costs(const comm::Strategy& strategy, int ranks) : strategy_(strategy), ranks_(ranks) {}
  Costs(const comm::StrategyNames& names, int ranks) : Costs(comm::make_strategy(names), ranks) {}
  explicit Costs(const comm::Messenger& messages) : Costs(messages.strategy(), messages.size()) {}

  int ranks() const { return ranks_; }
  /// Among a team, which has no collective of the library.
  Costs of_team(const core::RankRange& team) const {
    auto names = strategy_.names;
    if (!strategy_.route->follows_pace()) names.route = "binomial";
    return {names, team.size()};
  }

  Traffic broadcast(std::size_t bytes, std::size_t element) const {
    return ranks_ <= 1 ? Traffic{} : along_route(bytes, element, false);  // a team may be empty
  }
  Traffic ibroadcast(std::size_t bytes, std::size_t element) const {
    return broadcast(bytes, element);
  }
  Traffic sum(std::size_t bytes) const {
    return ranks_ <= 1 ? Traffic{} : along_route(bytes, sizeof(Complex), true);
  }
  /// A broadcast of so many numbers.
  Traffic broadcast_numbers(Count entries) const {
    return broadcast(entries * sizeof(Complex), sizeof(Complex));
  }
  /// A sum that every rank gets.
  Traffic sum_everywhere(Count entries) const {
    return sum(entries * sizeof(Complex)) + broadcast_numbers(entries);
  }
  Traffic send(std::size_t bytes, std::size_t element) const {
    const comm::Pieces pieces(strategy_.cut, bytes, element, strategy_.pace->longest_piece());
    return {messages(strategy_.names.pace, pieces), static_cast<Count>(bytes)};
  }
  Traffic send_numbers(Count entries) const {
    return send(entries * sizeof(Complex), sizeof(Complex));
  }
  /// `bytes` of each rank.
  Traffic gather(const std::vector<std::size_t>& bytes, std::size_t element, int root) const {
    Traffic total;
    for (std::size_t source = 0; source < bytes.size(); ++source)
      if (source != static_cast<std::size_t>(root)) total += send(bytes[source], element);
    return total;
  }
  Traffic all_reduce(std::size_t bytes) const {
    return gather(std::vector(static_cast<std::size_t>(ranks_), bytes), bytes, 0) +
           broadcast(bytes, bytes);
  }
  /// Tasks given to other ranks, so many: a request and an answer each, and both once more for
  /// each rank that is told that no task is left.
  Traffic tasks(Count tasks) const {
    const Count asked = tasks + ranks_ - 1;
    return {2 * asked, asked * static_cast<Count>(sizeof(std::int64_t))};
  }
  /// common::all_gather() of so many numbers of each rank.
  Traffic all_gather(const std::vector<std::size_t>& lengths) const {
    std::vector<std::size_t> bytes;
    for (const auto length : lengths) bytes.push_back(length * sizeof(Complex));
    return gather(bytes, sizeof(Complex), 0) +
           broadcast_numbers(std::accumulate(lengths.begin(), lengths.end(), Count{0}));
  }
  /// common::all_entries().
  Traffic all_entries(const la::RowMap& map) const {
    std::vector<std::size_t> lengths;
    for (int rank = 0; rank < map.ranks(); ++rank)
      lengths.push_back(static_cast<std::size_t>(map.local_rows(rank)));
    return all_gather(lengths);
  }

 private:
  /// A sum, or a broadcast, which sends nothing to the root. Along a tree, P - 1 copies of the
  /// message, unless the route is one of these.
  Traffic along_route(std::size_t bytes, std::size_t element, bool to_root) const {
    const auto& route = strategy_.names.route;
    if (!strategy_.route->follows_pace())
      return {count({strategy_.cut, bytes, element}), static_cast<Count>(bytes)};
    if (route == "ring") return round_ring(bytes, element, to_root);
    if (route == "rabenseifner") return between_halves(bytes, element, to_root);
    return (ranks_ - 1) * send(bytes, element);
  }
  /// Each of P blocks goes to all but one rank; each but the root's own to the root.
  Traffic round_ring(std::size_t bytes, std::size_t element, bool to_root) const {
    const comm::Blocks blocks(bytes, element, ranks_);
    Traffic total;
    for (int b = 0; b < ranks_; ++b)
      total += (ranks_ - 1 + (to_root && b > 0 ? 1 : 0)) * send(blocks.length(b, b + 1), element);
    return total;
  }
  /// Q = 2^n ranks halve and double the message; the others send, or get, it whole.
  Traffic between_halves(std::size_t bytes, std::size_t element, bool to_root) const {
    const int q = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks_)));
    const comm::Blocks blocks(bytes, element, q);
    Traffic total = (ranks_ - q) * send(bytes, element);
    for (int d = 1; d < q; d *= 2)
      for (int first = 0; first < q; first += d)
        total += (d + (first % (2 * d) == d && (to_root || first != d) ? 1 : 0)) *
                 send(blocks.length(first, first + d), element);
    return total;
  }

  comm::Strategy strategy_;
  int ranks_;
};

}  // namespace febem::test
