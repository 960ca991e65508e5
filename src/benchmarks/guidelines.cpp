#include "benchmarks/guidelines.h"

#include <algorithm>
#include <span>

#include "comm/route.h"

namespace febem::benchmarks {
namespace {

constexpr std::size_t most_rounds = 50;

bool is_of_library(const comm::StrategyNames& names) {
  return names == bare_calls || !comm::make_route(names.route)->follows_pace();
}

/// A question to the samples.
struct Question {
  std::string_view guideline;
  std::size_t timing, other, times;
};

std::vector<Question> questions(const MessageRecord& record) {
  std::vector<Question> all;
  const auto& timings = record.timings;
  for (std::size_t t = 0; t < timings.size(); ++t)
    for (std::size_t o = 0; o < timings.size(); ++o) {
      const auto &mine = timings[t], &other = timings[o];
      if (mine.strategy != other.strategy) {
        if (mine.bytes == other.bytes && !record.setting.network.emulated &&
            is_of_library(record.strategies[mine.strategy]) &&
            !is_of_library(record.strategies[other.strategy]))
          all.push_back({"library", t, o, 1});
      } else if (mine.bytes > other.bytes && mine.bytes % other.bytes == 0) {
        all.push_back({"split", t, o, mine.bytes / other.bytes});
      } else if (mine.bytes < other.bytes) {
        all.push_back({"length", t, o, 1});
      }
    }
  return all;
}

timing::Comparison answer(
    const MessageRecord& record, const Question& question, double confidence) {
  auto seconds = slowest(record.timings[question.timing].samples);
  auto base = slowest(record.timings[question.other].samples);
  const auto rounds = std::min({seconds.size(), base.size(), most_rounds});
  for (auto& one : base) one *= static_cast<double>(question.times);
  return timing::compare(
      std::span(base).first(rounds), std::span(seconds).first(rounds), confidence);
}

}  // namespace

Guidelines guidelines(const MessageRecord& record) {
  Guidelines result;
  const auto all = questions(record);
  result.comparisons = all.size();
  result.too_few = !all.empty();
  for (const auto& question : all) {
    const double each = 1 - (1 - Guidelines::confidence) / static_cast<double>(all.size());
    const auto comparison = answer(record, question, each);
    if (comparison.lower > 0) result.too_few = false;
    if (comparison.lower <= Guidelines::margin) continue;
    const auto same = std::find_if(result.broken.begin(), result.broken.end(), [&](const auto& b) {
      return b.timing == question.timing && b.guideline == question.guideline;
    });
    const Broken found{
        question.guideline, question.timing, question.other, question.times, comparison};
    if (same == result.broken.end())
      result.broken.push_back(found);
    else if (same->comparison.lower < comparison.lower)
      *same = found;
  }
  return result;
}

}  // namespace febem::benchmarks
