#include "stages/common/row_operator.h"

#include <numeric>

namespace febem::common {
namespace {

using core::Complex;
using core::master;
using la::Index;

std::vector<std::size_t> lengths(const la::RowMap& map) {
  std::vector<std::size_t> result;
  for (int rank = 0; rank < map.ranks(); ++rank)
    result.push_back(static_cast<std::size_t>(map.local_rows(rank)));
  return result;
}

}  // namespace

std::vector<Complex> all_gather(const la::Vector& own, const std::vector<std::size_t>& lengths,
    const comm::Messenger& messages) {
  std::vector<Complex> all;
  for (const auto& values : messages.gather(la::span_of(own), lengths, master))
    all.insert(all.end(), values.begin(), values.end());
  all.resize(std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}));
  messages.broadcast(std::span(all), master);
  return all;
}

la::Vector own_entries(const la::RowMap& map, const la::Vector& whole, int rank) {
  la::Vector own(map.local_rows(rank));
  for (Index j = 0; j < own.size(); ++j) own[j] = whole[map.global(rank, j)];
  return own;
}

la::Vector all_entries(
    const la::RowMap& map, const la::Vector& own, const comm::Messenger& messages) {
  const auto by_rank = all_gather(own, lengths(map), messages);
  la::Vector whole(map.rows());
  auto next = by_rank.begin();
  for (int rank = 0; rank < map.ranks(); ++rank)
    for (Index j = 0; j < map.local_rows(rank); ++j) whole[map.global(rank, j)] = *next++;
  return whole;
}

}  // namespace febem::common
