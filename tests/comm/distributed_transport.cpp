// What the transport asks of the MPI library, and what it does when that goes wrong.
#include <mpi.h>

#include <ctime>

#include "comm/conformance.h"
#include "comm/wire.h"
#include "mpi/environment.h"
#include "mpi/window.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using namespace test::wire;

namespace {

/// Whether this rank has what rank 0 has. Collective.
bool same_as_first(Transport& transport, std::string text) {
  std::size_t length = text.size();
  const Messenger messenger(transport, make_strategy({}));
  messenger.broadcast(length, 0);
  if (length != text.size()) text.assign(length, '?');
  std::string first = text;
  messenger.broadcast(std::span(first), 0);
  return first == text;
}

/// Calls by which rank 0 sends and rank 1 replies to one message of three pieces (64, 64 and 22
/// bytes), in order of name.
struct WireCalls {
  std::string pace;
  Texts sends, replies;
};
const std::vector<WireCalls> calls_of_paces{
    {"blocking", {"Send", "Send", "Send"}, {}},
    {"sync", {"Ssend", "Ssend", "Ssend"}, {}},
    {"ack", {"Send", "Send", "Send"}, {"Send", "Send", "Send"}},
    {"window:3", {"Issend", "Issend", "Issend"}, {}},
    {"flood", {"Isend", "Isend", "Isend"}, {}},
    {"credit:128", {"Isend", "Isend", "Isend"}, {"Isend", "Isend"}},
    {"persistent:3", {"Ssend_init", "Ssend_init", "Ssend_init", "Start", "Start", "Start"},
        {"Start", "Start", "Start"}},
    {"put:128", {"Put", "Put", "Put", "Send", "Send", "Send"}, {"Isend", "Isend", "Isend"}},
    {"shared:128", {"Send", "Send", "Send"}, {"Isend", "Isend", "Isend"}},
    {"partitioned:4", {}, {}},
};

/// Whether the library has such memory here; where not, says so. Collective.
bool has_memory(Transport& transport, Capability capability) {
  const auto reason = transport.unsupported_reason(capability);
  if (!reason.empty() && transport.rank() == 0) WARN("does not apply: " << reason);
  SUCCEED();
  return reason.empty();
}

bool sends(const std::string& name) {
  return name.find("end") != std::string::npos || name == "Put" || name == "Start";
}

Texts sorted_sends(const Recording& recording) {
  Texts names;
  for (const auto& name : recording.names())
    if (sends(name)) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("a send is the MPI call of its mode", "[several]") {
  auto transport = over_mpi(mpi::Wait::spin);
  if (transport.rank() > 1 || transport.size() == 1) return;
  std::vector<std::byte> data(10);
  const Recording recording;
  for (const auto mode : {SendMode::standard, SendMode::synchronous}) {
    if (transport.rank() == 1) {
      for (int message = 0; message < 3; ++message)
        transport.perform(Message::receive(data, 0, Purpose::matched));
      continue;
    }
    transport.perform(Message::send(data, 1, Purpose::matched, mode));
    transport.wait(transport.begin(Message::send(data, 1, Purpose::matched, mode)));
    const Ticket prepared = transport.prepare(Message::send(data, 1, Purpose::matched, mode));
    transport.start(prepared);
    transport.wait(prepared);
    transport.release(prepared);
  }
  if (transport.rank() == 0)
    CHECK(recording.names() ==
          Texts{"Send", "Isend", "Send_init", "Start", "Ssend", "Issend", "Ssend_init", "Start"});
  for (const auto& call : recording.calls())
    if (call.name != "Start") CHECK(call == Call{call.name, 1 - transport.rank(), 4, 10, false});
}

TEST_CASE("a rank that yields sends and receives by calls that return at once", "[several]") {
  auto transport = over_mpi(mpi::Wait::yield);
  const int next = (transport.rank() + 1) % transport.size(),
            last = (transport.rank() + transport.size() - 1) % transport.size();
  const Recording recording;
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 17})
    for (const auto mode : {SendMode::standard, SendMode::synchronous}) {
      std::vector<std::byte> sent(length, static_cast<std::byte>(transport.rank())),
          received(length);
      if (transport.rank() == 0) transport.perform(Message::send(sent, next, Purpose::data, mode));
      transport.perform(Message::receive(received, last));
      if (transport.rank() != 0) transport.perform(Message::send(sent, next, Purpose::data, mode));
      CHECK(received == std::vector<std::byte>(length, static_cast<std::byte>(last)));
      transport.synchronise();
    }
  for (const auto* name : {"Send", "Ssend", "Recv"}) CHECK(recording.count(name) == 0);
  CHECK(recording.count("Isend") == 3);
  CHECK(recording.count("Issend") == 3);
}

TEST_CASE("a rank that yields needs no core while it waits long", "[several][real]") {
  auto transport = over_mpi(mpi::Wait::yield);
  const auto before = std::clock();
  if (transport.rank() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
  transport.synchronise();
  CHECK(std::clock() - before < CLOCKS_PER_SEC / 4);
}

TEST_CASE(
    "a barrier of ranks that yield lets none through before the last has come", "[several][real]") {
  auto transport = over_mpi(mpi::Wait::yield);
  const bool late = transport.rank() == transport.size() - 1;
  if (late) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  // Not MPI_Wtime, which may count from each rank's own start: a clock of the node.
  const auto now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  };
  double last = now();
  transport.synchronise();
  const double left = now();
  MPI_Allreduce(MPI_IN_PLACE, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  CHECK(left >= last);
}

TEST_CASE("each pace sends by the calls of its mode, and replies") {
  CHECK(calls_of_paces.size() == paces().size());
  auto transport = over_mpi(mpi::Wait::spin);
  for (const auto& [pace, sends, replies] : calls_of_paces) {
    if (!conformance::unsupported_reason(transport, {"star", "64", pace}).empty() ||
        pace == "partitioned:4")
      continue;
    if (transport.rank() > 1 || transport.size() == 1) continue;
    const Messenger messenger(transport, make_strategy({"star", "64", pace}));
    std::vector<std::byte> data(150);
    const Recording recording;
    if (transport.rank() == 0)
      messenger.send(std::span<const std::byte>(data), 1);
    else
      messenger.receive(std::span(data), 0);
    INFO(pace << " on rank " << transport.rank());
    CHECK(sorted_sends(recording) == (transport.rank() == 0 ? sends : replies));
    for (const auto& call : recording.calls())
      if (call.tag >= 0)
        CHECK(call.tag ==
              ((call.name.find("end") != std::string::npos) == (transport.rank() == 0) ? 1 : 2));
  }
}

TEST_CASE("on a network that buffers nothing every message is synchronous, replies too") {
  auto transport = over_mpi(mpi::Wait::spin);
  network::Unbuffered unbuffered(transport);
  for (const auto& entry : paces()) {
    const std::string pace(entry.example);
    if (!conformance::unsupported_reason(unbuffered, {"star", "64", pace}).empty() ||
        entry.name == "partitioned")
      continue;
    const Messenger messenger(unbuffered, make_strategy({"binomial", "64", pace}));
    std::vector<core::Complex> values(100);
    const Recording recording;
    messenger.broadcast(std::span(values), 0);
    messenger.sum(std::span(values), 0);
    INFO(pace);
    CHECK(recording.count("Send") + recording.count("Isend") + recording.count("Send_init") == 0);
    if (transport.size() > 1)
      CHECK(
          recording.count("Ssend") + recording.count("Issend") + recording.count("Ssend_init") > 0);
  }
}

TEST_CASE("the library's sums are in place at rank 0 only: MPICH 4.0.2 crashes on it elsewhere") {
  auto transport = over_mpi(mpi::Wait::spin);
  const double total = transport.size() * (transport.size() + 1) / 2.0;
  for (int root = 0; root < transport.size(); ++root)
    for (const std::size_t length : {1, 50000}) {
      std::vector<double> first(length, transport.rank() + 1.0),
          second(length, 2 * (transport.rank() + 1.0)), third = first;
      const Recording recording;
      const Ticket a = transport.begin(Message::sum(first, root)),
                   b = transport.begin(Message::sum(second, root));
      transport.wait(b);
      transport.wait(a);
      transport.perform(Message::sum(third, root));
      for (const auto& call : recording.calls())
        CHECK(call.in_place == (call.peer == 0 && transport.rank() == 0));
      CHECK(recording.count("Ireduce") == 2);
      CHECK(recording.count("Reduce") == 1);
      const bool here = transport.rank() == root;
      CHECK(second == std::vector<double>(length, 2 * (here ? total : transport.rank() + 1.0)));
      CHECK(third == std::vector<double>(length, here ? total : transport.rank() + 1.0));
    }
}

TEST_CASE(
    "a ticket that is spent or released is given out again: a long run keeps no more than a short "
    "one",
    "[several][real]") {
  auto bare = over_mpi(mpi::Wait::spin);
  network::Emulator emulator(bare, {});
  for (Transport* transport :
      {static_cast<Transport*>(&bare), static_cast<Transport*>(&emulator)}) {
    if (transport->rank() > 1 || transport->size() == 1) continue;
    const bool sends = transport->rank() == 0;
    std::vector<std::byte> data(10);
    Ticket last = 0;
    for (int message = 0; message < 100; ++message) {
      const Ticket spent = sends ? transport->begin(Message::send(data, 1))
                                 : transport->begin(Message::receive(data, 0));
      transport->wait(spent);
      const Ticket prepared = sends ? transport->prepare(Message::send(data, 1))
                                    : transport->prepare(Message::receive(data, 0));
      transport->start(prepared);
      transport->wait(prepared);
      transport->release(prepared);
      last = std::max({last, spent, prepared});
    }
    CHECK(last < 10);
  }
}

TEST_CASE("a message of the wrong length is an error, however it is received", "[several]") {
  auto transport = over_mpi(mpi::Wait::spin);
  if (transport.rank() > 1 || transport.size() == 1) return;
  std::vector<std::byte> data(8);
  if (transport.rank() == 0) {
    for (int message = 0; message < 4; ++message)
      CHECK_NOTHROW(transport.perform(Message::send(std::span(data).first(3), 1)));
    return;
  }
  const auto wrong = Contains("expected a message of 8 bytes, got 3");
  CHECK_THROWS_WITH(transport.perform(Message::receive(data, 0)), wrong);
  CHECK_THROWS_WITH(transport.wait(transport.begin(Message::receive(data, 0))), wrong);
  const Ticket tested = transport.begin(Message::receive(data, 0));
  const auto test = [&] {
    while (!transport.test(tested)) continue;
  };
  CHECK_THROWS_WITH(test(), wrong);
  const Ticket prepared = transport.prepare(Message::receive(data, 0));
  transport.start(prepared);
  CHECK_THROWS_WITH(transport.wait(prepared), wrong);
  transport.release(prepared);
}

TEST_CASE("a receive that was given up leaves its memory alone, and takes no message away",
    "[several][real]") {
  auto transport = over_mpi(mpi::Wait::spin);
  for (const auto& entry : paces()) {
    const auto pace = make_pace(entry.example);
    if (!conformance::unsupported_reason(transport, {"star", "64", std::string(entry.example)})
             .empty())
      continue;
    if (transport.rank() > 1 || transport.size() == 1) continue;
    const auto cut = make_cut("64");
    std::vector<std::byte> data(
        150, std::byte{transport.rank() == 0 ? std::byte{1} : std::byte{7}}),
        other(64);
    if (transport.rank() == 0) {
      transport.perform(Message::receive({}, 1, Purpose::acknowledgement));
      CHECK_NOTHROW(transport.perform(Message::send(std::span(data).first(64), 1)));
    } else {
      const ReceiveBuffer places[2] = {{data.data()}, {}};
      for (const auto buffer : places)
        pace->incoming({&transport, 0}, Pieces(cut, 150, 1), buffer).reset();
      PendingReceive(transport, Message::receive(data, 0)).test();
      transport.perform(Message::send({}, 0, Purpose::acknowledgement));
      transport.perform(Message::receive(other, 0));
      INFO(entry.name);
      CHECK(other == std::vector<std::byte>(64, std::byte{1}));
      CHECK(data == std::vector<std::byte>(150, std::byte{7}));
    }
  }
}

TEST_CASE(
    "memory that is shared is synchronised on both sides, before and after each use", "[several]") {
  auto transport = over_mpi(mpi::Wait::spin);
  if (!has_memory(transport, Capability::shared)) return;
  const Messenger messenger(transport, make_strategy({"star", "64", "shared:128"}));  // collective
  if (transport.rank() > 1) return;
  std::vector<std::byte> data(64);
  const Recording recording;
  if (transport.rank() == 0) {
    messenger.send(std::span<const std::byte>(data), 1);
    CHECK(recording.names() == Texts{"Win_sync", "Win_sync", "Send", "Recv"});
  } else {
    messenger.receive(std::span(data), 0);
    CHECK(recording.names() == Texts{"Recv", "Win_sync", "Win_sync", "Isend"});
  }
}

TEST_CASE("what is put is longer than MPI counts") {
  const auto world = mpi::Communicator::world();
  const auto window = mpi::Window::allocate(world.handle(), 8);
  std::byte first{};
  const Failing ignored("Put", false);
  const Recording recording;
  window.put({&first, (std::size_t{5} << 30) + 3}, 0, 0);
  long long total = 0;
  for (const auto& call : recording.calls())
    if (call.name == "Put") {
      CHECK(call.count > 0);
      CHECK(call.count <= static_cast<long long>(mpi::largest_message));
      total += call.count;
    }
  CHECK(total == (5LL << 30) + 3);
  CHECK(recording.names().back() == "Win_flush");
}

TEST_CASE("what is put into a window of any size comes where its rank looks for it") {
  const auto world = mpi::Communicator::world();
  const int next = (world.rank() + 1) % world.size(),
            last = (world.rank() + world.size() - 1) % world.size();
  for (const std::size_t bytes : {1, 4, 8, 15, 16, 17, 24, 100, 1000}) {
    const auto window = mpi::Window::allocate(world.handle(), bytes);
    MPI_Barrier(world.handle());
    window.put(std::vector(bytes, static_cast<std::byte>(world.rank() + 1)), next, 0);
    MPI_Barrier(world.handle());
    window.synchronise();
    INFO(bytes);
    CHECK(std::ranges::equal(window.own(), std::vector(bytes, static_cast<std::byte>(last + 1))));
    MPI_Barrier(world.handle());
  }
}

TEST_CASE("a window that fails on one rank fails on all, and is freed", "[failing]") {
  auto transport = over_mpi(mpi::Wait::spin);
  const bool last = transport.rank() == transport.size() - 1;
  const Recording recording;
  std::string reason;
  {
    std::optional<Failing> failing;
    if (last) failing.emplace("Win_lock_all");
    reason = transport.unsupported_reason(Capability::window);
  }
  CHECK_THAT(reason, Contains("MPI_Win_lock_all failed"));
  CHECK(same_as_first(transport, reason));
  CHECK(recording.count("Win_allocate") == 1);
  CHECK(recording.count("Win_free") == 1);
  CHECK(recording.count("Win_unlock_all") == (last ? 0 : 1));
}

TEST_CASE(
    "an exception leaves windows and communicators as they are: the other ranks may never come to "
    "free them",
    "[failing]") {
  const Recording recording;
  const auto use = [](bool fails) {
    const auto world = mpi::Communicator::world();
    const auto window = mpi::Window::allocate(world.handle(), 8);
    if (fails) throw core::RunError("on this rank");
  };
  use(false);
  const auto freed = [&] {
    return std::vector{recording.count("Win_unlock_all"), recording.count("Win_free"),
        recording.count("Comm_free")};
  };
  CHECK(freed() == std::vector{1l, 1l, 1l});
  CHECK_THROWS(use(true));
  CHECK(freed() == std::vector{1l, 1l, 1l});
}

TEST_CASE("a library that has memory on some ranks only is found out, and nobody waits for ever",
    "[failing]") {
  for (const auto& [capability, call] : {std::pair{Capability::window, "Win_allocate"},
           std::pair{Capability::shared, "Win_allocate_shared"}})
    for (const bool at_first : {true, false}) {
      auto sound = over_mpi(), transport = over_mpi(mpi::Wait::spin);
      if (!has_memory(sound, capability)) break;
      std::string reason;
      {
        std::optional<Failing> failing;
        if (transport.rank() == (at_first ? 0 : transport.size() - 1)) failing.emplace(call);
        reason = transport.unsupported_reason(capability);
      }
      CHECK_THAT(reason, Contains("MPI_" + std::string(call) + " failed"));
      CHECK(same_as_first(transport, reason));
    }
}

TEST_CASE(
    "cores are counted on machines with more of them than a set of the C library holds", "[real]") {
  const auto world = mpi::Communicator::world();
  for (const std::size_t cores : {1, 1000, 1025, 3000}) {
    const Cores machine(cores);
    CHECK(mpi::outnumber_cores(world) == (world.size() > static_cast<int>(cores)));
  }
}

TEST_CASE("memory that nobody has is refused up front, with what it would take", "[several]") {
  auto transport = over_mpi(mpi::Wait::spin);
  if (transport.size() == 1) return;
  const auto bytes = (std::size_t{1} << 40) * transport.size();
  for (const auto* pace : {"put:1024GiB", "shared:1024GiB"}) {
    if (!has_memory(transport, pace[0] == 'p' ? Capability::window : Capability::shared)) continue;
    const Recording recording;
    const auto reason = conformance::unsupported_reason(transport, {"star", "whole", pace});
    CHECK_THAT(reason, Contains("would take " + std::to_string(bytes) + " bytes on each of "));
    for (const auto& call : recording.calls())
      if (call.name.starts_with("Win_allocate"))
        CHECK(call.count == (call.name == "Win_allocate" ? 16 : 8));  // a trial
    CHECK(same_as_first(transport, reason));
  }
  CHECK(conformance::unsupported_reason(transport, {"star", "whole", "put:1KiB"}).empty());
}

TEST_CASE("on one node a rank adds to the counter of another without the library") {
  auto transport = over_mpi(mpi::Wait::spin);
  if (!has_memory(transport, Capability::shared)) return;
  REQUIRE(transport.memory().open_counter().empty());
  const Recording recording;
  transport.synchronise();
  for (int rank = 0; rank < transport.size(); ++rank)
    CHECK(transport.memory().add_to_counter(rank, 3) >= 3);
  transport.synchronise();
  CHECK(transport.memory().add_to_counter(transport.rank(), -1) == 3 * transport.size() - 1);
  CHECK(recording.count("Fetch_and_op") == 0);
}

TEST_CASE("a counter that waits for the rank it belongs to is found out, and left at zero",
    "[several][real]") {
  const auto world = mpi::Communicator::world();
  if (world.size() == 1) return;
  const auto window = mpi::Window::allocate(world.handle(), 8);
  const auto slow = [] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); };
  for (const bool at_first : {true, false}) {
    std::optional<Before> before;
    if ((world.rank() == 0) == at_first) before.emplace(slow);
    CHECK(!mpi::has_passive_target_progress(window, world, 0.02));
  }
  MPI_Barrier(world.handle());
  CHECK(window.fetch_add(world.rank(), 0) == 0);
}
