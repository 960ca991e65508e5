#include "comm/clock_offset.h"

#include <limits>

#include "mpi/environment.h"

namespace febem::comm {
namespace {

constexpr int round_trips = 200;

void tell_time(Transport& transport, int to) {
  for (int trip = 0; trip < round_trips; ++trip) {
    transport.perform(Message::receive({}, to, Purpose::clock));
    const double now = mpi::wall_time();
    transport.perform(Message::send(std::as_bytes(std::span(&now, 1)), to, Purpose::clock));
  }
}

double ask_time(Transport& transport, int whom) {
  double offset = 0, shortest = std::numeric_limits<double>::max();
  for (int trip = 0; trip < round_trips; ++trip) {
    double theirs = 0;
    const double asked = mpi::wall_time();
    transport.perform(Message::send({}, whom, Purpose::clock));
    transport.perform(
        Message::receive(std::as_writable_bytes(std::span(&theirs, 1)), whom, Purpose::clock));
    const double answered = mpi::wall_time();
    if (answered - asked >= shortest) continue;
    shortest = answered - asked;
    offset = theirs - (asked + answered) / 2;
  }
  return offset;
}

}  // namespace

double clock_offset(Transport& transport) {
  if (transport.rank() > 0) return ask_time(transport, 0);
  for (int other = 1; other < transport.size(); ++other) tell_time(transport, other);
  return 0;
}

}  // namespace febem::comm
