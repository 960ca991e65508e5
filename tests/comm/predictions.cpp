// Predicted times against the formulas of pipelines and trees.

#include "comm/strategy.h"
#include "support/catch.h"

using namespace febem::comm;

namespace {

constexpr double alpha = 125e-6, beta = 8e-8;  // 100 Mbit/s

/// A link whose whole start-up occupies the sender, as in the formulas: a message takes alpha +
/// beta M at both ends.
LinkCost link() { return {{{0, alpha, beta}}, alpha}; }

double broadcast_seconds(const StrategyNames& names, std::size_t bytes, int ranks) {
  const auto strategy = make_strategy(names);
  return strategy.route->seconds(
      Operation::broadcast, {bytes, 1, ranks}, strategy.cut, *strategy.pace, link());
}

double sum_seconds(const StrategyNames& names, std::size_t bytes, int ranks) {
  const auto strategy = make_strategy(names);
  return strategy.route->seconds(
      Operation::sum, {bytes, 1, ranks}, strategy.cut, *strategy.pace, link());
}

constexpr std::size_t megabyte = 1 << 20;

}  // namespace

TEST_CASE("a chain of k pieces is predicted to take (P - 2 + k)(alpha + beta M / k)") {
  for (const int ranks : {2, 3, 8})
    for (const int pieces : {1, 4, 64, 1024}) {
      const double expected = (ranks - 2 + pieces) * (alpha + beta * megabyte / pieces);
      const StrategyNames names{"chain", std::to_string(megabyte / pieces), "blocking"};
      CHECK(broadcast_seconds(names, megabyte, ranks) == Approx(expected).epsilon(1e-9));
    }
}

TEST_CASE(
    "the best piece for a chain is near the one that sqrt((P - 2) beta M / alpha) pieces have") {
  const double best_count = std::sqrt(6 * beta * megabyte / alpha);
  double best = 1e9;
  std::size_t best_piece = 0;
  for (std::size_t piece = 1 << 10; piece <= megabyte; piece *= 2)
    if (const double t =
            broadcast_seconds({"chain", std::to_string(piece), "blocking"}, megabyte, 8);
        t < best) {
      best = t;
      best_piece = piece;
    }
  CHECK(std::abs(std::log2(
            static_cast<double>(megabyte) / static_cast<double>(best_piece) / best_count)) <= 0.5);
}

TEST_CASE("a star is predicted to take P - 1 messages, a binomial tree ceil(log2 P)") {
  const double one = alpha + beta * 1e5;
  CHECK(broadcast_seconds({"star", "whole", "blocking"}, 100000, 5) == Approx(4 * one));
  CHECK(broadcast_seconds({"binomial", "whole", "blocking"}, 100000, 8) == Approx(3 * one));
  CHECK(broadcast_seconds({"binomial", "whole", "blocking"}, 100000, 5) == Approx(3 * one));
  CHECK(sum_seconds({"binomial", "whole", "blocking"}, 100000, 8) == Approx(3 * one));
  CHECK(sum_seconds({"star", "whole", "blocking"}, 100000, 5) == Approx(4 * one));
}

TEST_CASE("above the eager limit a rank of a chain receives and sends in turn") {
  // Of k pieces each but the first costs a rank in the middle a receive and a send.
  constexpr int pieces = 16;
  const double one = alpha + beta * megabyte / pieces;
  const auto strategy = make_strategy({"chain", "64KiB", "blocking"});
  const auto seconds = [&](Operation operation, std::size_t limit, int ranks) {
    return strategy.route->seconds(operation, {megabyte, 1, ranks}, strategy.cut, *strategy.pace,
        {{{0, alpha, beta}}, alpha, limit});
  };
  for (const auto operation : {Operation::broadcast, Operation::sum}) {
    CHECK(seconds(operation, 64 << 10, 3) == Approx((pieces + 1) * one));
    CHECK(seconds(operation, 32 << 10, 3) == Approx(2 * pieces * one));
    CHECK(seconds(operation, 32 << 10, 2) == Approx(pieces * one));
    CHECK(seconds(operation, 32 << 10, 5) == Approx((2 * pieces + 2) * one));
  }
}

TEST_CASE("k acknowledged pieces are predicted to take k (T1(c) + T1(0))") {
  const int pieces = 32;
  const double expected = pieces * (alpha + beta * megabyte / pieces + alpha);
  CHECK(broadcast_seconds({"star", "32KiB", "ack"}, megabyte, 2) == Approx(expected));
}

TEST_CASE("ring and rabenseifner are predicted to move about 2 M (P - 1) / P") {
  const double asymptotic = beta * 64 * megabyte * 2 * 7 / 8;
  CHECK(sum_seconds({"ring", "whole", "blocking"}, 64 * megabyte, 8) >= asymptotic);
  CHECK(sum_seconds({"rabenseifner", "whole", "blocking"}, 64 * megabyte, 8) >= asymptotic);
}

TEST_CASE("nothing is predicted for the library's own collectives") {
  CHECK(std::isnan(broadcast_seconds({"native", "whole", "blocking"}, 1000, 4)));
  CHECK(std::isnan(sum_seconds({"native-nb", "whole", "blocking"}, 1000, 4)));
}

TEST_CASE("nothing to send takes no time") {
  for (const auto& route : routes())
    for (const auto& pace : paces()) {
      const auto strategy =
          make_strategy({std::string(route.name), "64", std::string(pace.example)});
      const double seconds = strategy.route->seconds(
          Operation::broadcast, {0, 8, 4}, strategy.cut, *strategy.pace, link());
      INFO(route.name << " x " << pace.name);
      CHECK((std::isnan(seconds) || seconds <= 4 * alpha));
    }
}
