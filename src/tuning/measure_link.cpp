#include "tuning/measure_link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "comm/messenger.h"
#include "mpi/environment.h"
#include "mpi/modelled.h"
#include "timing/fit.h"
#include "timing/statistics.h"

namespace febem::tuning {
namespace {

using comm::LinkCost;
using comm::Purpose;
using comm::SendMode;
using comm::Transport;

/// MPI libraries have eager limits of 4 KiB to 256 KiB.
constexpr std::size_t longest_eager = std::size_t{1} << 19;
constexpr std::array<std::size_t, 9> lengths{
    0, 64, 1024, 4096, 16384, 65536, 131072, 262144, 1048576};

/// Half of each round trip, s, at the first rank.
std::vector<double> half_round_trips(Transport& transport, std::size_t bytes, int count) {
  std::vector<std::byte> data(bytes);
  std::vector<double> result;
  const bool first = transport.rank() == 0;
  const int other = first ? transport.size() - 1 : 0;
  for (int i = 0; i < count; ++i) {
    const double start = mpi::wall_time();
    if (first) transport.perform(comm::Message::send(data, other));
    transport.perform(comm::Message::receive(data, other));
    if (!first) transport.perform(comm::Message::send(data, other));
    result.push_back((mpi::wall_time() - start) / 2);
  }
  return result;
}

/// Seconds of `count` short messages, the last one answered; the median of five.
double gap(Transport& transport, std::size_t bytes, int count) {
  std::vector<std::byte> data(bytes);
  std::vector<double> times;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const double start = mpi::wall_time();
    for (int i = 0; i < count; ++i) {
      if (transport.rank() == 0) transport.perform(comm::Message::send(data, transport.size() - 1));
      if (transport.rank() != 0) transport.perform(comm::Message::receive(data, 0));
    }
    if (transport.rank() == 0) transport.perform(comm::Message::receive({}, transport.size() - 1));
    if (transport.rank() != 0) transport.perform(comm::Message::send({}, 0));
    times.push_back(mpi::wall_time() - start);
  }
  return timing::summarise(times).median;
}

/// The overhead of each message besides latency and bytes, s.
double overhead_of_one(Transport& transport, const LinkCost& link) {
  constexpr std::size_t bytes = 1024;
  constexpr int few = 4, many = 36;
  const double each = (gap(transport, bytes, many) - gap(transport, bytes, few)) / (many - few);
  const double wire = link.delivery(bytes) - link.delivery(0);
  return std::clamp(each - wire, 0.0, link.delivery(0));
}

/// Seconds of a send whose receiver comes `late` s after it, at the first rank; the median of
/// three.
double unexpected_send(Transport& transport, std::size_t bytes, double late) {
  std::vector<std::byte> data(bytes);
  std::vector<double> times;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const bool first = transport.rank() == 0;
    const int other = first ? transport.size() - 1 : 0;
    transport.perform(first ? comm::Message::receive({}, other) : comm::Message::send({}, other));
    const double start = mpi::wall_time();
    if (!first) mpi::pass_time(late);
    transport.perform(
        first ? comm::Message::send(data, other) : comm::Message::receive(data, other));
    times.push_back(mpi::wall_time() - start);
  }
  return timing::summarise(times).median;
}

/// The first rank's word, on the last rank as well.
bool word_of_first(Transport& transport, bool says) {
  std::byte word{says ? std::byte{1} : std::byte{0}};
  if (transport.rank() == 0)
    transport.perform(comm::Message::send(std::span(&word, 1), transport.size() - 1));
  else
    transport.perform(comm::Message::receive(std::span(&word, 1), 0));
  return word == std::byte{1};
}

struct Samples {
  std::vector<double> bytes, seconds;
};

Samples ping_pong(Transport& transport, double allowed) {
  Samples samples;
  const double start = mpi::wall_time();
  for (const std::size_t bytes : lengths) {
    half_round_trips(transport, bytes, 1);
    const auto times = half_round_trips(transport, bytes, 7);
    samples.bytes.push_back(static_cast<double>(bytes));
    samples.seconds.push_back(timing::summarise(times).median);
    // The next length takes up to four times as long.
    const double left = allowed - (mpi::wall_time() - start);
    if (!word_of_first(transport, left > 4 * 16 * samples.seconds.back())) break;
  }
  return samples;
}

/// The longest length whose sender does not wait for a late receiver, as far as `allowed` seconds
/// tell; no limit if that is the longest of all.
std::size_t eager_limit(Transport& transport, const LinkCost& link, double allowed) {
  std::size_t limit = 0;
  for (std::size_t bytes = 1024; bytes <= longest_eager; bytes *= 2) {
    const double delivery = link.delivery(bytes);
    if (!word_of_first(transport, (allowed -= 12 * delivery) > 0)) return limit;
    const double taken = unexpected_send(transport, bytes, 3 * delivery);
    if (!word_of_first(transport, taken < 2 * delivery)) return limit;
    limit = bytes;
  }
  return std::numeric_limits<std::size_t>::max();
}

}  // namespace

LinkCost measure_link(Transport& transport, double seconds) {
  if (transport.size() == 1) return {};
  const bool takes_part = transport.rank() == 0 || transport.rank() == transport.size() - 1;
  std::vector<LinkCost::Regime> regimes(2);
  double overhead = 0;
  std::size_t eager = 0;
  if (takes_part) {
    const auto samples = ping_pong(transport, seconds);
    regimes.clear();
    for (const auto& regime : timing::fit_line(samples.bytes, samples.seconds).regimes)
      regimes.push_back(
          {regime.from_bytes, regime.t0, std::isinf(regime.r_inf) ? 0 : 1 / regime.r_inf});
    overhead = overhead_of_one(transport, {regimes, 0});
    eager = eager_limit(transport, {regimes, 0}, seconds);
    if (regimes.size() == 1) regimes.push_back(regimes.front());
  }
  const comm::Messenger messages(transport, comm::make_strategy({}));
  messages.broadcast(std::span(regimes), 0);
  messages.broadcast(overhead, 0);
  messages.broadcast(eager, 0);
  if (regimes[1].from_bytes == 0) regimes.pop_back();
  return {regimes, overhead, eager};
}

}  // namespace febem::tuning
