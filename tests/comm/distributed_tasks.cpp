// Tasks that one rank hands out to the others on request.

#include "comm/ledger.h"
#include "comm/messenger.h"
#include "comm/tasks.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "support/catch.h"
#include "support/costs.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using core::Traffic;

namespace {

/// Has so many tasks handed out by a rank, which takes some itself, and holds the ledger to what
/// that costs.
void hand_out(Transport& transport, int server, int tasks, bool asks_ahead) {
  INFO(tasks << " tasks of rank " << server << (asks_ahead ? ", asked for ahead" : ""));
  Ledger ledger(transport);
  const Messenger messages(ledger, make_strategy({}));
  std::vector<std::size_t> got;  // here
  if (ledger.rank() == server) {
    std::size_t next = 0;
    const auto give = [&](int) {
      return next < static_cast<std::size_t>(tasks) ? static_cast<Task>(next++) : no_task;
    };
    auto ends = messages.serve_tasks();
    while (next < static_cast<std::size_t>(tasks)) {
      got.push_back(next++);
      ends.serve(give);
    }
    ends.finish(give);
  } else {
    auto ends = messages.take_tasks(server);
    ends.ask();
    for (Task task = ends.take(); task != no_task; task = ends.take()) {
      if (asks_ahead) ends.ask();
      got.push_back(static_cast<std::size_t>(task));
      if (!asks_ahead) ends.ask();
    }
  }
  const auto sent = ledger.sent();
  std::vector<int> times(tasks);
  core::Count elsewhere = 0;
  const auto all = messages.gather_varying(got, 0);
  for (const auto& of_rank : all)
    for (const auto task : of_rank) ++times.at(task);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (rank != static_cast<std::size_t>(server)) elsewhere += std::ssize(all[rank]);
  const auto total = all_ranks(sent);
  if (ledger.rank() != 0) return;
  CHECK(times == std::vector<int>(times.size(), 1));
  CHECK(total == test::Costs(messages).tasks(elsewhere));
}

void hand_out_all(Transport& transport) {
  for (const int server : {0, transport.size() - 1})
    for (const int tasks : {0, 1, transport.size(), 40})
      for (const bool asks_ahead : {false, true}) hand_out(transport, server, tasks, asks_ahead);
}

}  // namespace

TEST_CASE("every task is handed out once, and messages are those foretold") {
  auto transport = over_mpi();
  hand_out_all(transport);
}

TEST_CASE("tasks are handed out where nothing is buffered") {
  auto wire = over_mpi();
  network::Unbuffered transport(wire);
  hand_out_all(transport);
}

TEST_CASE("tasks are handed out on an emulated network", "[real]") {
  auto wire = over_mpi();
  network::Emulator emulator(wire, {{1e-5, 0, 1e9}, {}});
  hand_out_all(emulator);
}

TEST_CASE("who stops serving leaves no receive behind, into which a later message could go",
    "[several][real]") {
  auto transport = over_mpi();
  const Messenger messages(transport, make_strategy({}));
  if (messages.rank() == 0) const TaskServer server(transport);
  transport.synchronise();
  const auto ranks = messages.gather(std::vector{messages.rank()}, 0);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    CHECK(ranks[rank] == std::vector{static_cast<int>(rank)});
  if (ranks.empty()) SUCCEED();
}

TEST_CASE("a copy goes from one rank to another, as one message, and leaves the others alone") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  const Messenger messages(ledger, make_strategy({"star", "16", "ack"}));
  const int last = messages.size() - 1;
  std::vector<double> values(7, messages.rank());
  if (last > 0) messages.copy(std::span(values), last, 0);
  CHECK(values == std::vector<double>(7, messages.rank() == 0 ? last : messages.rank()));
  const auto total = all_ranks(ledger.sent());
  CHECK(total == (last > 0 ? test::Costs(messages).send(56, 8) : Traffic{}));
}

TEST_CASE("no tasks before the end of a broadcast in look-ahead", "[several]") {
  auto transport = over_mpi();
  const Messenger messages(transport, make_strategy({"star", "whole", "window:2"}));
  double value = messages.rank();
  auto request = messages.ibroadcast(std::span(&value, 1), 0);
  if (messages.rank() == 0)
    CHECK_THROWS_AS(messages.serve_tasks(), std::logic_error);
  else
    CHECK_THROWS_AS(messages.take_tasks(0), std::logic_error);
  request->finish();
}
