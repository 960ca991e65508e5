#include "network/network_model.h"

#include <algorithm>

namespace febem::network {
namespace {

constexpr std::size_t remembered = 64;

}  // namespace

double Line::take(double earliest, double duration) {
  double at = earliest, left = duration;
  std::vector<Interval> parts;
  for (const auto& busy : taken_) {
    if (busy.end <= at) continue;
    if (busy.begin - at >= left) break;
    if (busy.begin > at) {
      parts.push_back({at, busy.begin});
      left -= busy.begin - at;
    }
    at = busy.end;
  }
  const double end = at + left;
  if (left > 0) parts.push_back({at, end});
  for (const auto& part : parts) insert(part);
  return end;
}

void Line::insert(Interval part) {
  auto first = std::find_if(
      taken_.begin(), taken_.end(), [&](const Interval& i) { return i.end >= part.begin; });
  auto last = first;
  for (; last != taken_.end() && last->begin <= part.end; ++last)
    part = {std::min(part.begin, last->begin), std::max(part.end, last->end)};
  taken_.insert(taken_.erase(first, last), part);
  if (taken_.size() > remembered) taken_.erase(taken_.begin());
}

}  // namespace febem::network
