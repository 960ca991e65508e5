#include <cstdio>

#include "core/error.h"
#include "study/record.h"
#include "study/schedule.h"
#include "support/catch.h"

using namespace febem::study;
using core::Stage;

namespace {

Sample sample(std::size_t stage, std::size_t strategy, int round, bool warm_up, double seconds,
    const char* digest = "d") {
  Sample result;
  result.item = {stage, strategy};
  result.round = round;
  result.warm_up = warm_up;
  result.metrics.seconds = seconds;
  result.digest += digest;
  return result;
}

// One stage, as many strategies as cuts.
Record record_of(const Texts& cuts, RepeatPlan effort) {
  Record record;
  record.stages = {Stage::merge};
  record.networks = {{}};
  for (const auto& cut : cuts) record.strategies.push_back({"star", cut, "ack"});
  record.effort = effort;
  return record;
}

// Repeats until the schedule ends; the strategy s takes seconds(s, n) the n-th time.
template <class Seconds>
std::vector<Item> carry_out(Record& record, Seconds&& seconds) {
  std::vector<Item> order;
  Schedule schedule(record);
  while (const auto item = schedule.next()) {
    const auto n = std::count(order.begin(), order.end(), *item);
    order.push_back(*item);
    record.samples.push_back(sample(item->stage, item->strategy, schedule.round(),
        schedule.warming_up(), seconds(item->strategy, n)));
    record.samples.back().item.network = item->network;
  }
  return order;
}

}  // namespace

TEST_CASE("the product of the axes has each strategy once, and all is every registered word") {
  Options request;
  request.words.routes = {"star", "native", "star"};
  request.words.cuts = {"whole", "1KiB"};
  request.words.paces = {"ack", "blocking"};
  const auto found = strategies(request, {});
  CHECK(found.size() == 4 + 2);  // native keeps to no pace
  CHECK(std::count(found.begin(), found.end(), comm::StrategyNames{"native", "1KiB", "ack"}) == 1);
  request.words.paces = {"all"};
  std::set<std::string> paces;
  for (const auto& names : strategies(request, {}))
    if (names.route == "star") paces.insert(names.pace);
  CHECK(paces.size() == comm::paces().size());
  CHECK_THROWS_AS(strategies({}, {}), core::InputError);
  Options networks;
  networks.networks_file = "n.toml";
  CHECK(strategies(networks, {"star", "1KiB", "ack"}) ==
        std::vector<comm::StrategyNames>{{"star", "1KiB", "ack"}});
}

TEST_CASE("named strategies stand beside the product, and alone") {
  Options request;
  request.sets = {"celestion", "bulk"};
  CHECK(strategies(request, {}) ==
        std::vector<comm::StrategyNames>{{"star", "4KiB", "ack"}, {"star", "whole", "blocking"}});
  request.words.cuts = {"4KiB", "whole"};
  request.words.paces = {"ack"};
  CHECK(strategies(request, {"star", "whole", "blocking"}).size() ==
        3);  // celestion is of the product
  request.sets = {"all"};
  CHECK(strategies(request, {"star", "whole", "blocking"}).size() ==
        2 + comm::strategy_sets().size() - 1);
  request.sets = {"bulky"};
  CHECK_THROWS_WITH(strategies(request, {}), Contains("did you mean 'bulk'?"));
}

TEST_CASE("stages stand in their order") {
  Options request;
  CHECK(stages(request).size() == 4);
  request.stages = {"reduce", "merge"};
  CHECK(stages(request) == std::vector{Stage::merge, Stage::reduce});
  request.stages = {"mrege"};
  CHECK_THROWS_AS(stages(request), core::InputError);
}

TEST_CASE("what is settled is left out of the rounds that follow") {
  RepeatPlan effort;
  effort.fewest = 3;
  effort.most = 10;
  auto record = record_of({"1", "2"}, effort);
  const auto order = carry_out(
      record, [](std::size_t strategy, long n) { return strategy == 0 ? 1.0 : 1.0 + (n % 2); });
  CHECK(std::count(order.begin(), order.end(), Item{0, 0}) == 1 + 3);
  CHECK(std::count(order.begin(), order.end(), Item{0, 1}) == 1 + 10);
  CHECK(repeats(record, {0, 0}).samples.size() == 3);
  CHECK(repeats(record, {0, 0}).seconds.relative_spread() == 0.0);
  CHECK(repeats(record, {0, 1}).seconds.relative_spread() > 0.05);
}

TEST_CASE(
    "what is left of a study are the repeats still due and still allowed, at what each took last, "
    "or its time limit") {
  RepeatPlan effort;
  effort.fewest = 3;
  effort.most = 10;
  auto record = record_of({"1", "2"}, effort);
  record.samples.push_back(sample(0, 0, 1, true, 1.0));
  for (const double seconds : {1.0, 2.0, 3.0, 4.0})
    record.samples.push_back(sample(0, 0, 2, false, seconds));
  const Schedule schedule(record);
  const auto remaining = schedule.remaining();
  REQUIRE(remaining.size() == 2);
  CHECK(remaining[0].at_least == 1);
  CHECK(remaining[0].at_most == 6);
  CHECK(remaining[1].at_least == 3);
  CHECK(remaining[1].at_most == 10);
  TimeLeft left;
  CHECK(left.text().empty());
  left.took({0, 0}, 1.0);
  left.took({0, 0}, 100.0);
  left.took({0, 1}, 300.0);
  CHECK(left.round(schedule) == 400);
  // The clock runs on between these calls.
  double least = 0, most = 0, seconds = 0;
  left.update(schedule, 1e9);
  REQUIRE(std::sscanf(left.text().c_str(), "about %lf to %lf min left", &least, &most) == 2);
  CHECK((least > 12 && least <= 17));
  CHECK((most > 55 && most <= 60));
  left.update(schedule, 80);
  REQUIRE(std::sscanf(left.text().c_str(), "about %lf s left", &seconds) == 1);
  CHECK((seconds > 20 && seconds <= 80));
  left.update(schedule, 0);
  CHECK(left.text().empty());
}

TEST_CASE(
    "a strategy that has not run yet is taken for the average of its stage, and nothing is said "
    "before each stage has run") {
  auto record = record_of({"1", "2", "3"}, {});
  record.stages = {Stage::merge, Stage::reduce};
  Schedule schedule(record);
  TimeLeft left;
  schedule.next();
  left.took({0, 0}, 10);
  left.took({0, 1}, 20);
  CHECK(std::isnan(left.round(schedule)));
  left.update(schedule, 1e9);
  CHECK(left.text().empty());
  left.took({1, 2}, 1);
  CHECK(left.round(schedule) == Approx(3 * 15 + 3 * 1));
  CHECK(left.rest(schedule).least == Approx(left.queue(schedule) + 5 * 48));
  CHECK(left.rest(schedule).most == Approx(left.queue(schedule) + 20 * 48));
}

TEST_CASE(
    "a round of repeats begins only if it is likely to end in time, and is then finished; a "
    "warm-up stops with the time") {
  RepeatPlan effort;
  effort.fewest = effort.most = 2;
  auto record = record_of({"1", "2"}, effort);
  Schedule schedule(record);
  TimeLeft estimate;
  CHECK(has_time(schedule, estimate, 1e-3));
  CHECK_FALSE(has_time(schedule, estimate, 0));
  const auto measure = [&] {
    const auto item = schedule.next();
    REQUIRE(item);
    estimate.took(*item, 10);
    record.samples.push_back(
        sample(item->stage, item->strategy, schedule.round(), schedule.warming_up(), 1));
  };
  measure();
  CHECK(has_time(schedule, estimate, 1e-3));
  CHECK_FALSE(has_time(schedule, estimate, -1));
  measure();
  CHECK(has_time(schedule, estimate, 21));
  CHECK_FALSE(has_time(schedule, estimate, 19));
  measure();
  CHECK_FALSE(schedule.warming_up());
  CHECK(has_time(schedule, estimate, -1));  // within the round
  measure();
  CHECK_FALSE(has_time(schedule, estimate, 19));
  measure();
  measure();
  CHECK(has_time(schedule, estimate, -1));  // all are settled
  CHECK_FALSE(schedule.next());
}

TEST_CASE("strategies whose repeats waited for cores are marked, unless all ranks had to") {
  auto record = record_of({"1", "2"}, {});
  for (int round = 1; round <= 5; ++round)
    for (std::size_t strategy = 0; strategy < 2; ++strategy) {
      auto one = sample(0, strategy, round, false, 1.0 + static_cast<double>(strategy));
      one.metrics.cores.seconds = 2;
      one.metrics.cores.rank_seconds = 4;
      one.metrics.cores.ran_seconds = 2;
      // With the first strategy one repeat was disturbed, with the second two.
      one.metrics.cores.queued_seconds = round + static_cast<int>(strategy) > 4 ? 0.5 : 0.0;
      record.samples.push_back(one);
    }
  CHECK_FALSE(is_disturbed(record, repeats(record, {0, 0})));
  CHECK(is_disturbed(record, repeats(record, {0, 1})));
  const auto text = study_table(record);
  CHECK_THAT(text, Contains("Disturbed, 1 of 2:"));
  CHECK_THAT(text, Contains(" 2! "));
  const auto use = cores(record);
  REQUIRE(use);
  CHECK(use->time.seconds == 20);
  CHECK(use->time.queued_share() == Approx(1.5 / 20));
  CHECK(use->time.ran_share() == 0.5);
  CHECK(use->warnings().size() == 1);
  CHECK_THAT(to_json(record), Contains("other processes used the cores"));
  CHECK(look_at(to_json(record), record).samples.back().metrics.cores.queued_seconds == 0.5);
  record.crowded = true;
  CHECK_THAT(study_table(record), !Contains("!"));
  CHECK_FALSE(cores(record_of({"1"}, {})));
}

TEST_CASE("the order is random, decided by the seed, and another in each round") {
  RepeatPlan effort;
  effort.fewest = effort.most = 2;
  const Texts cuts{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
  const auto order = [&](std::uint64_t seed) {
    effort.seed = seed;
    auto record = record_of(cuts, effort);
    return carry_out(record, [](std::size_t, long) { return 1.0; });
  };
  const auto first = order(1);
  CHECK(first == order(1));
  CHECK(first != order(2));
  CHECK(std::vector<Item>(first.begin(), first.begin() + 10) !=
        std::vector<Item>(first.begin() + 10, first.begin() + 20));
}

TEST_CASE("a study goes on after the samples it has") {
  RepeatPlan effort;
  effort.fewest = effort.most = 2;
  auto record = record_of({"1", "2"}, effort);
  record.samples.push_back(sample(0, 0, 5, false, 1.0));
  carry_out(record, [](std::size_t, long) { return 1.0; });
  CHECK(record.samples[1].round == 6);
  CHECK(record.samples[1].warm_up);
  CHECK(repeats(record, {0, 0}).samples.size() == 2);
  CHECK(repeats(record, {0, 1}).samples.size() == 2);
}

TEST_CASE("every network has its own repeats, and all are interleaved") {
  RepeatPlan effort;
  effort.fewest = effort.most = 3;
  auto record = record_of({"1", "2"}, effort);
  record.networks = {{"slow", "Slow", {}}, {"fast", "Fast", {}}};
  const auto order = carry_out(
      record, [](std::size_t strategy, long) { return 1.0 + static_cast<double>(strategy); });
  REQUIRE(order.size() == 2 * 2 * (1 + 3));
  for (const auto& item : items(record)) {
    CHECK(repeats(record, item).samples ==
          std::vector<double>(3, 1.0 + static_cast<double>(item.strategy)));
    CHECK(std::count(order.begin(), order.begin() + 4, item) == 1);  // in every round
  }
  record.samples.back().metrics.seconds = 99;
  CHECK(look_at(to_json(record), record).samples.back().item == record.samples.back().item);
  CHECK_THAT(to_csv(record), Contains(",slow,\n") && Contains(",fast,\n"));
}

TEST_CASE("the table has a row for each network, of the best strategies there") {
  auto record = record_of({"1", "2"}, {});
  record.stages = {Stage::merge, Stage::reduce};
  record.networks = {{"a", "Slow net", {}}, {"b", "Fast net", {}}};
  const double seconds[2][2][2] = {{{8, 7}, {5, 6}}, {{3, 4}, {1, 2}}};
  for (const auto& [stage, strategy, network] : items(record)) {
    auto one = sample(stage, strategy, 1, false, seconds[network][stage][strategy]);
    one.item.network = network;
    record.samples.push_back(one);
  }
  const auto text = study_table(record);
  const auto row = [&](const std::string& title) {
    std::istringstream cells(text.substr(text.rfind(title) + title.size()));
    double merge = 0, reduce = 0, total = 0;
    cells >> merge >> reduce >> total;
    return std::vector{merge, reduce, total};
  };
  CHECK(row("Slow net") == std::vector<double>{7, 5, 12});
  CHECK(row("Fast net") == std::vector<double>{3, 1, 4});
  record.networks.pop_back();
  CHECK_THAT(study_table(record), !Contains("best on that network"));
}

TEST_CASE("only an interrupted study of the same is taken from a file") {
  auto record = record_of({"1"}, {});
  record.digest = "this";
  record.origin = {"program", "case", "mesh", "data"};
  record.samples.push_back(sample(0, 0, 1, true, 0.1));
  const auto found = look_at(to_json(record), record);
  CHECK(found.interrupted);
  CHECK(found.unused.empty());
  REQUIRE(found.samples.size() == 1);
  CHECK(found.samples.front().metrics.seconds == 0.1);
  CHECK(found.samples.front().warm_up);
  Sensitivity felt;
  for (auto& response : felt.responses) response = {{0, 1}, {2, 5}};
  record.sensitivities.push_back(felt);
  REQUIRE(look_at(to_json(record), record).sensitivities.size() == 1);
  CHECK(look_at(to_json(record), record).sensitivities.front().responses[2].seconds ==
        std::vector<double>{2, 5});
  auto complete = record;
  complete.complete = true;
  CHECK_FALSE(look_at(to_json(complete), record).interrupted);
  CHECK_FALSE(look_at("{\"kind\": 3}", record).interrupted);
  CHECK_FALSE(look_at("not JSON", record).interrupted);
}

TEST_CASE("a study that is not gone on with says why") {
  auto record = record_of({"1"}, {});
  record.digest = "this";
  record.origin = {"program", "case", "mesh", "data"};
  record.samples.push_back(sample(0, 0, 1, true, 0.1));
  const auto text = to_json(record);
  const auto why = [&](auto change) {
    auto wanted = record;
    change(wanted);
    const auto found = look_at(text, wanted);
    CHECK(found.interrupted);
    CHECK(found.samples.empty());
    return found.unused;
  };
  CHECK(why([](auto& wanted) { wanted.digest = "that"; }) ==
        "it is of other stages, strategies, ranks or network");
  CHECK(why([](auto& wanted) { wanted.origin.program = "other"; }) == "it was made by program");
  CHECK(why([](auto& wanted) { wanted.origin.problem = "other"; }) == "it is of another case");
  CHECK(why([](auto& wanted) { wanted.origin.mesh = "other"; }) == "it is of another mesh file");
  CHECK(why([](auto& wanted) { wanted.origin.data = "other"; }) == "it is of other data files");
}

TEST_CASE("a study whose measurements were changed is not gone on with") {
  auto record = record_of({"1"}, {});
  record.samples.push_back(sample(0, 0, 1, true, 0.125));
  auto text = to_json(record);
  const auto place = text.rfind("0.125");
  REQUIRE(place != std::string::npos);
  text.replace(place, 5, "0.126");
  const auto found = look_at(text, record);
  CHECK(found.unused == "it is damaged");
  CHECK(found.samples.empty());
}

TEST_CASE("results must be the same over cuts and paces, native ones over paces") {
  auto record = record_of({"1", "2"}, {});
  record.strategies.push_back({"native", "1", "ack"});
  record.strategies.push_back({"native", "2", "ack"});
  const char* digests[] = {"a", "a", "c", "d"};
  for (std::size_t strategy = 0; strategy < 4; ++strategy)
    record.samples.push_back(sample(0, strategy, 1, false, 1.0, digests[strategy]));
  CHECK(differing_digests(record).empty());
  record.samples[1].digest += "b";
  REQUIRE(differing_digests(record).size() == 1);
  CHECK(
      differing_digests(record).front() == "merge, route star: star x 1 x ack and star x 2 x ack");
}

TEST_CASE("what the rounds do not tell from the best strategy is called a tie") {
  RepeatPlan effort;
  effort.fewest = effort.most = 12;
  effort.spread = 0;
  auto record = record_of({"1", "2", "3"}, effort);
  // Drift of 10 % a repeat. The second strategy is 1 % faster or slower by turns, the third 3 %
  // slower.
  carry_out(record, [](std::size_t strategy, long n) {
    const double drift = 1 + 0.1 * static_cast<double>(n);
    const double noise = 1 + 0.001 * static_cast<double>(n % 5);
    return drift * noise *
           (strategy == 1      ? 1.001 + (n % 2 == 0 ? 0.01 : -0.01)
               : strategy == 2 ? 1.03
                               : 1.0);
  });
  const auto second = compare(record, {0, 0}, {0, 1}, 2),
             third = compare(record, {0, 0}, {0, 2}, 2);
  REQUIRE((second && third));
  CHECK(second->rounds == 12);
  CHECK(second->verdict() == timing::Comparison::Verdict::tie);
  CHECK(third->verdict() == timing::Comparison::Verdict::slower);
  CHECK(third->ratio == Approx(1.03));
  CHECK_THAT(study_table(record),
      Contains("Tied with the best by the repeats of this run, at 95 % for all: merge 1 of 2."));
  CHECK(!compare(record, {0, 0}, {0, 3}, 2));
}

TEST_CASE("too few rounds to tell a difference say nothing of ties") {
  RepeatPlan effort;
  effort.fewest = effort.most = 5;
  auto record = record_of({"1", "2"}, effort);
  carry_out(record, [](std::size_t strategy, long) { return strategy == 0 ? 1.0 : 2.0; });
  CHECK(study_table(record).find("Tied") == std::string::npos);
}
