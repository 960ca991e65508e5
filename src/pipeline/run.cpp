#include "pipeline/run.h"

#include <algorithm>
#include <array>

namespace febem::pipeline {
namespace {

/// One section on one rank, as it is sent to the master.
using Figures = std::array<double, 5>;  // seconds, communication, messages, bytes, flops

void add(SectionReport& report, const Figures& figures) {
  report.seconds = std::max(report.seconds, figures[0]);
  report.communication_seconds = std::max(report.communication_seconds, figures[1]);
  report.sent += {static_cast<core::Count>(figures[2]), static_cast<core::Count>(figures[3])};
  report.flops += static_cast<core::Count>(figures[4]);
}

}  // namespace

void Run::add_seconds(const std::string& name, double seconds) {
  for (auto& [known, total] : seconds_)
    if (known == name) {
      total += seconds;
      return;
    }
  seconds_.emplace_back(name, seconds);
}

std::vector<SectionReport> Run::report() const {
  std::vector<Figures> mine;
  for (const auto& [name, seconds] : seconds_) {
    const auto tally = ledger_->tally(name);
    mine.push_back({seconds, tally.seconds, static_cast<double>(tally.sent.messages),
                    static_cast<double>(tally.sent.bytes), static_cast<double>(arithmetic_.work(name).flops)});
  }
  ledger_->enter("report");
  const comm::Messenger messenger(*ledger_, comm::make_strategy({}));
  if (!is_master()) {
    messenger.send(std::span<const Figures>(mine), master);
    return {};
  }
  std::vector<SectionReport> reports(mine.size());
  for (int rank = 0; rank < ranks(); ++rank) {
    std::vector<Figures> theirs(mine.size());
    if (rank == master)
      theirs = mine;
    else
      messenger.receive(std::span(theirs), rank);
    for (std::size_t s = 0; s < reports.size(); ++s) add(reports[s], theirs[s]);
  }
  for (std::size_t s = 0; s < reports.size(); ++s) reports[s].name = seconds_[s].first;
  return reports;
}

}  // namespace febem::pipeline
