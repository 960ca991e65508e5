// The bytes that a receiver may have to hold by every pace, against what the bounded receiver
// counts. Header-only, so that the serial (hostile network) and the distributed (MPI) programs run
// the same.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "comm/conformance.h"
#include "network/bounded_receiver.h"

namespace febem::comm::conformance {

/// Longest piece of the transfers below, bytes: no pace's example makes it shorter than that of the
/// cut.
inline constexpr std::size_t outstanding_piece = 64;

/// The registered paces that limit what a receiver holds.
inline std::vector<std::string> bounded_paces() {
  std::vector<std::string> names;
  for (const auto& entry : paces())
    if (test::most_outstanding(std::string(entry.example), outstanding_piece) < test::no_limit)
      names.emplace_back(entry.example);
  return names;
}

/// Sums to rank 0 and broadcasts from it by a star, counted under the name of the pace. Collective.
inline void load_receiver(Transport& transport, const std::string& pace) {
  const Messenger messenger(
      transport, make_strategy({"star", std::to_string(outstanding_piece), pace}));
  transport.enter(pace);
  std::vector<Complex> values(200);
  for (int repeat = 0; repeat < 5; ++repeat) {
    messenger.sum(std::span(values), 0);
    messenger.broadcast(std::span(values), 0);
  }
}

/// What was too much, of the sections named like paces.
inline std::vector<std::string> exceeded(
    const std::vector<network::HighWater>& high_water, int ranks) {
  std::vector<std::string> wrong;
  for (const auto& marks : high_water) {
    if (marks.section.empty()) continue;
    const auto each = test::most_outstanding(marks.section, outstanding_piece);
    for (std::size_t rank = 0; rank < marks.outstanding.size(); ++rank) {
      const auto most = static_cast<std::int64_t>(each) * (rank == 0 ? ranks - 1 : 1);
      if (marks.outstanding[rank] > most || marks.posted[rank] > most)
        wrong.push_back(marks.section + " at rank " + std::to_string(rank));
    }
  }
  return wrong;
}

}  // namespace febem::comm::conformance
