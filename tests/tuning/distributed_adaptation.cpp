// In a sweep "auto" learns from what transfers take.
#include <algorithm>
#include <chrono>
#include <thread>

#include "comm/decorator.h"
#include "comm/messenger.h"
#include "comm/mpi_transport.h"
#include "mpi/environment.h"
#include "support/catch.h"
#include "tuning/planner.h"
#include "tuning/trials.h"

using namespace febem;
using namespace febem::comm;
using tuning::Candidate;
using tuning::OnlineTrial;

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

/// A network on which a long message takes much longer than the pieces of it.
class BadAtLongMessages final : public Decorator {
 public:
  using Decorator::Decorator;
  void perform(const Message& message) override {
    const bool sends = message.kind == Message::Kind::send;
    if (sends && message.data.size() > megabyte / 2) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    Decorator::perform(message);
  }
};

/// Which of the candidates is used in each round, by their times.
std::vector<std::size_t> turns(OnlineTrial trial, const std::vector<double>& seconds, std::size_t first, int rounds) {
  std::vector<std::size_t> used;
  Candidate current{first};
  for (int round = 0; round < rounds; ++round) {
    used.push_back(current.strategy);
    current = trial.next(current, seconds[current.strategy]);
  }
  return used;
}

}  // namespace

TEST_CASE("each candidate is measured in turn, then the fastest stays") {
  using Turns = std::vector<std::size_t>;
  const OnlineTrial trial({{0}, {1}, {2}});
  CHECK(turns(trial, {3, 1, 2}, 0, 6) == Turns{0, 1, 2, 1, 1, 1});
  CHECK(turns(trial, {1, 3, 2}, 1, 6) == Turns{1, 0, 2, 0, 0, 0});
  CHECK(turns(trial, {1.00, 1.01, 3, 2}, 3, 6) == Turns{3, 0, 1, 2, 0, 0});
  CHECK(turns(OnlineTrial(std::vector{Candidate{0}}), {1}, 0, 3) == Turns{0, 0, 0});
}

TEST_CASE("who is nearly as fast as the fastest stays") {
  CHECK(turns(OnlineTrial({{0}, {1}}), {1.00, 1.03}, 0, 4) == std::vector<std::size_t>{0, 1, 1, 1});
}

TEST_CASE("who became slow has to go") {
  OnlineTrial trial({{0}, {1}});
  CHECK(trial.next({0}, 1.0).strategy == 1);
  CHECK(trial.next({1}, 2.0).strategy == 0);
  CHECK(trial.next({0}, 1.5).strategy == 0);
  CHECK(trial.next({0}, 3.0).strategy == 1);
}

TEST_CASE("a candidate that was far slower in its trial at the start is left out") {
  const double unknown = Route::unknown;
  const OnlineTrial trial({{0, unknown, 1.0}, {1, unknown, 2.0}, {2, unknown, 1.2}, {3}});
  CHECK(turns(trial, {1, 1, 1, 1}, 0, 4) == std::vector<std::size_t>{0, 2, 3, 3});
}

TEST_CASE("a planner whose predictions fail finds what is faster, the same on every rank", "[several]") {
  MpiTransport wire(mpi::Communicator::world());
  BadAtLongMessages transport(wire);
  // Latency alone, and so much that there are no trials: then whole messages look best.
  const LinkCost link({{0, 0.1, 0}}, 0);
  tuning::Planner planner(transport, {"star", "auto", "blocking"}, link);
  std::vector<core::Complex> values(megabyte / sizeof(core::Complex));
  std::vector<std::string> cuts;
  for (int round = 0; round < 8; ++round) {
    const auto& strategy = planner.choose(Operation::broadcast, megabyte);
    cuts.push_back(strategy.names.cut);
    const double start = mpi::wall_time();
    std::fill(values.begin(), values.end(), core::Complex(transport.rank() == 0 ? round : -1));
    Messenger(transport, strategy).broadcast(std::span(values), 0);
    CHECK(std::count(values.begin(), values.end(), core::Complex(round)) == static_cast<long>(values.size()));
    planner.measured(mpi::wall_time() - start);
    planner.adapt();
  }
  CHECK(cuts.front() == "whole");
  CHECK(cuts.back() != "whole");
  CHECK(std::count(cuts.begin(), cuts.end(), "whole") == 1);
  for (auto& cut : cuts) {
    std::string first = cut;
    first.resize(8);
    Messenger(wire, make_strategy({})).broadcast(std::span(first), 0);
    cut.resize(8);
    CHECK(cut == first);
  }
  core::Count rounds = 0;
  for (const auto& choice : planner.choices()) rounds += choice.transfers;
  CHECK(rounds == 8);
}

TEST_CASE("a strategy takes as long as on the rank where it takes longest", "[several]") {
  MpiTransport transport(mpi::Communicator::world());
  const int last = transport.size() - 1;
  if (last == 0) return;
  for (int slow = 0; slow <= last; ++slow) {
    tuning::Planner planner(transport, {"star", "auto", "blocking"}, LinkCost({{0, 0.1, 0}}, 0));
    std::vector<std::string> cuts;
    for (int round = 0; round < 8; ++round) {
      cuts.push_back(planner.choose(Operation::broadcast, megabyte).names.cut);
      planner.measured(cuts.back() != "whole" ? 0.5 : transport.rank() == slow ? 1.0 : 0.1);
      planner.adapt();
    }
    INFO("slow on rank " << slow);
    CHECK(cuts.front() == "whole");
    CHECK(std::count(cuts.begin(), cuts.end(), "whole") == 1);
  }
}

TEST_CASE("a planner on one rank has nothing to choose") {
  MpiTransport transport(mpi::Communicator::world());
  tuning::Planner planner(transport, {"star", "auto", "blocking"}, LinkCost({{0, 0.1, 0}}, 0));
  if (transport.size() == 1) CHECK_NOTHROW(planner.adapt());
  CHECK(planner.choices().empty());
}
