// The messages and bytes of transfers and stages, all ranks together, by the formulas of the
// READMEs: written by hand once more, for tests to hold against the ledger.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "comm/messenger.h"
#include "core/rank_range.h"
#include "la/row_map.h"

namespace febem::test {

using comm::Traffic;
using core::Complex;
using core::Count;
using core::Operation;

/// Transfers by one strategy among so many ranks.
class Costs {
 public:
  Costs(const comm::Strategy& strategy, int ranks) : strategy_(strategy), ranks_(ranks) {}
  Costs(const comm::StrategyNames& names, int ranks) : Costs(comm::make_strategy(names), ranks) {}
  explicit Costs(const comm::Messenger& messages) : Costs(messages.strategy(), messages.size()) {}

  int ranks() const { return ranks_; }
  /// Among a team, which has no collective of the library.
  Costs of_team(const core::RankRange& team) const {
    auto strategy = strategy_;
    if (strategy.chooser == nullptr && !strategy.route->follows_pace())
      strategy.route = comm::make_route("binomial");
    return {strategy, team.size()};
  }

  Traffic broadcast(std::size_t bytes, std::size_t element) const {
    return of(Operation::broadcast, bytes, element);
  }
  Traffic ibroadcast(std::size_t bytes, std::size_t element) const {
    return of(Operation::ibroadcast, bytes, element);
  }
  Traffic sum(std::size_t bytes) const { return of(Operation::sum, bytes, sizeof(Complex)); }
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
    return {strategy_.pace->messages(pieces), static_cast<Count>(bytes)};
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
  Traffic of(Operation operation, std::size_t bytes, std::size_t element) const {
    if (ranks_ <= 1) return {};  // a team may be empty
    const auto& strategy =
        strategy_.chooser ? strategy_.chooser->choose(operation, bytes) : strategy_;
    return strategy.route->traffic(
        operation, {bytes, element, ranks_}, strategy.cut, *strategy.pace);
  }

  comm::Strategy strategy_;
  int ranks_;
};

}  // namespace febem::test
